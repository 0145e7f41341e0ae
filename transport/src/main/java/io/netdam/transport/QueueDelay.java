package io.netdam.transport;

/**
 * How much of a delay is queue: what exceeds the smallest delay of packets of the like size.
 *
 * <p>A long frame takes its time on each link that it crosses, queue or none: 66 µs at 1 Gb/s for
 * 8,256 bytes. Were its delay compared with that of a short packet, every long frame would seem to
 * have met a queue, a window of one frame would yield to itself, and of two flows the one that
 * happened to see a short packet first would give way to the other.
 */
final class QueueDelay {
  private final int longBytes;
  private final DelayFloor shorts;
  private final DelayFloor longs;

  /**
   * Without a sample.
   *
   * @param frameBytes the longest frame; from half of it on a packet is long
   * @param spanMinNs as {@link DelayFloor} has it
   * @param spanRounds as {@link DelayFloor} has it
   */
  QueueDelay(int frameBytes, long spanMinNs, int spanRounds) {
    longBytes = frameBytes / 2;
    shorts = new DelayFloor(spanMinNs, spanRounds);
    longs = new DelayFloor(spanMinNs, spanRounds);
  }

  /**
   * Takes a sample.
   *
   * @param delayNs of the fabric
   * @param bytes of the packet, the larger of request and reply
   * @return how much of it is queue, at least 0
   */
  long sample(long nowNs, long delayNs, int bytes) {
    DelayFloor floor = bytes < longBytes ? shorts : longs;
    floor.sample(nowNs, delayNs);
    return delayNs - floor.ns();
  }

  /** Whether there was a sample. */
  boolean known() {
    return longs.known() || shorts.known();
  }

  /** The delay without a queue, of long frames if there were any; else of short ones. */
  long floorNs() {
    return longs.known() ? longs.ns() : shorts.ns();
  }
}
