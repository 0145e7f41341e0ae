package io.netdam.cli.demo;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** How long operations took, in ns, with three digits, up to a minute. */
final class Latencies {

  private static final long MOST_NS = TimeUnit.MINUTES.toNanos(1);
  private static final int DIGITS = 3;

  private final Histogram histogram;

  Latencies() {
    this(new Histogram(MOST_NS, DIGITS));
  }

  private Latencies(Histogram histogram) {
    this.histogram = histogram;
  }

  void record(long elapsedNs) {
    histogram.recordValue(Math.clamp(elapsedNs, 0, MOST_NS));
  }

  void add(Latencies others) {
    histogram.add(others.histogram);
  }

  long count() {
    return histogram.getTotalCount();
  }

  long percentileNs(double percentile) {
    return histogram.getValueAtPercentile(percentile);
  }

  long mostNs() {
    return histogram.getMaxValue();
  }

  String encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  static Latencies decoded(String text) {
    try {
      return new Latencies(
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(text)), MOST_NS));
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("no histogram", e);
    }
  }
}
