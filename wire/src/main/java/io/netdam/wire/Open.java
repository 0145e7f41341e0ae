package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * OPEN: asks for a ticket. Padded to 128 bytes, the size of the answer.
 *
 * <pre>
 *  8  session id (RESUME) or 0
 * 16  packet number
 * 24  reserved (48)                  | window wanted (16)
 * 32  version min (8) | max (8)      | features (16)
 * 36  frame bytes wanted (32)
 * 40  client nonce (64)
 * 48  reserved (128)
 * 64  a ticket of that session (RESUME) or zeros (64 bytes)
 * </pre>
 */
public final class Open {
  /** Size of the shortest frame of this kind, in bytes. */
  public static final int BYTES = 128;

  /** The session id names a session that moved here, or wants this address besides. */
  public static final int FLAG_RESUME = 0x01;

  private static final int FLAGS = 2;
  private static final int SESSION_ID = 8;
  private static final int PACKET_NUMBER = 16;
  private static final int WINDOW_WANTED = 30;
  private static final int VERSION_MINIMUM = 32;
  private static final int VERSION_MAXIMUM = 33;
  private static final int FEATURES = 34;
  private static final int FRAME_BYTES_WANTED = 36;
  private static final int NONCE = 40;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public Open() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds at least 128 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public Open wrap(MemorySegment segment, long offset) {
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
  public Open begin(MemorySegment segment, long offset) {
    NetworkOrder.zero(segment, offset, offset + BYTES);
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, PacketKind.OPEN);
    return wrap(segment, offset);
  }

  /**
   * The header flags.
   *
   * @return {@link #FLAG_RESUME} or 0
   */
  public int flags() {
    return NetworkOrder.read8(segment, offset + FLAGS);
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
   * The window that the client asks for.
   *
   * @return operations, 0 to 65,535
   */
  public int windowWanted() {
    return NetworkOrder.read16(segment, offset + WINDOW_WANTED);
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
   * The frame size that the client asks for.
   *
   * @return bytes, 0 to 2^32 − 1
   */
  public long frameBytesWanted() {
    return NetworkOrder.read32Unsigned(segment, offset + FRAME_BYTES_WANTED);
  }

  /**
   * The client's nonce.
   *
   * @return 64 bits
   */
  public long nonce() {
    return NetworkOrder.read64(segment, offset + NONCE);
  }

  /**
   * Writes the header flags.
   *
   * @param flags {@link #FLAG_RESUME} or 0
   * @return this
   */
  public Open flags(int flags) {
    assert flags >= 0 && flags <= 0xFF : flags;
    NetworkOrder.write8(segment, offset + FLAGS, flags);
    return this;
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number; 0: none
   * @return this
   */
  public Open sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number of the sender.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Open packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes the window that the client asks for.
   *
   * @param windowWanted operations, 0 to 65,535
   * @return this
   */
  public Open windowWanted(int windowWanted) {
    assert windowWanted >= 0 && windowWanted <= 0xFFFF : windowWanted;
    NetworkOrder.write16(segment, offset + WINDOW_WANTED, windowWanted);
    return this;
  }

  /**
   * Writes the lowest version spoken.
   *
   * @param versionMinimum 0 to 255
   * @return this
   */
  public Open versionMinimum(int versionMinimum) {
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
  public Open versionMaximum(int versionMaximum) {
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
  public Open features(int features) {
    assert features >= 0 && features <= 0xFFFF : features;
    NetworkOrder.write16(segment, offset + FEATURES, features);
    return this;
  }

  /**
   * Writes the frame size that the client asks for.
   *
   * @param frameBytesWanted bytes, 0 to 2^32 − 1
   * @return this
   */
  public Open frameBytesWanted(long frameBytesWanted) {
    assert frameBytesWanted >= 0 && frameBytesWanted <= 0xFFFF_FFFFL : frameBytesWanted;
    NetworkOrder.write32(segment, offset + FRAME_BYTES_WANTED, (int) frameBytesWanted);
    return this;
  }

  /**
   * Writes the client's nonce.
   *
   * @param nonce 64 bits
   * @return this
   */
  public Open nonce(long nonce) {
    NetworkOrder.write64(segment, offset + NONCE, nonce);
    return this;
  }

  /**
   * One line for a trace.
   *
   * @return each field by name
   */
  public String describe() {
    return "flags "
        + Text.flags(flags(), "RESUME")
        + " session "
        + Text.session(sessionId())
        + " packet "
        + Long.toUnsignedString(packetNumber())
        + " window wanted "
        + windowWanted()
        + " version minimum "
        + versionMinimum()
        + " version maximum "
        + versionMaximum()
        + " features "
        + Text.hex(features())
        + " frame bytes wanted "
        + frameBytesWanted()
        + " nonce "
        + Text.hex(nonce());
  }

  /**
   * The whole frame as a value.
   *
   * @param flags {@link #FLAG_RESUME} or 0
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param windowWanted operations, 0 to 65,535
   * @param versionMinimum 0 to 255
   * @param versionMaximum 0 to 255
   * @param features 16 bits
   * @param frameBytesWanted bytes, 0 to 2^32 − 1
   * @param nonce 64 bits
   */
  public record Fields(
      int flags,
      long sessionId,
      long packetNumber,
      int windowWanted,
      int versionMinimum,
      int versionMaximum,
      int features,
      long frameBytesWanted,
      long nonce) {
    /**
     * Reads the value.
     *
     * @param segment holds 128 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Open view = new Open().wrap(segment, offset);
      return new Fields(
          view.flags(),
          view.sessionId(),
          view.packetNumber(),
          view.windowWanted(),
          view.versionMinimum(),
          view.versionMaximum(),
          view.features(),
          view.frameBytesWanted(),
          view.nonce());
    }

    /**
     * Writes the value and the form and kind before it; reserved fields as zero.
     *
     * @param segment takes 128 bytes from {@code offset}
     * @param offset where they start
     */
    public void emit(MemorySegment segment, long offset) {
      new Open()
          .begin(segment, offset)
          .flags(flags)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .windowWanted(windowWanted)
          .versionMinimum(versionMinimum)
          .versionMaximum(versionMaximum)
          .features(features)
          .frameBytesWanted(frameBytesWanted)
          .nonce(nonce);
    }
  }
}
