package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * OPENED: brings the ticket.
 *
 * <pre>
 *  8  session id
 * 16  packet number
 * 24  reserved (48)                  | window granted (16)
 * 32  version min (8) | max (8)      | features (16)
 * 36  frame bytes granted (32)
 * 40  client nonce, echoed (64)
 * 48  epoch (64)
 * 56  lease in ms (32)               | unscheduled bytes (32)
 * 64  ticket (64 bytes)
 * </pre>
 */
public final class Opened {
  /** Size of the shortest frame of this kind, in bytes. */
  public static final int BYTES = 128;

  private static final int SESSION_ID = 8;
  private static final int PACKET_NUMBER = 16;
  private static final int WINDOW_GRANTED = 30;
  private static final int VERSION_MINIMUM = 32;
  private static final int VERSION_MAXIMUM = 33;
  private static final int FEATURES = 34;
  private static final int FRAME_BYTES_GRANTED = 36;
  private static final int NONCE = 40;
  private static final int EPOCH = 48;
  private static final int LEASE_MS = 56;
  private static final int UNSCHEDULED_BYTES = 60;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public Opened() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds at least 128 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public Opened wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    return this;
  }

  /**
   * Starts a frame of 128 bytes: zeroes it and writes form and kind.
   *
   * @param segment takes 128 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this, over it
   */
  public Opened begin(MemorySegment segment, long offset) {
    NetworkOrder.zero(segment, offset, offset + BYTES);
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, PacketKind.OPENED);
    return wrap(segment, offset);
  }

  /**
   * The session id.
   *
   * @return shard and number; 0: none
   */
  public long sessionId() {
    return NetworkOrder.read64(segment, offset + SESSION_ID);
  }

  /**
   * The packet number of the sender.
   *
   * @return 64 bits
   */
  public long packetNumber() {
    return NetworkOrder.read64(segment, offset + PACKET_NUMBER);
  }

  /**
   * The window that the device grants.
   *
   * @return operations, 0 to 65,535
   */
  public int windowGranted() {
    return NetworkOrder.read16(segment, offset + WINDOW_GRANTED);
  }

  /**
   * The lowest version spoken.
   *
   * @return 0 to 255
   */
  public int versionMinimum() {
    return NetworkOrder.read8(segment, offset + VERSION_MINIMUM);
  }

  /**
   * The highest version spoken.
   *
   * @return 0 to 255
   */
  public int versionMaximum() {
    return NetworkOrder.read8(segment, offset + VERSION_MAXIMUM);
  }

  /**
   * The feature bits; none has a meaning yet.
   *
   * @return 16 bits
   */
  public int features() {
    return NetworkOrder.read16(segment, offset + FEATURES);
  }

  /**
   * The frame size that the device grants.
   *
   * @return bytes, 0 to 2^32 − 1
   */
  public long frameBytesGranted() {
    return NetworkOrder.read32Unsigned(segment, offset + FRAME_BYTES_GRANTED);
  }

  /**
   * The client's nonce, echoed.
   *
   * @return 64 bits
   */
  public long nonce() {
    return NetworkOrder.read64(segment, offset + NONCE);
  }

  /**
   * The epoch of the device.
   *
   * @return 64 bits
   */
  public long epoch() {
    return NetworkOrder.read64(segment, offset + EPOCH);
  }

  /**
   * The lease of the session.
   *
   * @return milliseconds, 0 to 2^32 − 1
   */
  public long leaseMs() {
    return NetworkOrder.read32Unsigned(segment, offset + LEASE_MS);
  }

  /**
   * Bytes that may be sent before any grant.
   *
   * @return bytes, 0 to 2^32 − 1
   */
  public long unscheduledBytes() {
    return NetworkOrder.read32Unsigned(segment, offset + UNSCHEDULED_BYTES);
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number; 0: none
   * @return this
   */
  public Opened sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number of the sender.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Opened packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes the window that the device grants.
   *
   * @param windowGranted operations, 0 to 65,535
   * @return this
   */
  public Opened windowGranted(int windowGranted) {
    assert windowGranted >= 0 && windowGranted <= 0xFFFF : windowGranted;
    NetworkOrder.write16(segment, offset + WINDOW_GRANTED, windowGranted);
    return this;
  }

  /**
   * Writes the lowest version spoken.
   *
   * @param versionMinimum 0 to 255
   * @return this
   */
  public Opened versionMinimum(int versionMinimum) {
    assert versionMinimum >= 0 && versionMinimum <= 0xFF : versionMinimum;
    NetworkOrder.write8(segment, offset + VERSION_MINIMUM, versionMinimum);
    return this;
  }

  /**
   * Writes the highest version spoken.
   *
   * @param versionMaximum 0 to 255
   * @return this
   */
  public Opened versionMaximum(int versionMaximum) {
    assert versionMaximum >= 0 && versionMaximum <= 0xFF : versionMaximum;
    NetworkOrder.write8(segment, offset + VERSION_MAXIMUM, versionMaximum);
    return this;
  }

  /**
   * Writes the feature bits; none has a meaning yet.
   *
   * @param features 16 bits
   * @return this
   */
  public Opened features(int features) {
    assert features >= 0 && features <= 0xFFFF : features;
    NetworkOrder.write16(segment, offset + FEATURES, features);
    return this;
  }

  /**
   * Writes the frame size that the device grants.
   *
   * @param frameBytesGranted bytes, 0 to 2^32 − 1
   * @return this
   */
  public Opened frameBytesGranted(long frameBytesGranted) {
    assert frameBytesGranted >= 0 && frameBytesGranted <= 0xFFFF_FFFFL : frameBytesGranted;
    NetworkOrder.write32(segment, offset + FRAME_BYTES_GRANTED, (int) frameBytesGranted);
    return this;
  }

  /**
   * Writes the client's nonce, echoed.
   *
   * @param nonce 64 bits
   * @return this
   */
  public Opened nonce(long nonce) {
    NetworkOrder.write64(segment, offset + NONCE, nonce);
    return this;
  }

  /**
   * Writes the epoch of the device.
   *
   * @param epoch 64 bits
   * @return this
   */
  public Opened epoch(long epoch) {
    NetworkOrder.write64(segment, offset + EPOCH, epoch);
    return this;
  }

  /**
   * Writes the lease of the session.
   *
   * @param leaseMs milliseconds, 0 to 2^32 − 1
   * @return this
   */
  public Opened leaseMs(long leaseMs) {
    assert leaseMs >= 0 && leaseMs <= 0xFFFF_FFFFL : leaseMs;
    NetworkOrder.write32(segment, offset + LEASE_MS, (int) leaseMs);
    return this;
  }

  /**
   * Writes bytes that may be sent before any grant.
   *
   * @param unscheduledBytes bytes, 0 to 2^32 − 1
   * @return this
   */
  public Opened unscheduledBytes(long unscheduledBytes) {
    assert unscheduledBytes >= 0 && unscheduledBytes <= 0xFFFF_FFFFL : unscheduledBytes;
    NetworkOrder.write32(segment, offset + UNSCHEDULED_BYTES, (int) unscheduledBytes);
    return this;
  }

  /**
   * One line for a trace.
   *
   * @return each field by name
   */
  public String describe() {
    return "session "
        + Text.session(sessionId())
        + " packet "
        + Long.toUnsignedString(packetNumber())
        + " window granted "
        + windowGranted()
        + " version minimum "
        + versionMinimum()
        + " version maximum "
        + versionMaximum()
        + " features "
        + Text.hex(features())
        + " frame bytes granted "
        + frameBytesGranted()
        + " nonce "
        + Text.hex(nonce())
        + " epoch "
        + Long.toUnsignedString(epoch())
        + " lease ms "
        + leaseMs()
        + " unscheduled bytes "
        + unscheduledBytes();
  }

  /**
   * The whole frame as a value.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param windowGranted operations, 0 to 65,535
   * @param versionMinimum 0 to 255
   * @param versionMaximum 0 to 255
   * @param features 16 bits
   * @param frameBytesGranted bytes, 0 to 2^32 − 1
   * @param nonce 64 bits
   * @param epoch 64 bits
   * @param leaseMs milliseconds, 0 to 2^32 − 1
   * @param unscheduledBytes bytes, 0 to 2^32 − 1
   */
  public record Fields(
      long sessionId,
      long packetNumber,
      int windowGranted,
      int versionMinimum,
      int versionMaximum,
      int features,
      long frameBytesGranted,
      long nonce,
      long epoch,
      long leaseMs,
      long unscheduledBytes) {
    /**
     * Reads the value.
     *
     * @param segment holds 128 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Opened view = new Opened().wrap(segment, offset);
      return new Fields(
          view.sessionId(),
          view.packetNumber(),
          view.windowGranted(),
          view.versionMinimum(),
          view.versionMaximum(),
          view.features(),
          view.frameBytesGranted(),
          view.nonce(),
          view.epoch(),
          view.leaseMs(),
          view.unscheduledBytes());
    }

    /**
     * Writes the value and the form and kind before it; reserved fields as zero.
     *
     * @param segment takes 128 bytes from {@code offset}
     * @param offset where they start
     */
    public void emit(MemorySegment segment, long offset) {
      new Opened()
          .begin(segment, offset)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .windowGranted(windowGranted)
          .versionMinimum(versionMinimum)
          .versionMaximum(versionMaximum)
          .features(features)
          .frameBytesGranted(frameBytesGranted)
          .nonce(nonce)
          .epoch(epoch)
          .leaseMs(leaseMs)
          .unscheduledBytes(unscheduledBytes);
    }
  }
}
