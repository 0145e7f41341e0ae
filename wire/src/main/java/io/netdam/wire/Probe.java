package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * PROBE and PROBE_REPLY: does a frame of this size arrive? Either side asks; the answer is 64
 * bytes.
 *
 * <pre>
 *  8  session id or 0
 * 16  packet number
 * 24  reserved (48)                  | residence (16), PROBE_REPLY
 * 32  frame bytes (32): of this probe; of the probe that arrived
 * 40  nonce of the asker (64), echoed
 * </pre>
 */
public final class Probe {
  /** Size of the shortest frame of this kind, in bytes. */
  public static final int BYTES = 64;

  private static final int SESSION_ID = 8;
  private static final int PACKET_NUMBER = 16;
  private static final int RESIDENCE = 30;
  private static final int FRAME_BYTES = 32;
  private static final int NONCE = 40;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public Probe() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds at least 64 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public Probe wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    return this;
  }

  /**
   * Starts a frame: zeroes it, writes form and kind and, in a probe, its own length.
   *
   * @param segment takes {@code frameBytes} bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @param kind {@link PacketKind#PROBE} or {@link PacketKind#PROBE_REPLY}
   * @param frameBytes its length, a multiple of 64
   * @return this, over it
   */
  public Probe begin(MemorySegment segment, long offset, int kind, int frameBytes) {
    NetworkOrder.zero(segment, offset, offset + frameBytes);
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, kind);
    return wrap(segment, offset).frameBytes(frameBytes);
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
   * PROBE_REPLY: the time from arrival to answer.
   *
   * @return units of 32 ns, 0 to 65,535
   */
  public int residence() {
    return NetworkOrder.read16(segment, offset + RESIDENCE);
  }

  /**
   * The length of the probe.
   *
   * @return bytes, 0 to 2^32 − 1
   */
  public long frameBytes() {
    return NetworkOrder.read32Unsigned(segment, offset + FRAME_BYTES);
  }

  /**
   * The nonce of the asker.
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
  public Probe sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number of the sender.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Probe packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes pROBE_REPLY: the time from arrival to answer.
   *
   * @param residence units of 32 ns, 0 to 65,535
   * @return this
   */
  public Probe residence(int residence) {
    assert residence >= 0 && residence <= 0xFFFF : residence;
    NetworkOrder.write16(segment, offset + RESIDENCE, residence);
    return this;
  }

  /**
   * Writes the length of the probe.
   *
   * @param frameBytes bytes, 0 to 2^32 − 1
   * @return this
   */
  public Probe frameBytes(long frameBytes) {
    assert frameBytes >= 0 && frameBytes <= 0xFFFF_FFFFL : frameBytes;
    NetworkOrder.write32(segment, offset + FRAME_BYTES, (int) frameBytes);
    return this;
  }

  /**
   * Writes the nonce of the asker.
   *
   * @param nonce 64 bits
   * @return this
   */
  public Probe nonce(long nonce) {
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
        + " residence "
        + residence()
        + " frame bytes "
        + frameBytes()
        + " nonce "
        + Text.hex(nonce());
  }

  /**
   * The whole frame as a value.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param residence units of 32 ns, 0 to 65,535
   * @param frameBytes bytes, 0 to 2^32 − 1
   * @param nonce 64 bits
   */
  public record Fields(
      long sessionId, long packetNumber, int residence, long frameBytes, long nonce) {
    /**
     * Reads the value.
     *
     * @param segment holds 64 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Probe view = new Probe().wrap(segment, offset);
      return new Fields(
          view.sessionId(), view.packetNumber(), view.residence(), view.frameBytes(), view.nonce());
    }

    /**
     * Writes the value and the form and kind before it; reserved fields as zero.
     *
     * @param segment takes {@code frameBytes} bytes from {@code offset}
     * @param offset where they start
     * @param kind {@link PacketKind#PROBE} or {@link PacketKind#PROBE_REPLY}
     * @param bytes length of the frame, a multiple of 64
     */
    public void emit(MemorySegment segment, long offset, int kind, int bytes) {
      new Probe()
          .begin(segment, offset, kind, bytes)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .residence(residence)
          .frameBytes(frameBytes)
          .nonce(nonce);
    }
  }
}
