package io.netdam.transport;

/**
 * Finds out whether loss comes from sending too fast, and how fast is not. Random loss stays the
 * same when the rate falls; a policer's, or a shallow queue's, goes away.
 *
 * <pre>
 *            more loss than usual          less loss at the lower rate
 *   FREE ----------------------> TEST ------------------------------> CAPPED &lt;--+
 *    ^                            |  twice the same loss: it is usual      |    | more loss
 *    +----------------------------+                                        v    | than usual
 *    +---------------------- three probes without -------------------- PROBE ---+
 * </pre>
 *
 * <p>A test lowers the rate to that at which bytes arrived, where a policer has nothing left to
 * drop. What is usual is only ever learned from a test, so that loss which creeps in with a slowly
 * rising rate is not taken for usual; and it is tested again now and then.
 */
final class RateCap {
  /** No cap. */
  static final double NONE = Double.POSITIVE_INFINITY;

  private enum State {
    FREE,
    TEST,
    CAPPED,
    PROBE,
    VERDICT
  }

  private static final double SECOND_NS = 1e9;
  private static final double MARGIN = 0.03;
  private static final double MARGIN_SHARE = 0.4;
  private static final double EARLY_EXCESS = 0.2;
  private static final int EXCESSES_TO_BELIEVE = 2;
  private static final double REMAINS_SHARE = 0.25;
  private static final double DEVIATIONS = 4;
  private static final double USUAL_MIN = 0.01;
  private static final double USUAL_FALL = 1.0 / 16;
  private static final double PROBE_STEP = 0.12;
  private static final double CAP_SHARE = 0.99;
  private static final int LOSSES_MIN = 16;
  private static final double CERTAINTY = 2.7;
  private static final double VERIFY_RATE = 0.85;
  private static final int LOSSES_PROBE = 4;
  private static final int PACKETS_MIN = 128;
  private static final int PACKETS_MAX = 1_024;
  private static final int PACKETS_LATE = 48;
  private static final int PACKETS_PROBE = 96;
  private static final int HOLD_FIRST = 8;
  private static final int HOLD_MAX = 128;
  private static final int PROBES_TO_FREE = 3;
  private static final int TEST_ROUNDS_MAX = 48;
  private static final int TESTS_TO_BELIEVE = 2;
  private static final double VERIFY_LOSS = 0.02;
  private static final int VERIFY_FIRST = 64;
  private static final int VERIFY_MAX = 1_024;

  private State state = State.FREE;
  private double capPerSecond = NONE;
  private double probedPerSecond;
  private double usual;
  private double baseline;
  private double excess;
  private int excesses;
  private int tests;
  private int testRounds;
  private boolean verifying;
  private boolean rising;
  private boolean yielding;
  private int verifyRounds = VERIFY_FIRST;
  private int roundsToVerify = VERIFY_FIRST;
  private int holdRounds = HOLD_FIRST;
  private int roundsLeft;
  private int probesPassed;
  private int probedPackets;
  private double sentPerSecond;
  private long sinceNs;
  private long untilNs;
  private double sent;
  private double lost;
  private int packets;
  private int losses;

  /** Free. */
  RateCap() {}

  /** The rate at which may be sent now, in bytes per second, or {@link #NONE}. */
  double bytesPerSecond() {
    return state == State.PROBE ? probedPerSecond : capPerSecond;
  }

  /** The share that is lost whatever the rate. */
  double usualLoss() {
    return usual;
  }

  /** Whether the rate is being held down, be it for a test. */
  boolean active() {
    return state != State.FREE;
  }

  /** Whether a test has shown that the loss came from the rate. */
  boolean confirmed() {
    return state != State.FREE && state != State.TEST;
  }

  /** The loss of a round is known in part: enough of it, and the judgement does not wait. */
  void onLoss(SendRounds rounds, int ago, long nowNs, double arrivalPerSecond) {
    if (state != State.FREE || rising || ago < 1 || rounds.lostPackets(ago) < LOSSES_MIN) {
      return;
    }
    double share = rounds.lostBytes(ago) / (double) Math.max(1, rounds.sentBytes(ago));
    if (share > usual + EARLY_EXCESS + margin(rounds.sentPackets(ago))) {
      begin(share, usual, nowNs, arrivalPerSecond);
    }
  }

  /**
   * Whether more arrives the more is sent: then loss, however much, is no sign of a limit, and no
   * test begins. The caller knows it while its window doubles.
   */
  void rising(boolean more) {
    rising = more;
  }

  /** A round of yielding says nothing of the rate that the path takes. */
  void yielding(boolean now) {
    yielding = now;
  }

  /** A timeout: what a test was about to find is lost with the packets. */
  void onTimeout() {
    if (state == State.TEST) {
      free();
    }
  }

  /** A round has passed; the oldest one kept is complete. */
  void onRound(SendRounds rounds, long nowNs, double arrivalPerSecond) {
    int ago = SendRounds.KEPT - 1;
    if (state == State.PROBE && rounds.startNs(0) >= sinceNs) {
      probedPackets += rounds.sentPackets(0);
      if (probedPackets >= PACKETS_PROBE) {
        state = State.VERDICT;
        untilNs = nowNs;
      }
    }
    if (state == State.CAPPED && --roundsLeft <= 0) {
      probe(nowNs);
    }
    roundsToVerify--;
    if (rounds.known(1) && !yielding) {
      sentPerSecond = perSecond((double) rounds.sentBytes(1), rounds.lengthNs(1));
    }
    if (!rounds.known(ago)
        || rounds.startNs(ago) < sinceNs
        || (state == State.VERDICT && rounds.startNs(ago) >= untilNs)) {
      return;
    }
    sent += rounds.deliveredBytes(ago) + rounds.lostBytes(ago);
    lost += rounds.lostBytes(ago);
    packets += rounds.sentPackets(ago);
    losses += rounds.lostPackets(ago);
    boolean late = state == State.TEST && ++testRounds > TEST_ROUNDS_MAX;
    if (late && packets < PACKETS_LATE) {
      free(); // too few packets to tell anything by
    } else if (late || packets >= packetsNeeded()) {
      judge(lost / Math.max(1, sent), margin(packets), nowNs, arrivalPerSecond);
      clear();
    }
  }

  /** So many packets that the loss in question would show by several of them. */
  private int packetsNeeded() {
    return switch (state) {
      case FREE, CAPPED -> PACKETS_MIN;
      case TEST -> (int) Math.min(PACKETS_MAX, testPackets());
      case PROBE, VERDICT -> PACKETS_PROBE;
    };
  }

  /** Enough to tell the loss that was from the one that a policer would leave. */
  private double testPackets() {
    double away = (excess - baseline) * REMAINS_SHARE / CERTAINTY;
    return excess * (1 - excess) / (away * away);
  }

  private void judge(double share, double margin, long nowNs, double arrivalPerSecond) {
    boolean more =
        share > usual + margin && losses >= (state == State.VERDICT ? LOSSES_PROBE : LOSSES_MIN);
    excesses = more ? excesses + 1 : 0;
    boolean believed = excesses >= EXCESSES_TO_BELIEVE; // one judgement of many is an outlier
    switch (state) {
      case FREE -> {
        if (rising) {
          return;
        }
        if (believed) {
          begin(share, usual, nowNs, arrivalPerSecond);
        } else if (share > VERIFY_LOSS && roundsToVerify <= 0 && !yielding) {
          verify(share, nowNs);
        } else {
          // What chance takes below the mean must not pull it down round by round.
          double chance = DEVIATIONS / 2 * deviation(packets);
          usual -= Math.max(0, usual - chance - share) * USUAL_FALL;
        }
      }
      case TEST -> judgeTest(share, nowNs, arrivalPerSecond);
      case CAPPED -> {
        if (believed) {
          begin(share, usual, nowNs, arrivalPerSecond);
        } else if (share > VERIFY_LOSS && roundsToVerify <= 0 && !yielding) {
          verify(share, nowNs);
        }
      }
      case VERDICT -> {
        if (more) {
          cap(nowNs, Math.min(HOLD_MAX, 2 * holdRounds));
        } else {
          capPerSecond = probedPerSecond;
          if (++probesPassed >= PROBES_TO_FREE) {
            free();
          } else {
            probe(nowNs);
          }
        }
      }
      case PROBE -> {
        // sent before the probe began
      }
    }
  }

  private void judgeTest(double share, long nowNs, double arrivalPerSecond) {
    if (share <= baseline + (excess - baseline) * REMAINS_SHARE) {
      usual = Math.min(usual, share);
      verifyRounds = VERIFY_FIRST;
      cap(nowNs, Math.min(HOLD_MAX, 2 * holdRounds));
    } else if (++tests < TESTS_TO_BELIEVE) {
      excess = share;
      lower(nowNs, arrivalPerSecond);
    } else {
      usual = share;
      verifyRounds = verifying ? Math.min(VERIFY_MAX, 2 * verifyRounds) : VERIFY_FIRST;
      free();
    }
    roundsToVerify = verifyRounds;
  }

  /** Tests again what is usual, at a rate that is only a little lower. */
  private void verify(double share, long nowNs) {
    double rate = Math.max(VERIFY_RATE, 1 - share) * CAP_SHARE;
    double now = Math.min(capPerSecond, sentPerSecond);
    begin(share, Math.max(0, 1 - (1 - share) / rate), nowNs, now * rate / CAP_SHARE);
    verifying = true;
    tests = TESTS_TO_BELIEVE - 1;
  }

  private void begin(double share, double without, long nowNs, double arrivalPerSecond) {
    if (arrivalPerSecond <= 0) {
      return;
    }
    state = State.TEST;
    excess = share;
    baseline = without;
    tests = 0;
    excesses = 0;
    verifying = false;
    lower(nowNs, arrivalPerSecond);
  }

  private void lower(long nowNs, double arrivalPerSecond) {
    capPerSecond = Math.min(capPerSecond, arrivalPerSecond * CAP_SHARE);
    sinceNs = nowNs;
    testRounds = 0;
    clear();
  }

  private void cap(long nowNs, int hold) {
    state = State.CAPPED;
    holdRounds = hold;
    roundsLeft = hold;
    probesPassed = 0;
    sinceNs = nowNs;
    clear();
  }

  private void probe(long nowNs) {
    state = State.PROBE;
    probedPerSecond = capPerSecond * (1 + PROBE_STEP * (1 + probesPassed));
    probedPackets = 0;
    sinceNs = nowNs;
    clear();
  }

  /** No cap any more; nothing that was measured so far counts. */
  void free() {
    state = State.FREE;
    capPerSecond = NONE;
    holdRounds = HOLD_FIRST;
    probesPassed = 0;
    clear();
  }

  private void clear() {
    sent = 0;
    lost = 0;
    packets = 0;
    losses = 0;
  }

  /** How far the share of so many packets is from the usual one by chance. */
  private double deviation(int count) {
    return Math.sqrt(Math.max(usual, USUAL_MIN) * (1 - usual) / Math.max(1, count));
  }

  private double margin(int count) {
    return Math.max(Math.max(MARGIN, usual * MARGIN_SHARE), DEVIATIONS * deviation(count));
  }

  /** The arrival rate of bytes over a time. */
  static double perSecond(double bytes, long overNs) {
    return bytes * SECOND_NS / Math.max(1, overNs);
  }

  @Override
  public String toString() {
    return state + (capPerSecond == NONE ? "" : " at " + (long) capPerSecond) + " usual " + usual;
  }
}
