package io.netdam.transport;

/**
 * How much may be under way on one path: a strategy, one instance for each path. Bytes are those of
 * the larger of request and expected reply. Times are the caller's.
 */
public interface CongestionControl {
  /** No clean sample of the delay. */
  long NO_SAMPLE = -1;

  /** Not paced. */
  long UNPACED = Long.MAX_VALUE;

  /** Makes the congestion control of a path. */
  @FunctionalInterface
  interface Factory {
    /**
     * A fresh one.
     *
     * @param frameBytes the largest frame of the path
     * @param loopback whether the path stays within the machine
     * @return one for one path
     */
    CongestionControl create(int frameBytes, boolean loopback);
  }

  /**
   * The default, by delay, occupancy and delivered rate.
   *
   * @return makes {@link DelayWindow}
   */
  static Factory byDelay() {
    return DelayWindow::new;
  }

  /**
   * A window that never changes, to compare with.
   *
   * @param bytes its size
   * @return makes {@link FixedWindow}
   */
  static Factory fixed(long bytes) {
    return (_, _) -> new FixedWindow(bytes);
  }

  /**
   * A packet leaves.
   *
   * @param nowNs the time
   * @param bytes its charge
   * @param inFlightBytes charge of all under way, this one included
   */
  void onSent(long nowNs, int bytes, long inFlightBytes);

  /**
   * An answer named a packet: a sample of the path.
   *
   * @param nowNs the time
   * @param sentNs when the packet left
   * @param bytes its charge
   * @param fabricNs round trip without the residence in the device, or {@link #NO_SAMPLE}
   * @param occupancy the device's, 0 to 255
   */
  void onSample(long nowNs, long sentNs, int bytes, long fabricNs, int occupancy);

  /**
   * A packet was answered.
   *
   * @param nowNs the time
   * @param sentNs when it left
   * @param bytes its charge
   * @param inFlightBytes charge of all under way before this answer
   */
  void onDelivered(long nowNs, long sentNs, int bytes, long inFlightBytes);

  /**
   * A packet was declared lost.
   *
   * @param nowNs the time
   * @param sentNs when it left
   * @param bytes its charge
   */
  void onLost(long nowNs, long sentNs, int bytes);

  /**
   * A loss was declared wrongly.
   *
   * @param nowNs the time
   * @param bytes its charge
   */
  void onSpurious(long nowNs, int bytes);

  /**
   * Nothing came back for a whole retry timeout.
   *
   * @param nowNs the time
   */
  void onTimeout(long nowNs);

  /**
   * What may be under way; less than a frame means less than a frame per round trip, and pacing
   * spaces them.
   *
   * @return bytes, at least 1
   */
  long windowBytes();

  /**
   * At what rate bytes may leave.
   *
   * @return bytes per second, or {@link #UNPACED}
   */
  long pacingBytesPerSecond();
}
