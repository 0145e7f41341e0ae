package io.netdam.transport;

/** Default congestion control; fills in as the window by delay lands. */
public final class DelayWindow implements CongestionControl {
  private static final int WINDOW_FRAMES = 64;
  private final long window;

  /** A fresh one. */
  public DelayWindow(int frameBytes, boolean loopback) {
    window = (long) WINDOW_FRAMES * frameBytes;
  }

  @Override
  public void onSent(long nowNs, int bytes, long inFlightBytes) {}

  @Override
  public void onSample(long nowNs, long sentNs, long fabricNs, int occupancy) {}

  @Override
  public void onDelivered(long nowNs, long sentNs, int deliveredBytes, long inFlightBytes) {}

  @Override
  public void onLost(long nowNs, long sentNs, int bytes) {}

  @Override
  public void onSpurious(long nowNs, int bytes) {}

  @Override
  public void onTimeout(long nowNs) {}

  @Override
  public long windowBytes() {
    return window;
  }

  @Override
  public long pacingBytesPerSecond() {
    return UNPACED;
  }
}
