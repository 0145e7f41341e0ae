package io.netdam.transport;

/**
 * The smallest delay of the last while: what a path costs without queues. Two windows take turns,
 * so that a sample is forgotten after one to two of them; a path that became longer is believed
 * then.
 */
final class DelayFloor {
  private final long spanMinNs;
  private final int spanRounds;
  private long currentNs = Long.MAX_VALUE;
  private long previousNs = Long.MAX_VALUE;
  private long turnNs = Long.MIN_VALUE;

  /**
   * Without a sample.
   *
   * @param spanMinNs the shortest span of a window
   * @param spanRounds the span in multiples of the delay, if that is longer
   */
  DelayFloor(long spanMinNs, int spanRounds) {
    this.spanMinNs = spanMinNs;
    this.spanRounds = spanRounds;
  }

  /** Takes a sample. */
  void sample(long nowNs, long delayNs) {
    if (turnNs == Long.MIN_VALUE) {
      turnNs = nowNs;
    }
    if (nowNs - turnNs > Math.max(spanMinNs, spanRounds * delayNs)) {
      previousNs = currentNs;
      currentNs = Long.MAX_VALUE;
      turnNs = nowNs;
    }
    currentNs = Math.min(currentNs, delayNs);
  }

  /** Whether there was a sample. */
  boolean known() {
    return Math.min(currentNs, previousNs) != Long.MAX_VALUE;
  }

  /** The smallest delay; {@code Long.MAX_VALUE} without a sample. */
  long ns() {
    return Math.min(currentNs, previousNs);
  }
}
