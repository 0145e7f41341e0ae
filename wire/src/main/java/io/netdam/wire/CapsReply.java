package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * CAPS_REPLY: what the device is.
 *
 * <pre>
 *  8  session id of the question
 * 16  packet number
 * 32  version min (8) | max (8)      | features (16)
 * 36  frame bytes (32)
 * 40  client nonce, echoed (64)
 * 48  epoch (64)
 * 56  lease in ms (32) | window (16) | shards (16)
 * 64  device id (128)
 * 80  memory bytes (64)
 * 88  memory base address (64)
 * 96  flags (32)                     | reserved
 * </pre>
 */
public final class CapsReply {
  /** Size of the shortest frame of this kind, in bytes. */
  public static final int BYTES = 128;

  /** The memory outlives the device. */
  public static final int FLAG_DURABLE = 0x01;

  /** The memory takes no changes. */
  public static final int FLAG_READ_ONLY = 0x02;

  /** The device drains: it starts nothing new. */
  public static final int FLAG_DRAINING = 0x04;

  private static final int SESSION_ID = 8;
  private static final int PACKET_NUMBER = 16;
  private static final int VERSION_MINIMUM = 32;
  private static final int VERSION_MAXIMUM = 33;
  private static final int FEATURES = 34;
  private static final int FRAME_BYTES = 36;
  private static final int NONCE = 40;
  private static final int EPOCH = 48;
  private static final int LEASE_MS = 56;
  private static final int WINDOW = 60;
  private static final int SHARDS = 62;
  private static final int DEVICE_ID_HIGH = 64;
  private static final int DEVICE_ID_LOW = 72;
  private static final int MEMORY_BYTES = 80;
  private static final int MEMORY_BASE = 88;
  private static final int DEVICE_FLAGS = 96;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public CapsReply() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds at least 128 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public CapsReply wrap(MemorySegment segment, long offset) {
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
  public CapsReply begin(MemorySegment segment, long offset) {
    NetworkOrder.zero(segment, offset, offset + BYTES);
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, PacketKind.CAPS_REPLY);
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
   * The largest frame that the device takes and sends.
   *
   * @return bytes, 0 to 2^32 − 1
   */
  public long frameBytes() {
    return NetworkOrder.read32Unsigned(segment, offset + FRAME_BYTES);
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
   * The lease of a session.
   *
   * @return milliseconds, 0 to 2^32 − 1
   */
  public long leaseMs() {
    return NetworkOrder.read32Unsigned(segment, offset + LEASE_MS);
  }

  /**
   * The largest window that is granted.
   *
   * @return operations, 0 to 65,535
   */
  public int window() {
    return NetworkOrder.read16(segment, offset + WINDOW);
  }

  /**
   * How many shards the device has.
   *
   * @return 1 to 256
   */
  public int shards() {
    return NetworkOrder.read16(segment, offset + SHARDS);
  }

  /**
   * The first half of the device id.
   *
   * @return 64 bits
   */
  public long deviceIdHigh() {
    return NetworkOrder.read64(segment, offset + DEVICE_ID_HIGH);
  }

  /**
   * The second half of the device id.
   *
   * @return 64 bits
   */
  public long deviceIdLow() {
    return NetworkOrder.read64(segment, offset + DEVICE_ID_LOW);
  }

  /**
   * The size of the default region.
   *
   * @return bytes, unsigned
   */
  public long memoryBytes() {
    return NetworkOrder.read64(segment, offset + MEMORY_BYTES);
  }

  /**
   * The first address of the default region.
   *
   * @return 64 bits, unsigned
   */
  public long memoryBase() {
    return NetworkOrder.read64(segment, offset + MEMORY_BASE);
  }

  /**
   * What holds for the device: DURABLE, READ_ONLY, DRAINING.
   *
   * @return 32 bits
   */
  public int deviceFlags() {
    return NetworkOrder.read32(segment, offset + DEVICE_FLAGS);
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number; 0: none
   * @return this
   */
  public CapsReply sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number of the sender.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public CapsReply packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes the lowest version spoken.
   *
   * @param versionMinimum 0 to 255
   * @return this
   */
  public CapsReply versionMinimum(int versionMinimum) {
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
  public CapsReply versionMaximum(int versionMaximum) {
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
  public CapsReply features(int features) {
    assert features >= 0 && features <= 0xFFFF : features;
    NetworkOrder.write16(segment, offset + FEATURES, features);
    return this;
  }

  /**
   * Writes the largest frame that the device takes and sends.
   *
   * @param frameBytes bytes, 0 to 2^32 − 1
   * @return this
   */
  public CapsReply frameBytes(long frameBytes) {
    assert frameBytes >= 0 && frameBytes <= 0xFFFF_FFFFL : frameBytes;
    NetworkOrder.write32(segment, offset + FRAME_BYTES, (int) frameBytes);
    return this;
  }

  /**
   * Writes the client's nonce, echoed.
   *
   * @param nonce 64 bits
   * @return this
   */
  public CapsReply nonce(long nonce) {
    NetworkOrder.write64(segment, offset + NONCE, nonce);
    return this;
  }

  /**
   * Writes the epoch of the device.
   *
   * @param epoch 64 bits
   * @return this
   */
  public CapsReply epoch(long epoch) {
    NetworkOrder.write64(segment, offset + EPOCH, epoch);
    return this;
  }

  /**
   * Writes the lease of a session.
   *
   * @param leaseMs milliseconds, 0 to 2^32 − 1
   * @return this
   */
  public CapsReply leaseMs(long leaseMs) {
    assert leaseMs >= 0 && leaseMs <= 0xFFFF_FFFFL : leaseMs;
    NetworkOrder.write32(segment, offset + LEASE_MS, (int) leaseMs);
    return this;
  }

  /**
   * Writes the largest window that is granted.
   *
   * @param window operations, 0 to 65,535
   * @return this
   */
  public CapsReply window(int window) {
    assert window >= 0 && window <= 0xFFFF : window;
    NetworkOrder.write16(segment, offset + WINDOW, window);
    return this;
  }

  /**
   * Writes how many shards the device has.
   *
   * @param shards 1 to 256
   * @return this
   */
  public CapsReply shards(int shards) {
    assert shards >= 0 && shards <= 0xFFFF : shards;
    NetworkOrder.write16(segment, offset + SHARDS, shards);
    return this;
  }

  /**
   * Writes the first half of the device id.
   *
   * @param deviceIdHigh 64 bits
   * @return this
   */
  public CapsReply deviceIdHigh(long deviceIdHigh) {
    NetworkOrder.write64(segment, offset + DEVICE_ID_HIGH, deviceIdHigh);
    return this;
  }

  /**
   * Writes the second half of the device id.
   *
   * @param deviceIdLow 64 bits
   * @return this
   */
  public CapsReply deviceIdLow(long deviceIdLow) {
    NetworkOrder.write64(segment, offset + DEVICE_ID_LOW, deviceIdLow);
    return this;
  }

  /**
   * Writes the size of the default region.
   *
   * @param memoryBytes bytes, unsigned
   * @return this
   */
  public CapsReply memoryBytes(long memoryBytes) {
    NetworkOrder.write64(segment, offset + MEMORY_BYTES, memoryBytes);
    return this;
  }

  /**
   * Writes the first address of the default region.
   *
   * @param memoryBase 64 bits, unsigned
   * @return this
   */
  public CapsReply memoryBase(long memoryBase) {
    NetworkOrder.write64(segment, offset + MEMORY_BASE, memoryBase);
    return this;
  }

  /**
   * Writes what holds for the device: DURABLE, READ_ONLY, DRAINING.
   *
   * @param deviceFlags 32 bits
   * @return this
   */
  public CapsReply deviceFlags(int deviceFlags) {
    NetworkOrder.write32(segment, offset + DEVICE_FLAGS, deviceFlags);
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
        + " version minimum "
        + versionMinimum()
        + " version maximum "
        + versionMaximum()
        + " features "
        + Text.hex(features())
        + " frame bytes "
        + frameBytes()
        + " nonce "
        + Text.hex(nonce())
        + " epoch "
        + Long.toUnsignedString(epoch())
        + " lease ms "
        + leaseMs()
        + " window "
        + window()
        + " shards "
        + shards()
        + " device "
        + Text.hex(deviceIdHigh())
        + " low "
        + Text.hex(deviceIdLow())
        + " memory bytes "
        + Long.toUnsignedString(memoryBytes())
        + " memory base "
        + Text.hex(memoryBase())
        + " flags "
        + Text.flags(deviceFlags(), "DURABLE", "READ_ONLY", "DRAINING");
  }

  /**
   * The whole frame as a value.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param versionMinimum 0 to 255
   * @param versionMaximum 0 to 255
   * @param features 16 bits
   * @param frameBytes bytes, 0 to 2^32 − 1
   * @param nonce 64 bits
   * @param epoch 64 bits
   * @param leaseMs milliseconds, 0 to 2^32 − 1
   * @param window operations, 0 to 65,535
   * @param shards 1 to 256
   * @param deviceIdHigh 64 bits
   * @param deviceIdLow 64 bits
   * @param memoryBytes bytes, unsigned
   * @param memoryBase 64 bits, unsigned
   * @param deviceFlags 32 bits
   */
  public record Fields(
      long sessionId,
      long packetNumber,
      int versionMinimum,
      int versionMaximum,
      int features,
      long frameBytes,
      long nonce,
      long epoch,
      long leaseMs,
      int window,
      int shards,
      long deviceIdHigh,
      long deviceIdLow,
      long memoryBytes,
      long memoryBase,
      int deviceFlags) {
    /**
     * Reads the value.
     *
     * @param segment holds 128 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      CapsReply view = new CapsReply().wrap(segment, offset);
      return new Fields(
          view.sessionId(),
          view.packetNumber(),
          view.versionMinimum(),
          view.versionMaximum(),
          view.features(),
          view.frameBytes(),
          view.nonce(),
          view.epoch(),
          view.leaseMs(),
          view.window(),
          view.shards(),
          view.deviceIdHigh(),
          view.deviceIdLow(),
          view.memoryBytes(),
          view.memoryBase(),
          view.deviceFlags());
    }

    /**
     * Writes the value and the form and kind before it; reserved fields as zero.
     *
     * @param segment takes 128 bytes from {@code offset}
     * @param offset where they start
     */
    public void emit(MemorySegment segment, long offset) {
      new CapsReply()
          .begin(segment, offset)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .versionMinimum(versionMinimum)
          .versionMaximum(versionMaximum)
          .features(features)
          .frameBytes(frameBytes)
          .nonce(nonce)
          .epoch(epoch)
          .leaseMs(leaseMs)
          .window(window)
          .shards(shards)
          .deviceIdHigh(deviceIdHigh)
          .deviceIdLow(deviceIdLow)
          .memoryBytes(memoryBytes)
          .memoryBase(memoryBase)
          .deviceFlags(deviceFlags);
    }
  }
}
