package io.netdam.transport;

/**
 * Decides by time which packets of one path are lost: RACK-TLP (RFC 8985), counted in packets as
 * QUIC does (RFC 9002), because every transmission has a number of its own.
 *
 * <p>A packet is lost when one that left later has been answered and a round trip plus the
 * reordering window has passed since it left. The window starts at a quarter of the round trip; a
 * loss that turns out wrong widens it by another quarter, at most to the whole, and it shrinks
 * again after 16 round trips without one. What no later answer judges — the tail — is probed after
 * two round trips, and given up after a timeout that doubles each time.
 */
public final class LossDetector {
  /** No deadline. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int WINDOW_PARTS = 4;
  private static final int PERSIST_ROUNDS = 64;
  private static final long WINDOW_MIN_NS = 20_000;
  private static final int BACKOFF_MAX = 16;
  private static final double JITTER_PART = 8;

  private final RoundTripEstimator roundTrip;
  private final long firstTimeoutNs;
  private final long timeoutMaxNs;
  private final long probeMinNs;

  private long newestSentNs = Long.MIN_VALUE;
  private long newestPacket = Long.MIN_VALUE;
  private int windowParts = 1;
  private long widenedNs = Long.MIN_VALUE;
  private long lastSentNs;
  private long lastAnswerNs = Long.MIN_VALUE;
  private int timeouts;
  private long jitterNs;

  /**
   * Without history.
   *
   * @param roundTrip of the path, sampled by the caller before {@link #onAnswered}
   * @param firstTimeoutNs the timeout as long as there is no sample
   * @param timeoutMaxNs the longest timeout
   * @param probeMinNs the shortest wait for a silent tail
   */
  public LossDetector(
      RoundTripEstimator roundTrip, long firstTimeoutNs, long timeoutMaxNs, long probeMinNs) {
    this.roundTrip = roundTrip;
    this.firstTimeoutNs = firstTimeoutNs;
    this.timeoutMaxNs = timeoutMaxNs;
    this.probeMinNs = probeMinNs;
  }

  /** A packet leaves. */
  public void onSent(long nowNs) {
    lastSentNs = nowNs;
  }

  /**
   * A packet was answered.
   *
   * @param nowNs the time
   * @param sentNs when it left
   * @param packetNumber its number
   * @param certain whether the answer names this packet; else it may be an earlier copy's
   */
  public void onAnswered(long nowNs, long sentNs, long packetNumber, boolean certain) {
    timeouts = 0;
    lastAnswerNs = nowNs;
    // RFC 8985 section 6.2 step 2: an answer faster than any round trip is that of an earlier copy.
    if (!certain && nowNs - sentNs < roundTrip.minimumNs()) {
      return;
    }
    if (later(sentNs, packetNumber, newestSentNs, newestPacket)) {
      newestSentNs = sentNs;
      newestPacket = packetNumber;
    }
    if (windowParts > 1
        && nowNs - widenedNs > PERSIST_ROUNDS * Math.max(1, roundTrip.smoothedNs())) {
      windowParts--;
      widenedNs = nowNs;
    }
  }

  /** A packet that was declared lost has been answered after all. */
  public void onSpurious(long nowNs) {
    if (nowNs - widenedNs > roundTrip.smoothedNs() || windowParts == 1) {
      windowParts = Math.min(WINDOW_PARTS, windowParts + 1);
      widenedNs = nowNs;
    }
  }

  /** How long a packet may be late after one that left later. */
  public long reorderWindowNs() {
    return Math.max(WINDOW_MIN_NS, roundTrip.smoothedNs() * windowParts / WINDOW_PARTS);
  }

  /** Whether a packet under way is lost. */
  public boolean lost(long nowNs, long sentNs, long packetNumber) {
    return lostNs(sentNs, packetNumber) <= nowNs;
  }

  /**
   * When a packet under way will be lost if no answer comes.
   *
   * @return {@link #NEVER} as long as no packet that left later was answered
   */
  public long lostNs(long sentNs, long packetNumber) {
    if (!later(newestSentNs, newestPacket, sentNs, packetNumber)) {
      return NEVER;
    }
    return sentNs + Math.max(roundTrip.latestNs(), roundTrip.smoothedNs()) + reorderWindowNs();
  }

  /** When a silent tail is probed or given up, if anything is under way. */
  public long timeoutNs() {
    return Math.max(lastSentNs, lastAnswerNs) + waitNs() + (timeouts > 0 ? jitterNs : 0);
  }

  /** Whether the next {@link #onTimeout} is a probe: nothing is declared lost. */
  public boolean probes() {
    return timeouts == 0 && roundTrip.known();
  }

  /**
   * The timeout has passed.
   *
   * @param nowNs the time
   * @param jitter 0 to 1: how much of an eighth is added to the next wait, so that many clients do
   *     not come back at once
   */
  public void onTimeout(long nowNs, double jitter) {
    lastSentNs = nowNs;
    timeouts = Math.min(BACKOFF_MAX, timeouts + 1);
    jitterNs = (long) (waitNs() / JITTER_PART * jitter);
  }

  /** Timeouts since the last answer. */
  public int timeouts() {
    return timeouts;
  }

  /** When the last answer came; {@code Long.MIN_VALUE} if none did. */
  public long lastAnswerNs() {
    return lastAnswerNs;
  }

  private long waitNs() {
    if (!roundTrip.known()) {
      return Math.min(timeoutMaxNs, firstTimeoutNs << Math.min(BACKOFF_MAX, timeouts));
    }
    if (timeouts == 0) {
      return Math.max(probeMinNs, 2 * roundTrip.smoothedNs() + roundTrip.variationNs());
    }
    long base = Math.max(probeMinNs, roundTrip.timeoutNs());
    return Math.min(Math.max(timeoutMaxNs, base), base << (timeouts - 1));
  }

  private static boolean later(long sentNs, long packet, long otherSentNs, long otherPacket) {
    return sentNs > otherSentNs || (sentNs == otherSentNs && packet > otherPacket);
  }
}
