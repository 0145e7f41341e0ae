package io.netdam.simulator.nodes;

/**
 * The clock of one node: starts anywhere, and is a little fast or slow.
 *
 * @param originNs what it shows at virtual time 0
 * @param rate parts per million by which it is too fast
 */
public record NodeClock(long originNs, long rate) {
  private static final long MILLION = 1_000_000;

  /** What it shows at a virtual time. */
  public long shown(long virtualNs) {
    return originNs + virtualNs + virtualNs / MILLION * rate + virtualNs % MILLION * rate / MILLION;
  }

  /**
   * The first virtual time at which it shows a time or more.
   *
   * @param shownNs what it is to show; {@code Long.MAX_VALUE}: never
   */
  public long virtual(long shownNs) {
    if (shownNs == Long.MAX_VALUE) {
      return shownNs;
    }
    long sinceNs = shownNs - originNs;
    long guess = (long) (sinceNs / (1 + rate / (double) MILLION)) - 2;
    while (shown(guess) < shownNs) {
      guess++;
    }
    return guess;
  }
}
