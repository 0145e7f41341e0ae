package io.netdam.transport;

/**
 * Smoothed round trip, its variation and its minimum on one path (RFC 6298 section 2, with the
 * gains of 1/8 and 1/4). Samples include the residence in the device, because timers wait for
 * answers; congestion control takes the residence off on its own.
 */
public final class RoundTripEstimator {
  private static final int VARIATION_SHARE = 4;
  private static final int SMOOTHED_SHARE = 8;

  private long smoothedNs;
  private long variationNs;
  private long minimumNs = Long.MAX_VALUE;
  private long latestNs;
  private long samples;

  /** Without a sample. */
  public RoundTripEstimator() {}

  /** Takes a sample of at least 0 ns; 0 counts as 1. */
  public void sample(long roundTripNs) {
    long sample = Math.max(1, roundTripNs);
    latestNs = sample;
    minimumNs = Math.min(minimumNs, sample);
    if (samples++ == 0) {
      smoothedNs = sample;
      variationNs = sample / 2;
      return;
    }
    long distance = Math.abs(smoothedNs - sample);
    variationNs += (distance - variationNs) / VARIATION_SHARE;
    smoothedNs = Math.max(1, smoothedNs + (sample - smoothedNs) / SMOOTHED_SHARE);
  }

  /** Whether there was a sample. */
  public boolean known() {
    return samples > 0;
  }

  /** The smoothed round trip; 0 without a sample. */
  public long smoothedNs() {
    return smoothedNs;
  }

  /** The mean deviation; 0 without a sample. */
  public long variationNs() {
    return variationNs;
  }

  /** The smallest sample; {@code Long.MAX_VALUE} without one. */
  public long minimumNs() {
    return minimumNs;
  }

  /** The latest sample; 0 without one. */
  public long latestNs() {
    return latestNs;
  }

  /** How long to wait for an answer before all that is under way counts as lost. */
  public long timeoutNs() {
    return smoothedNs + Math.max(VARIATION_SHARE * variationNs, smoothedNs / VARIATION_SHARE);
  }

  /** Forgets everything: the path leads elsewhere now. */
  public void reset() {
    smoothedNs = 0;
    variationNs = 0;
    minimumNs = Long.MAX_VALUE;
    latestNs = 0;
    samples = 0;
  }
}
