package io.netdam.transport;

/**
 * The window of a loss-based flow: CUBIC (RFC 9438), with its constants, so that a competitor of
 * that kind finds its like. Counted in segments of 1,460 bytes whatever the frame.
 */
final class CubicGrowth {
  private static final double SEGMENT_BYTES = 1_460;
  private static final double C = 0.4;
  private static final double BETA = 0.7;
  private static final double RENO_SLOPE = 3 * (1 - BETA) / (1 + BETA);
  private static final double SECOND_NS = 1e9;

  private double maximum;
  private double start;
  private double toMaximumS;
  private long epochNs;

  /** Begins at a window, as if the last loss had been there. */
  void begin(long nowNs, double windowBytes) {
    maximum = windowBytes / SEGMENT_BYTES;
    start = maximum;
    toMaximumS = 0;
    epochNs = nowNs;
  }

  /** A loss: the window after it, in bytes. */
  double onLoss(long nowNs, double windowBytes) {
    double window = windowBytes / SEGMENT_BYTES;
    // Fast convergence: who lost before regaining its maximum makes room.
    maximum = window < maximum ? window * (1 + BETA) / 2 : window;
    start = window * BETA;
    toMaximumS = Math.cbrt(Math.max(0, maximum - start) / C);
    epochNs = nowNs;
    return start * SEGMENT_BYTES;
  }

  /** The window at a time, in bytes. */
  double windowBytes(long nowNs, long roundTripNs) {
    double seconds = (nowNs - epochNs) / SECOND_NS;
    double away = seconds - toMaximumS;
    double cubic = C * away * away * away + maximum;
    double reno = start + RENO_SLOPE * seconds * SECOND_NS / Math.max(1, roundTripNs);
    return Math.max(cubic, reno) * SEGMENT_BYTES;
  }
}
