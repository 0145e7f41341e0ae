package io.netdam.bench;

import java.util.Arrays;

/** Times of single operations, in nanoseconds; sorted once, then asked. */
final class Samples {
  private final long[] timesNs;
  private int count;

  Samples(int capacity) {
    timesNs = new long[capacity];
  }

  void add(long timeNs) {
    timesNs[count++] = timeNs;
  }

  /** {@code p50 p99 max}, as a line. */
  String line() {
    Arrays.sort(timesNs, 0, count);
    return timesNs[count / 2] + " " + timesNs[(int) (count * 99L / 100)] + " " + timesNs[count - 1];
  }

  /** The median of a few ratios. */
  static double median(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** The worst of a few ratios: the highest. */
  static double worst(double[] ratios) {
    return Arrays.stream(ratios).max().orElseThrow();
  }
}
