package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * GOAWAY: the device drains. Finish, start nothing.
 *
 * <pre>
 *  8  session id
 * 16  packet number
 * 32  grace in ms (32)
 * </pre>
 */
public final class GoAway {
  /** Size of the shortest frame of this kind, in bytes. */
  public static final int BYTES = 64;

  private static final int SESSION_ID = 8;
  private static final int PACKET_NUMBER = 16;
  private static final int GRACE_MS = 32;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public GoAway() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds at least 64 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public GoAway wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    return this;
  }

  /**
   * Starts a frame of 64 bytes: zeroes it and writes form and kind.
   *
   * @param segment takes 64 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this, over it
   */
  public GoAway begin(MemorySegment segment, long offset) {
    NetworkOrder.zero(segment, offset, offset + BYTES);
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, PacketKind.GOAWAY);
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
   * How long the device still answers.
   *
   * @return milliseconds, 0 to 2^32 − 1
   */
  public long graceMs() {
    return NetworkOrder.read32Unsigned(segment, offset + GRACE_MS);
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number; 0: none
   * @return this
   */
  public GoAway sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number of the sender.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public GoAway packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes how long the device still answers.
   *
   * @param graceMs milliseconds, 0 to 2^32 − 1
   * @return this
   */
  public GoAway graceMs(long graceMs) {
    assert graceMs >= 0 && graceMs <= 0xFFFF_FFFFL : graceMs;
    NetworkOrder.write32(segment, offset + GRACE_MS, (int) graceMs);
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
        + " grace ms "
        + graceMs();
  }

  /**
   * The whole frame as a value.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param graceMs milliseconds, 0 to 2^32 − 1
   */
  public record Fields(long sessionId, long packetNumber, long graceMs) {
    /**
     * Reads the value.
     *
     * @param segment holds 64 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      GoAway view = new GoAway().wrap(segment, offset);
      return new Fields(view.sessionId(), view.packetNumber(), view.graceMs());
    }

    /**
     * Writes the value and the form and kind before it; reserved fields as zero.
     *
     * @param segment takes 64 bytes from {@code offset}
     * @param offset where they start
     */
    public void emit(MemorySegment segment, long offset) {
      new GoAway()
          .begin(segment, offset)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .graceMs(graceMs);
    }
  }
}
