package io.netdam.transport;

/** A window that never changes: to compare with, and for links that cannot congest. */
public final class FixedWindow implements CongestionControl {
  private final long bytes;

  /** A window of the given size, at least 1 byte. */
  public FixedWindow(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a window of " + bytes + " bytes sends nothing");
    }
    this.bytes = bytes;
  }

  @Override
  public void onSent(long nowNs, int sentBytes, long inFlightBytes) {}

  @Override
  public void onSample(long nowNs, long sentNs, int sampledBytes, long fabricNs, int occupancy) {}

  @Override
  public void onDelivered(long nowNs, long sentNs, int deliveredBytes, long inFlightBytes) {}

  @Override
  public void onLost(long nowNs, long sentNs, int lostBytes) {}

  @Override
  public void onSpurious(long nowNs, int spuriousBytes) {}

  @Override
  public void onTimeout(long nowNs) {}

  @Override
  public long windowBytes() {
    return bytes;
  }

  @Override
  public long pacingBytesPerSecond() {
    return UNPACED;
  }
}
