package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A reply in compact form, 13 bytes.
 *
 * <pre>
 *  0   0xEF (8)
 *  1   sequence (16)
 *  3   value (64)
 * 11   status (8)
 * 12   occupancy (8)
 * </pre>
 */
public final class CompactReply {
  /** Size of the reply. */
  public static final int BYTES = 13;

  private static final int OPCODE = 0;
  private static final int SEQUENCE = 1;
  private static final int VALUE = 3;
  private static final int STATUS = 11;
  private static final int OCCUPANCY = 12;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} comes first. */
  public CompactReply() {}

  /**
   * Moves the view.
   *
   * @param segment holds 13 bytes from {@code offset}
   * @param offset start of the frame in the segment
   * @return this
   */
  public CompactReply wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    return this;
  }

  /**
   * Checks the length and that it is a reply.
   *
   * @param segment holds the frame, at least 1 byte
   * @param offset start of the frame in the segment
   * @param length bytes of the frame
   * @return why it is dropped, or null
   */
  public static @Nullable DropReason check(MemorySegment segment, long offset, int length) {
    if (NetworkOrder.read8(segment, offset + OPCODE) != Opcode.COMPACT_REPLY) {
      return DropReason.KIND_DIRECTION;
    }
    if (length < BYTES) {
      return DropReason.TOO_SHORT;
    }
    return length > BYTES ? DropReason.TOO_LONG : null;
  }

  /**
   * The number of the request.
   *
   * @return 0 to 65,535
   */
  public int sequence() {
    return NetworkOrder.read16(segment, offset + SEQUENCE);
  }

  /**
   * The value; for READ the bytes as a little-endian number.
   *
   * @return 64 bits
   */
  public long value() {
    return NetworkOrder.read64(segment, offset + VALUE);
  }

  /**
   * The number of the status; {@link Status#of} names it.
   *
   * @return 0 to 255
   */
  public int status() {
    return NetworkOrder.read8(segment, offset + STATUS);
  }

  /**
   * The fullest of the device's queues.
   *
   * @return 0 to 255
   */
  public int occupancy() {
    return NetworkOrder.read8(segment, offset + OCCUPANCY);
  }

  /**
   * Writes the whole reply.
   *
   * @param sequence 0 to 65,535
   * @param value 64 bits
   * @param status 0 to 255
   * @param occupancy 0 to 255
   * @return bytes of the frame: 13
   */
  public int emit(int sequence, long value, int status, int occupancy) {
    NetworkOrder.write8(segment, offset + OPCODE, Opcode.COMPACT_REPLY);
    NetworkOrder.write16(segment, offset + SEQUENCE, sequence);
    NetworkOrder.write64(segment, offset + VALUE, value);
    NetworkOrder.write8(segment, offset + STATUS, status);
    NetworkOrder.write8(segment, offset + OCCUPANCY, occupancy);
    return BYTES;
  }

  /**
   * One line for a trace.
   *
   * @return sequence, status, value and occupancy
   */
  public String describe() {
    return "compact reply sequence "
        + sequence()
        + " "
        + (Status.known(status()) ? Status.of(status()).name() : "STATUS_" + status())
        + " value "
        + Text.hex(value())
        + " occupancy "
        + occupancy();
  }

  /**
   * A compact reply as a value.
   *
   * @param sequence 16 bits
   * @param value 64 bits
   * @param status 8 bits
   * @param occupancy 8 bits
   */
  public record Fields(int sequence, long value, int status, int occupancy) {
    /**
     * Reads the value.
     *
     * @param segment holds 13 bytes from {@code offset}
     * @param offset start of the frame
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      CompactReply view = new CompactReply().wrap(segment, offset);
      return new Fields(view.sequence(), view.value(), view.status(), view.occupancy());
    }

    /**
     * Writes the value.
     *
     * @param segment takes 13 bytes from {@code offset}
     * @param offset start of the frame
     */
    public void emit(MemorySegment segment, long offset) {
      new CompactReply().wrap(segment, offset).emit(sequence, value, status, occupancy);
    }
  }
}
