package io.netdam.transport;

/**
 * Spaces the packets of one path: a token bucket, kept as the time at which it would be empty.
 *
 * <p>The bucket holds what may leave at once: a quarter of a millisecond or of a round trip, at
 * least two frames, so that a runtime is not woken for each packet. Below one packet for each round
 * trip it holds one. However slow a path was, a frame waits 50 ms for the one before it at most: a
 * round trip that was measured through an outage would else keep a client away from a path that is
 * well again for longer than its ticket is good.
 */
public final class Pacer {
  private static final long BURST_NS = 250_000;
  private static final double FRAME_NS_MAX = 50e6;
  private static final double SECOND_NS = 1e9;

  private final int frameBytes;
  private double nanosecondsPerByte;
  private double emptyNs = Double.NEGATIVE_INFINITY;
  private double burstNs;

  /** Unpaced until {@link #rate}. */
  public Pacer(int frameBytes) {
    this.frameBytes = frameBytes;
  }

  /**
   * Changes the rate.
   *
   * @param bytesPerSecond at least 1, or {@link CongestionControl#UNPACED}
   * @param single whether the bucket holds one packet only
   * @param roundTripNs of the path; a burst is at most a quarter of it
   */
  public void rate(long bytesPerSecond, boolean single, long roundTripNs) {
    if (bytesPerSecond == CongestionControl.UNPACED) {
      nanosecondsPerByte = 0;
      burstNs = 0;
      return;
    }
    nanosecondsPerByte =
        Math.min(SECOND_NS / Math.max(1, bytesPerSecond), FRAME_NS_MAX / frameBytes);
    burstNs =
        single
            ? 0
            : Math.max(
                (double) Math.min(BURST_NS, roundTripNs / 4), frameBytes * nanosecondsPerByte);
  }

  /** Whether a packet may leave. */
  public boolean allows(long nowNs) {
    return nanosecondsPerByte == 0 || emptyNs - burstNs <= nowNs;
  }

  /** A packet leaves. */
  public void onSent(long nowNs, int bytes) {
    if (nanosecondsPerByte != 0) {
      emptyNs = Math.max(emptyNs, (double) nowNs) + bytes * nanosecondsPerByte;
    }
  }

  /** When the next packet may leave; {@code nowNs} or earlier: at once. */
  public long nextNs(long nowNs) {
    return allows(nowNs) ? nowNs : (long) Math.ceil(emptyNs - burstNs);
  }
}
