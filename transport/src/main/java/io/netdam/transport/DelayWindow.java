package io.netdam.transport;

/**
 * The default congestion control: a window from the delay of the fabric and one from the occupancy
 * of the device; the smaller wins. What is not paced evenly is paced by it, down to less than one
 * packet for each round trip.
 *
 * <ul>
 *   <li><b>Delay.</b> Once for each round trip the mean delay of the round says how long the queue
 *       is. The window moves so as to close a third of the gap to a target. The target is larger
 *       for small windows, so that flows that share a queue become equal (Swift's flow scaling,
 *       Kumar et al., SIGCOMM 2020, by the logarithm of the window). Now and then the window yields
 *       for a round, so that everybody sees the path without queue.
 *   <li><b>Occupancy.</b> Shallow: grow; middle: hold; deep: back off hard.
 *   <li><b>Loss.</b> Alone it means nothing; {@link RateCap} finds loss that rises with the rate.
 *   <li><b>Competition.</b> If a queue stands however much the window yields, somebody fills it:
 *       the window then behaves as {@link CubicGrowth} does, until a queue is seen to drain.
 * </ul>
 */
public final class DelayWindow implements CongestionControl {
  private static final long SECOND_NS = 1_000_000_000L;

  /** Long, because a competitor may not let the queue drain for as long. */
  private static final long FLOOR_SPAN_NS = 60 * SECOND_NS;

  private static final int FLOOR_SPAN_ROUNDS = 400;
  private static final int INITIAL_FRAMES = 10;

  private static final long TARGET_MIN_NS = 12_000;
  private static final long TARGET_MIN_LOOPBACK_NS = 1_000_000;
  private static final double TARGET_LOW = 1.0 / 16;
  private static final double TARGET_SPAN = 1.0 / 4;
  private static final double TARGET_UNIT_BYTES = 1_024;
  private static final double TARGET_DECADES = Math.log(65_536);
  private static final long TARGET_MAX_NS = 20_000_000;

  private static final double GAIN_UP = 0.3;
  private static final double GAIN_DOWN = 0.5;
  private static final double GROWTH_FAST = 0.25;
  private static final double SHRINK_MAX = 0.5;
  private static final double ARRIVAL_RISE = 1.2;
  private static final int FLAT_ROUNDS = 3;
  private static final int FAST_AFTER = 4;
  private static final double LIMITED_SHARE = 0.7;

  private static final int YIELD_EVERY = 64;
  private static final double YIELD_SHARE = 0.8;
  private static final int ROUNDS_OF_YIELD = 2;
  private static final double CLEAR_FRAMES = 4;
  private static final int CLEAR_MAX = 1_024;

  private static final double PERSIST_FACTOR = 1.15;
  private static final int PERSIST_ROUNDS = 8;
  private static final double PERSIST_SHARE = 0.6;
  private static final double SMALL_FRAMES = 4;
  private static final long DRAIN_FIRST_NS = 2 * SECOND_NS;
  private static final long DRAIN_AGAIN_NS = SECOND_NS / 2;
  private static final int DRAINS_TO_BELIEVE = 2;
  private static final int DRAINED_ROUNDS = 8;
  private static final double EATEN_SHARE = 0.35;
  private static final long AGAIN_NS = 20 * SECOND_NS;
  private static final long DRAIN_MAX_NS = 16 * SECOND_NS;

  private static final int OCCUPANCY_MIDDLE = 96;
  private static final int OCCUPANCY_DEEP = 192;
  private static final double OCCUPANCY_BACK_OFF = 0.6;
  private static final double OCCUPANCY_GROWTH = 1.5;

  private static final int BLOCK_SAMPLES = 8;
  private static final int SAMPLES_MIN = 4;
  private static final double PACE = 1.25;
  private static final double PACE_START = 2;
  private static final double WINDOW_MAX_BYTES = 1L << 32;
  private static final int LOOPBACK_MIN_BYTES = 32_768;

  private final int frameBytes;
  private final boolean loopback;
  private final double windowMin;
  private final long targetMinNs;
  private final QueueDelay queue;
  private final SendRounds rounds = new SendRounds();
  private final RateCap cap = new RateCap();
  private final CubicGrowth cubic = new CubicGrowth();

  private double window;
  private double occupancyWindow = WINDOW_MAX_BYTES;
  private double startLimit = WINDOW_MAX_BYTES;
  private boolean starting = true;
  private boolean hold;
  private double growthPerByte = 1;
  private int roomyRounds;

  private int unyieldedRounds = ROUNDS_OF_YIELD;
  private double yieldedWindow;
  private int roundsToYield = YIELD_EVERY;
  private int yieldRounds;
  private int roundsToClear;
  private int clearEvery = YIELD_EVERY;

  private boolean competing;

  /** Competing, and no loss yet: grows as a fresh flow does. */
  private boolean unbeaten;

  private int persistRounds;
  private double persistWindow;
  private int drainedRounds;
  private int drainsSeen;
  private long competedNs = Long.MIN_VALUE / 2;
  private double competedWindow;
  private long drainNs;
  private long drainEveryNs = DRAIN_FIRST_NS;
  private long lossNs = Long.MIN_VALUE;

  private long blockMinNs = Long.MAX_VALUE;
  private int blockSamples;
  private long roundQueueNs;
  private int roundSamples;
  private int delaySamples;
  private long roundOccupancy;
  private long roundInFlight;
  private double roundDelivered;
  private long delayNs;
  private long latestQueueNs;
  private double arrivalPerSecond;
  private double arrivalMost;
  private int flatRounds;
  private int timeouts;

  /**
   * A fresh window of ten frames.
   *
   * @param frameBytes the longest frame
   * @param loopback whether the path stays in the machine: its delay is that of the scheduler
   */
  public DelayWindow(int frameBytes, boolean loopback) {
    this.frameBytes = frameBytes;
    this.loopback = loopback;
    queue = new QueueDelay(frameBytes, FLOOR_SPAN_NS, FLOOR_SPAN_ROUNDS);
    window = (double) INITIAL_FRAMES * frameBytes;
    windowMin = loopback ? LOOPBACK_MIN_BYTES : frameBytes / 8.0;
    targetMinNs = loopback ? TARGET_MIN_LOOPBACK_NS : TARGET_MIN_NS;
    window = Math.max(window, windowMin);
  }

  @Override
  public void onSent(long nowNs, int bytes, long inFlightBytes) {
    if (!rounds.known(0)) {
      rounds.next(nowNs);
    }
    rounds.onSent(bytes);
    roundInFlight = Math.max(roundInFlight, inFlightBytes);
  }

  @Override
  public void onSample(long nowNs, long sentNs, int bytes, long fabricNs, int occupancy) {
    roundOccupancy += occupancy;
    roundSamples++;
    if (fabricNs != NO_SAMPLE) {
      long queuedNs = queue.sample(nowNs, fabricNs, bytes);
      roundQueueNs += queuedNs;
      delaySamples++;
      blockMinNs = Math.min(blockMinNs, queuedNs);
      if (++blockSamples == BLOCK_SAMPLES) {
        endBlock(nowNs);
      }
      delayNs = delayNs == 0 ? fabricNs : delayNs + (fabricNs - delayNs) / 8;
    }
    if (sentNs >= rounds.startNs(0)) {
      endRound(nowNs);
    }
  }

  @Override
  public void onDelivered(long nowNs, long sentNs, int bytes, long inFlightBytes) {
    timeouts = 0;
    rounds.onDelivered(sentNs, bytes);
    roundDelivered += bytes;
    if (!hold && yieldRounds == 0 && !(starting && cap.active()) && limited(inFlightBytes)) {
      window = Math.min(WINDOW_MAX_BYTES, window + growthPerByte * bytes);
      if (starting && window >= startLimit) {
        starting = false;
        growthPerByte = 0;
      }
    }
  }

  @Override
  public void onLost(long nowNs, long sentNs, int bytes) {
    int ago = rounds.onLost(sentNs, bytes);
    if (competing) {
      loseCompeting(nowNs, sentNs, ago);
    } else if (ago > 0) {
      cap.onLoss(rounds, ago, nowNs, arrivalPerSecond);
    }
  }

  @Override
  public void onSpurious(long nowNs, int bytes) {
    rounds.onSpurious(bytes);
  }

  @Override
  public void onTimeout(long nowNs) {
    double half = Math.max(windowMin, Math.max(window / 2, 2.0 * frameBytes));
    // With few packets under way and much loss a silence may be chance; a second one is none.
    boolean chance = timeouts++ == 0;
    // Before the first sample the timeout is a guess; the path may only be longer than it.
    startLimit = delayNs == 0 ? WINDOW_MAX_BYTES : half;
    cap.onTimeout();
    if (competing) {
      cubic.onLoss(nowNs, window);
      unbeaten = true;
      lossNs = nowNs;
    } else {
      starting = true;
      growthPerByte = 1;
    }
    window = chance ? half : Math.max(windowMin, Math.min(window, 2.0 * frameBytes));
    yieldRounds = 0;
    arrivalMost = 0;
    flatRounds = 0;
    rounds.restart(nowNs);
    clearRound();
  }

  @Override
  public long windowBytes() {
    double bytes = Math.min(window, occupancyWindow);
    double rate = cap.bytesPerSecond();
    if (rate != RateCap.NONE) {
      bytes = Math.min(bytes, rate * Math.max(delayNs, 1) / SECOND_NS * PACE + frameBytes);
    }
    return (long) Math.max(1, Math.max(bytes, windowMin));
  }

  @Override
  public long pacingBytesPerSecond() {
    if (delayNs == 0 || (loopback && !cap.active())) {
      return UNPACED; // within a machine the window is clock enough, and timers cost more
    }
    double bytes = Math.max(windowMin, Math.min(window, occupancyWindow));
    double gain = bytes < frameBytes ? 1 : starting ? PACE_START : PACE;
    double rate = Math.min(gain * bytes * SECOND_NS / delayNs, cap.bytesPerSecond());
    return (long) Math.max(1, rate);
  }

  /** While the window doubles, a round is too long to wait for: a few samples show the queue. */
  private void endBlock(long nowNs) {
    if (starting && !competing && blockMinNs > targetNs()) {
      double arrival =
          Math.max(arrivalPerSecond, RateCap.perSecond(roundDelivered, nowNs - rounds.startNs(0)));
      double fits = arrival * (queue.floorNs() + targetNs()) / SECOND_NS;
      window = Math.max(windowMin, Math.min(window, Math.max(fits, window / 4)));
      stopStarting();
    }
    blockMinNs = Long.MAX_VALUE;
    blockSamples = 0;
  }

  private void endRound(long nowNs) {
    measureArrival(nowNs);
    if (!competing) {
      cap.onRound(rounds, nowNs, arrivalPerSecond);
    }
    if (cap.confirmed()) {
      stopStarting();
      window = Math.min(window, (double) windowBytes());
    }
    byOccupancy();
    // The mean, not the smallest: of a flow with many samples the smallest is smaller than of one
    // with few, so that the larger of two flows would see the shorter queue and grow on.
    if (delaySamples >= SAMPLES_MIN) {
      long queueNs = roundQueueNs / delaySamples;
      latestQueueNs = queueNs;
      if (competing) {
        compete(nowNs, queueNs);
      } else {
        byDelay(nowNs, queueNs);
      }
      roundQueueNs = 0;
      delaySamples = 0;
      roundInFlight = 0;
    }
    rounds.next(nowNs);
    clearRound();
  }

  /** At what rate answers came in a round that did not yield, nor answered one that did. */
  private void measureArrival(long nowNs) {
    unyieldedRounds = yieldRounds > 0 ? 0 : unyieldedRounds + 1;
    boolean yielding = unyieldedRounds <= ROUNDS_OF_YIELD;
    if (!yielding) {
      arrivalPerSecond = RateCap.perSecond(roundDelivered, nowNs - rounds.startNs(0));
      flatRounds++;
      if (arrivalPerSecond > ARRIVAL_RISE * arrivalMost) {
        arrivalMost = arrivalPerSecond;
        flatRounds = 0;
      }
    }
    cap.yielding(yielding);
    cap.rising(starting && flatRounds < FLAT_ROUNDS);
  }

  private void clearRound() {
    roundSamples = 0;
    roundOccupancy = 0;
    roundDelivered = 0;
  }

  /** The standing queue that this window should cause, in nanoseconds. */
  private double targetNs() {
    double size = Math.log(Math.max(1, window / TARGET_UNIT_BYTES)) / TARGET_DECADES;
    return targetNs(Math.max(0, 1 - size));
  }

  /** The target of a window that has some share, 0 to 1, of the part for small ones. */
  private double targetNs(double small) {
    double low = Math.max((double) targetMinNs, queue.floorNs() * TARGET_LOW);
    double span = Math.max((double) targetMinNs, queue.floorNs() * TARGET_SPAN);
    return Math.min((double) TARGET_MAX_NS, low + span * small);
  }

  private void byDelay(long nowNs, long queueNs) {
    if (yieldRounds > 0) {
      endYield();
      return;
    }
    double targetNs = targetNs();
    double gap = (targetNs - queueNs) / (queue.floorNs() + queueNs);
    boolean limited = limited(roundInFlight);
    if (gap < 0) {
      stopStarting();
      window =
          Math.min(window, (double) roundInFlight) * (1 - Math.min(SHRINK_MAX, -GAIN_DOWN * gap));
      window = Math.max(windowMin, window);
      growthPerByte = 0;
      roomyRounds = 0;
    } else if (!starting) {
      roomyRounds = limited && queueNs < targetNs / 4 ? roomyRounds + 1 : 0;
      double growth = Math.min(GROWTH_FAST, GAIN_UP * gap);
      growthPerByte =
          (roomyRounds >= FAST_AFTER ? GROWTH_FAST : growth)
              + frameBytes / Math.max(window, frameBytes);
    }
    watchForCompetition(nowNs, queueNs);
    if (!starting && !competing && --roundsToYield <= 0) {
      roundsToClear -= YIELD_EVERY;
      if (roundsToClear <= 0) {
        clearEvery = Math.min(CLEAR_MAX, 2 * clearEvery);
        roundsToClear = clearEvery;
        beginYield(CLEAR_FRAMES * frameBytes / window);
      } else {
        beginYield(YIELD_SHARE * queue.floorNs() / (queue.floorNs() + queueNs));
      }
    }
  }

  /** Whether the window was the limit: nearly full, or without room for another frame. */
  private boolean limited(long inFlightBytes) {
    return inFlightBytes >= Math.min(LIMITED_SHARE * window, window - frameBytes);
  }

  private void stopStarting() {
    if (starting) {
      starting = false;
      growthPerByte = 0;
      roundsToYield = 2;
    }
  }

  /** Leaves the queue for a round, so that its flows see the path without it. */
  private void beginYield(double share) {
    roundsToYield = YIELD_EVERY;
    yieldRounds = ROUNDS_OF_YIELD;
    yieldedWindow = window;
    window = Math.max(windowMin, window * Math.min(1, share));
  }

  private void endYield() {
    yieldRounds--;
    if (yieldRounds == 0) {
      window = yieldedWindow;
    }
  }

  private void byOccupancy() {
    if (roundSamples == 0) {
      return;
    }
    long occupancy = roundOccupancy / roundSamples;
    hold = occupancy >= OCCUPANCY_MIDDLE;
    if (occupancy >= OCCUPANCY_DEEP) {
      double used = Math.min(occupancyWindow, Math.max((double) roundInFlight, windowMin));
      occupancyWindow = Math.max(windowMin, used * OCCUPANCY_BACK_OFF);
      stopStarting();
    } else if (!hold) {
      occupancyWindow = Math.min(WINDOW_MAX_BYTES, occupancyWindow * OCCUPANCY_GROWTH);
    }
  }

  /** A queue that stands however much the window yields, or that eats the window, is another's. */
  private void watchForCompetition(long nowNs, long queueNs) {
    boolean again = nowNs - competedNs < AGAIN_NS;
    if (again && window < EATEN_SHARE * competedWindow && queueNs > targetNs(0)) {
      startCompeting(nowNs, competedWindow / 2);
      return;
    }
    if (queueNs < PERSIST_FACTOR * targetNs(1)) {
      persistRounds = Math.max(0, persistRounds - 2);
      return;
    }
    if (persistRounds++ == 0) {
      persistWindow = window;
    }
    boolean yielded = window < Math.max(PERSIST_SHARE * persistWindow, SMALL_FRAMES * frameBytes);
    if (persistRounds >= PERSIST_ROUNDS && (yielded || again)) {
      startCompeting(nowNs, Math.max(again ? competedWindow / 2 : 0, persistWindow));
    }
  }

  private void startCompeting(long nowNs, double from) {
    competing = true;
    unbeaten = true;
    starting = false;
    persistRounds = 0;
    drainedRounds = 0;
    drainsSeen = 0;
    cap.free();
    window = Math.max(from, SMALL_FRAMES * frameBytes);
    cubic.begin(nowNs, window);
    lossNs = nowNs;
    drainNs = nowNs + drainEveryNs;
  }

  private void compete(long nowNs, long queueNs) {
    drainedRounds = queueNs < targetNs() ? drainedRounds + 1 : 0;
    if (yieldRounds > 0) {
      boolean drained = yieldRounds == 1 && drainedRounds > 0;
      endYield();
      if (drained) {
        drainsSeen++;
        drainNs = nowNs + DRAIN_AGAIN_NS;
      } else if (yieldRounds == 0) {
        drainsSeen = 0;
      }
      if (drainsSeen >= DRAINS_TO_BELIEVE) {
        stopCompeting(nowNs);
      }
      return;
    }
    if (drainedRounds >= DRAINED_ROUNDS) {
      stopCompeting(nowNs);
      return;
    }
    long roundTripNs = queue.floorNs() + queueNs;
    double goal = cubic.windowBytes(nowNs + roundTripNs, roundTripNs);
    growthPerByte =
        unbeaten ? SHRINK_MAX : Math.clamp((goal - window) / Math.max(window, 1), 0, SHRINK_MAX);
    if (nowNs >= drainNs) {
      drainEveryNs = Math.min(DRAIN_MAX_NS, 2 * drainEveryNs);
      drainNs = nowNs + drainEveryNs;
      beginYield(SHRINK_MAX);
      yieldRounds = 3;
    }
  }

  private void loseCompeting(long nowNs, long sentNs, int ago) {
    if (sentNs < lossNs || ago < 0) {
      return;
    }
    double share = rounds.lostBytes(ago) / (double) Math.max(1, rounds.sentBytes(ago));
    if (share > 2 * cap.usualLoss()) {
      lossNs = nowNs;
      unbeaten = false;
      window = Math.max(windowMin, cubic.onLoss(nowNs, window));
      growthPerByte = 0;
    }
  }

  private void stopCompeting(long nowNs) {
    competing = false;
    competedNs = nowNs;
    competedWindow = window;
    persistRounds = 0;
    drainEveryNs = DRAIN_FIRST_NS;
    growthPerByte = 0;
    roundsToYield = YIELD_EVERY;
  }

  /** Where the window is and why, for a trace. */
  @Override
  public String toString() {
    return (competing ? "competing" : starting ? "starting" : "by delay")
        + " window "
        + (long) window
        + " occupancy "
        + (long) Math.min(occupancyWindow, 1e12)
        + " "
        + cap
        + " floor "
        + (queue.known() ? queue.floorNs() : 0)
        + " queue "
        + latestQueueNs
        + " target "
        + (queue.known() ? (long) targetNs() : 0)
        + " persists "
        + persistRounds;
  }
}
