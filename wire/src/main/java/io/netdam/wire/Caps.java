package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * CAPS: asks what the device is. Padded to 128 bytes, the size of the answer.
 *
 * <pre>
 *  8  session id or 0
 * 16  packet number
 * 40  client nonce (64)
 * </pre>
 */
public final class Caps {
  /** Size of the shortest frame of this kind, in bytes. */
  public static final int BYTES = 128;

  private static final int SESSION_ID = 8;
  private static final int PACKET_NUMBER = 16;
  private static final int NONCE = 40;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public Caps() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds at least 128 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public Caps wrap(MemorySegment segment, long offset) {
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
  public Caps begin(MemorySegment segment, long offset) {
    NetworkOrder.zero(segment, offset, offset + BYTES);
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, PacketKind.CAPS);
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
   * The client's nonce.
   *
   * @return 64 bits
   */
  public long nonce() {
    return NetworkOrder.read64(segment, offset + NONCE);
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number; 0: none
   * @return this
   */
  public Caps sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number of the sender.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Caps packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes the client's nonce.
   *
   * @param nonce 64 bits
   * @return this
   */
  public Caps nonce(long nonce) {
    NetworkOrder.write64(segment, offset + NONCE, nonce);
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
        + " nonce "
        + Text.hex(nonce());
  }

  /**
   * The whole frame as a value.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param nonce 64 bits
   */
  public record Fields(long sessionId, long packetNumber, long nonce) {
    /**
     * Reads the value.
     *
     * @param segment holds 128 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Caps view = new Caps().wrap(segment, offset);
      return new Fields(view.sessionId(), view.packetNumber(), view.nonce());
    }

    /**
     * Writes the value and the form and kind before it; reserved fields as zero.
     *
     * @param segment takes 128 bytes from {@code offset}
     * @param offset where they start
     */
    public void emit(MemorySegment segment, long offset) {
      new Caps()
          .begin(segment, offset)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .nonce(nonce);
    }
  }
}
