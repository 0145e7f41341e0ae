package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The first 32 bytes of every full frame.
 *
 * <pre>
 *       0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0|  form  |  kind  | flags  | count  |     check: CRC32C  |  SPI (sealed) |
 *  8| shard  |                 session number (56 bits)                     |
 * 16|                          packet number                                |
 * 24|          operation number (48 bits)                 |  distance (16)  |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>The last 16 bits are the <em>distance</em> in a request, the <em>residence</em> in a reply, an
 * acknowledgement and a probe's answer, and the window in OPEN and OPENED. The view is reused:
 * {@link #wrap} moves it. After {@link #check} has found nothing, no getter can fail.
 */
public final class TransportHeader {
  /** Size of this header. */
  public static final int BYTES = 32;

  /** Offset of the form. */
  public static final int FORM = 0;

  /** Offset of the kind. */
  public static final int KIND = 1;

  /** Offset of the flags. */
  public static final int FLAGS = 2;

  /** Offset of the count. */
  public static final int COUNT = 3;

  /** Offset of the checksum, or of the SPI in a sealed frame. */
  public static final int CHECK = 4;

  /** Offset of the session id; its first byte is the shard. */
  public static final int SESSION_ID = 8;

  /** Offset of the packet number. */
  public static final int PACKET_NUMBER = 16;

  /** Offset of the operation number. */
  public static final int OPERATION_NUMBER = 24;

  /** Offset of the distance, residence or window. */
  public static final int DISTANCE = 30;

  /** The highest operation number: 2^48 − 1. */
  public static final long OPERATION_NUMBER_MAXIMUM = (1L << 48) - 1;

  /** The longest distance. */
  public static final int DISTANCE_MAXIMUM = 0xFFFF;

  /** Unit of the residence, in nanoseconds. */
  public static final int RESIDENCE_UNIT_NS = 32;

  /** A residence this long or longer: no sample of the round trip. */
  public static final int RESIDENCE_UNKNOWN = 0xFFFF;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} comes first. */
  public TransportHeader() {}

  /**
   * Moves the view.
   *
   * @param segment holds at least 32 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public TransportHeader wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    return this;
  }

  /**
   * Starts a frame in full form: zeroes it and writes form and kind.
   *
   * @param segment where the frame is built
   * @param offset start of the frame in the segment
   * @param kind a {@link PacketKind}
   * @param bytes how many bytes are zeroed, at least 32
   * @return this, over that frame
   */
  public TransportHeader begin(MemorySegment segment, long offset, int kind, int bytes) {
    NetworkOrder.zero(segment, offset, offset + bytes);
    NetworkOrder.write8(segment, offset + FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + KIND, kind);
    return wrap(segment, offset);
  }

  /**
   * Checks length, version, kind, direction, flags and count of a frame in full form.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame
   * @param fromClient true where a device reads, false where a client does
   * @return why it is dropped, or null
   */
  public static @Nullable DropReason check(
      MemorySegment segment, long offset, int length, boolean fromClient) {
    DropReason wrong = checkEnvelope(segment, offset, length);
    return wrong == null ? checkKind(segment, offset, length, fromClient) : wrong;
  }

  /** What must hold before the checksum can be computed: the version, then the length. */
  static @Nullable DropReason checkEnvelope(MemorySegment segment, long offset, int length) {
    if (length < 1) {
      return DropReason.TOO_SHORT;
    }
    if (NetworkOrder.read8(segment, offset + FORM) != Form.FULL_BYTE) {
      return DropReason.VERSION_UNKNOWN;
    }
    if (length < FrameLayout.BYTES_MINIMUM) {
      return DropReason.TOO_SHORT;
    }
    if (length > FrameLayout.BYTES_MAXIMUM) {
      return DropReason.TOO_LONG;
    }
    return length % FrameLayout.BLOCK_BYTES == 0 ? null : DropReason.LENGTH_NOT_ALIGNED;
  }

  private static @Nullable DropReason checkKind(
      MemorySegment segment, long offset, int length, boolean fromClient) {
    int kind = NetworkOrder.read8(segment, offset + KIND);
    if (!PacketKind.known(kind)) {
      return DropReason.KIND_UNKNOWN;
    }
    if (!(fromClient ? PacketKind.fromClient(kind) : PacketKind.fromDevice(kind))) {
      return DropReason.KIND_DIRECTION;
    }
    if (length < PacketKind.bytesMinimum(kind)) {
      return DropReason.TOO_SHORT;
    }
    if ((NetworkOrder.read8(segment, offset + FLAGS) & ~PacketKind.flags(kind)) != 0) {
      return DropReason.FLAG_RESERVED;
    }
    boolean counts = kind == PacketKind.REQUEST || kind == PacketKind.REPLY;
    return counts == NetworkOrder.read8(segment, offset + COUNT) > 0
        ? null
        : DropReason.COUNT_WRONG;
  }

  /**
   * The shard that owns a session.
   *
   * @param sessionId a session id
   * @return 0 to 255
   */
  public static int shard(long sessionId) {
    return (int) (sessionId >>> 56);
  }

  /**
   * The lane of a packet number: its top 16 bits.
   *
   * @param packetNumber a packet number
   * @return 0 to 65,535
   */
  public static int lane(long packetNumber) {
    return (int) (packetNumber >>> 48);
  }

  /**
   * The residence field for a stay in the device.
   *
   * @param stayNs time from arrival to departure; negative counts as 0
   * @return units of 32 ns, rounded down, at most 65,535
   */
  public static int residence(long stayNs) {
    return Math.clamp(stayNs / RESIDENCE_UNIT_NS, 0, RESIDENCE_UNKNOWN);
  }

  /**
   * The first byte.
   *
   * @return 0x01 in a full frame, 0x11 in a sealed one
   */
  public int form() {
    return NetworkOrder.read8(segment, offset + FORM);
  }

  /**
   * The kind.
   *
   * @return a {@link PacketKind}
   */
  public int kind() {
    return NetworkOrder.read8(segment, offset + KIND);
  }

  /**
   * The flags of the kind.
   *
   * @return 8 bits
   */
  public int flags() {
    return NetworkOrder.read8(segment, offset + FLAGS);
  }

  /**
   * How many instructions (REQUEST) or results (REPLY) follow; 0 in other kinds.
   *
   * @return 0 to 255
   */
  public int count() {
    return NetworkOrder.read8(segment, offset + COUNT);
  }

  /**
   * The checksum, or the SPI in a sealed frame.
   *
   * @return 32 bits
   */
  public int check() {
    return NetworkOrder.read32(segment, offset + CHECK);
  }

  /**
   * The session id.
   *
   * @return shard and number; 0: no session
   */
  public long sessionId() {
    return NetworkOrder.read64(segment, offset + SESSION_ID);
  }

  /**
   * The packet number of the sender.
   *
   * @return 64 bits, the top 16 are the lane
   */
  public long packetNumber() {
    return NetworkOrder.read64(segment, offset + PACKET_NUMBER);
  }

  /**
   * The operation number, or the tag of a pure request; in an acknowledgement the cumulative
   * number.
   *
   * @return 0 to 2^48 − 1
   */
  public long operationNumber() {
    return NetworkOrder.read64(segment, offset + OPERATION_NUMBER) >>> 16;
  }

  /**
   * REQUEST: operation number − lowest operation number that the client has not resolved.
   *
   * @return 0 to 65,535
   */
  public int distance() {
    return NetworkOrder.read16(segment, offset + DISTANCE);
  }

  /**
   * REPLY, ACK: the time between arrival and departure of the echoed packet in the device.
   *
   * @return units of 32 ns; {@link #RESIDENCE_UNKNOWN}: that long or longer
   */
  public int residence() {
    return distance();
  }

  /**
   * Writes the form.
   *
   * @param form 8 bits
   * @return this
   */
  public TransportHeader form(int form) {
    NetworkOrder.write8(segment, offset + FORM, form);
    return this;
  }

  /**
   * Writes the kind.
   *
   * @param kind a {@link PacketKind}
   * @return this
   */
  public TransportHeader kind(int kind) {
    NetworkOrder.write8(segment, offset + KIND, kind);
    return this;
  }

  /**
   * Writes the flags.
   *
   * @param flags 8 bits
   * @return this
   */
  public TransportHeader flags(int flags) {
    NetworkOrder.write8(segment, offset + FLAGS, flags);
    return this;
  }

  /**
   * Writes the count.
   *
   * @param count 0 to 255
   * @return this
   */
  public TransportHeader count(int count) {
    NetworkOrder.write8(segment, offset + COUNT, count);
    return this;
  }

  /**
   * Writes the checksum or SPI.
   *
   * @param check 32 bits
   * @return this
   */
  public TransportHeader check(int check) {
    NetworkOrder.write32(segment, offset + CHECK, check);
    return this;
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number; 0: none
   * @return this
   */
  public TransportHeader sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public TransportHeader packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes the operation number and leaves the distance as it is.
   *
   * @param operationNumber 0 to 2^48 − 1
   * @return this
   */
  public TransportHeader operationNumber(long operationNumber) {
    assert operationNumber >= 0 && operationNumber <= OPERATION_NUMBER_MAXIMUM : operationNumber;
    NetworkOrder.write64(segment, offset + OPERATION_NUMBER, operationNumber << 16 | distance());
    return this;
  }

  /**
   * Writes the distance.
   *
   * @param distance 0 to 65,535
   * @return this
   */
  public TransportHeader distance(int distance) {
    assert distance >= 0 && distance <= DISTANCE_MAXIMUM : distance;
    NetworkOrder.write16(segment, offset + DISTANCE, distance);
    return this;
  }

  /**
   * One line for a trace.
   *
   * @return kind, session, packet, operation, last field, flags, count and checksum
   */
  public String describe() {
    return PacketKind.name(kind())
        + " session "
        + Text.session(sessionId())
        + " packet "
        + Long.toUnsignedString(packetNumber())
        + " operation "
        + operationNumber()
        + "/"
        + distance()
        + " flags "
        + Text.hexByte(flags())
        + " count "
        + count()
        + " check "
        + Text.hex32(check());
  }

  /**
   * The header as a value.
   *
   * @param form 8 bits
   * @param kind 8 bits
   * @param flags 8 bits
   * @param count 8 bits
   * @param check 32 bits
   * @param sessionId 64 bits
   * @param packetNumber 64 bits
   * @param operationNumber 48 bits
   * @param distance 16 bits
   */
  public record Fields(
      int form,
      int kind,
      int flags,
      int count,
      int check,
      long sessionId,
      long packetNumber,
      long operationNumber,
      int distance) {
    /**
     * Reads the value.
     *
     * @param segment holds 32 bytes from {@code offset}
     * @param offset start of the frame
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      TransportHeader view = new TransportHeader().wrap(segment, offset);
      return new Fields(
          view.form(),
          view.kind(),
          view.flags(),
          view.count(),
          view.check(),
          view.sessionId(),
          view.packetNumber(),
          view.operationNumber(),
          view.distance());
    }

    /**
     * Writes the value.
     *
     * @param segment takes 32 bytes from {@code offset}
     * @param offset start of the frame
     */
    public void emit(MemorySegment segment, long offset) {
      new TransportHeader()
          .wrap(segment, offset)
          .form(form)
          .kind(kind)
          .flags(flags)
          .count(count)
          .check(check)
          .sessionId(sessionId)
          .packetNumber(packetNumber)
          .distance(distance)
          .operationNumber(operationNumber);
    }
  }
}
