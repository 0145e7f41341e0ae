package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * RETRY: the session of a packet is not here. The client believes it only if session id and echo
 * are its own.
 *
 * <pre>
 *  8  session id of the packet
 * 16  packet number
 * 24  operation number of the packet (48) | reserved (16)
 * 32  reason (8)                     | reserved (56)
 * 40  echo: packet number of the packet (64)
 * 48  epoch (64)
 * 56  age of the epoch in ns (64)
 * </pre>
 */
public final class Retry {
  /** Size of the shortest frame of this kind, in bytes. */
  public static final int BYTES = 64;

  /** The session is not known. */
  public static final int REASON_UNKNOWN = 1;

  /** The session is known at another address. */
  public static final int REASON_MOVED = 2;

  /** The ticket is from another epoch or has expired. */
  public static final int REASON_TICKET_STALE = 3;

  private static final String[] REASONS = {"NONE", "UNKNOWN", "MOVED", "TICKET_STALE"};

  private static final int SESSION_ID = 8;
  private static final int PACKET_NUMBER = 16;
  private static final int OPERATION_NUMBER = 24;
  private static final int REASON = 32;
  private static final int ECHO = 40;
  private static final int EPOCH = 48;
  private static final int EPOCH_AGE = 56;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public Retry() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds at least 64 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public Retry wrap(MemorySegment segment, long offset) {
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
  public Retry begin(MemorySegment segment, long offset) {
    NetworkOrder.zero(segment, offset, offset + BYTES);
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, PacketKind.RETRY);
    return wrap(segment, offset);
  }

  /**
   * The name of a reason.
   *
   * @param reason 0 to 255
   * @return as in docs/protocol.md, or {@code REASON_n}
   */
  public static String reasonName(int reason) {
    return reason > 0 && reason < REASONS.length ? REASONS[reason] : "REASON_" + reason;
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
   * The operation number of the packet.
   *
   * @return 0 to 2^48 − 1
   */
  public long operationNumber() {
    return NetworkOrder.read64(segment, offset + OPERATION_NUMBER) >>> 16;
  }

  /**
   * Why: UNKNOWN, MOVED or TICKET_STALE.
   *
   * @return 0 to 255
   */
  public int reason() {
    return NetworkOrder.read8(segment, offset + REASON);
  }

  /**
   * The packet number of the packet.
   *
   * @return 64 bits
   */
  public long echo() {
    return NetworkOrder.read64(segment, offset + ECHO);
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
   * For how long the device has been in its epoch.
   *
   * @return nanoseconds
   */
  public long epochAgeNs() {
    return NetworkOrder.read64(segment, offset + EPOCH_AGE);
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number; 0: none
   * @return this
   */
  public Retry sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number of the sender.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Retry packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes the operation number of the packet.
   *
   * @param operationNumber 0 to 2^48 − 1
   * @return this
   */
  public Retry operationNumber(long operationNumber) {
    assert operationNumber >= 0 && operationNumber <= TransportHeader.OPERATION_NUMBER_MAXIMUM
        : operationNumber;
    NetworkOrder.write64(segment, offset + OPERATION_NUMBER, operationNumber << 16);
    return this;
  }

  /**
   * Writes why: UNKNOWN, MOVED or TICKET_STALE.
   *
   * @param reason 0 to 255
   * @return this
   */
  public Retry reason(int reason) {
    assert reason >= 0 && reason <= 0xFF : reason;
    NetworkOrder.write8(segment, offset + REASON, reason);
    return this;
  }

  /**
   * Writes the packet number of the packet.
   *
   * @param echo 64 bits
   * @return this
   */
  public Retry echo(long echo) {
    NetworkOrder.write64(segment, offset + ECHO, echo);
    return this;
  }

  /**
   * Writes the epoch of the device.
   *
   * @param epoch 64 bits
   * @return this
   */
  public Retry epoch(long epoch) {
    NetworkOrder.write64(segment, offset + EPOCH, epoch);
    return this;
  }

  /**
   * Writes for how long the device has been in its epoch.
   *
   * @param epochAgeNs nanoseconds
   * @return this
   */
  public Retry epochAgeNs(long epochAgeNs) {
    NetworkOrder.write64(segment, offset + EPOCH_AGE, epochAgeNs);
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
        + " operation "
        + operationNumber()
        + " reason "
        + reasonName(reason())
        + " echo "
        + Long.toUnsignedString(echo())
        + " epoch "
        + Long.toUnsignedString(epoch())
        + " age "
        + Long.toUnsignedString(epochAgeNs());
  }

  /**
   * The whole frame as a value.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param operationNumber 0 to 2^48 − 1
   * @param reason 0 to 255
   * @param echo 64 bits
   * @param epoch 64 bits
   * @param epochAgeNs 64 bits
   */
  public record Fields(
      long sessionId,
      long packetNumber,
      long operationNumber,
      int reason,
      long echo,
      long epoch,
      long epochAgeNs) {
    /**
     * Reads the value.
     *
     * @param segment holds 64 bytes from {@code offset}
     * @param offset where they start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Retry view = new Retry().wrap(segment, offset);
      return new Fields(
          view.sessionId(),
          view.packetNumber(),
          view.operationNumber(),
          view.reason(),
          view.echo(),
          view.epoch(),
          view.epochAgeNs());
    }

    /**
     * Writes the value and the form and kind before it; reserved fields as zero.
     *
     * @param segment takes 64 bytes from {@code offset}
     * @param offset where they start
     */
    public void emit(MemorySegment segment, long offset) {
      new Retry()
          .begin(segment, offset)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .operationNumber(operationNumber)
          .reason(reason)
          .echo(echo)
          .epoch(epoch)
          .epochAgeNs(epochAgeNs);
    }
  }
}
