package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * A request in compact form, 11 to 18 bytes. <strong>A retried change may happen twice.</strong>
 *
 * <pre>
 *  0   opcode (8)
 *  1   sequence (16)
 *  3   address (64)
 * 11   operand (0 to 56 bits)
 * </pre>
 *
 * <p>The operand is: for READ a width in its one byte, for WRITE a width and that many bytes, for
 * atomics a signed number in network order.
 */
public final class CompactRequest {
  /** Bytes without operand; the operand starts here. */
  public static final int BYTES_MINIMUM = 11;

  /** Bytes with the longest operand. */
  public static final int BYTES_MAXIMUM = 18;

  /** Longest READ, in bytes. */
  public static final int READ_BYTES_MAXIMUM = 8;

  /** Longest WRITE, in bytes. */
  public static final int WRITE_BYTES_MAXIMUM = 6;

  private static final int OPCODE = 0;
  private static final int SEQUENCE = 1;
  private static final int ADDRESS = 3;
  private static final int OPERAND = BYTES_MINIMUM;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;
  private int length;

  /** A view over nothing; {@link #wrap} comes first. */
  public CompactRequest() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame, 11 to 18
   * @return this
   */
  public CompactRequest wrap(MemorySegment segment, long offset, int length) {
    this.segment = segment;
    this.offset = offset;
    this.length = length;
    return this;
  }

  /**
   * Checks the length and that it is no reply.
   *
   * @param segment holds the frame, at least 1 byte
   * @param offset start of the frame in the segment
   * @param length bytes of the frame
   * @return why it is dropped, or null
   */
  public static @Nullable DropReason check(MemorySegment segment, long offset, int length) {
    if (NetworkOrder.read8(segment, offset + OPCODE) == Opcode.COMPACT_REPLY) {
      return DropReason.KIND_DIRECTION;
    }
    if (length < BYTES_MINIMUM) {
      return DropReason.TOO_SHORT;
    }
    return length > BYTES_MAXIMUM ? DropReason.TOO_LONG : null;
  }

  /**
   * The opcode.
   *
   * @return 0x20 to 0xEE
   */
  public int opcode() {
    return NetworkOrder.read8(segment, offset + OPCODE);
  }

  /**
   * The number that the reply echoes.
   *
   * @return 0 to 65,535
   */
  public int sequence() {
    return NetworkOrder.read16(segment, offset + SEQUENCE);
  }

  /**
   * The address.
   *
   * @return 64 bits, unsigned
   */
  public long address() {
    return NetworkOrder.read64(segment, offset + ADDRESS);
  }

  /**
   * How long the operand is.
   *
   * @return 0 to 7 bytes
   */
  public int operandBytes() {
    return length - OPERAND;
  }

  /**
   * The operand as a signed number in network order.
   *
   * @param absent what stands for an operand of no bytes
   * @return −2^55 to 2^55 − 1, or {@code absent}
   */
  public long operand(long absent) {
    if (operandBytes() == 0) {
      return absent;
    }
    long value = segment.get(ValueLayout.JAVA_BYTE, offset + OPERAND);
    for (int i = 1; i < operandBytes(); i++) {
      value = value << 8 | NetworkOrder.read8(segment, offset + OPERAND + i);
    }
    return value;
  }

  /**
   * READ: how many bytes it wants.
   *
   * @return 1 to 8; 0 if the operand is none of these widths or has more than one byte
   */
  public int readWidth() {
    if (operandBytes() == 0) {
      return READ_BYTES_MAXIMUM;
    }
    int width = NetworkOrder.read8(segment, offset + OPERAND);
    return operandBytes() == 1 && width <= READ_BYTES_MAXIMUM ? width : 0;
  }

  /**
   * WRITE: how many bytes it brings.
   *
   * @return 1 to 6; 0 if the operand is not a width and exactly that many bytes
   */
  public int writeWidth() {
    if (operandBytes() < 2) {
      return 0;
    }
    int width = NetworkOrder.read8(segment, offset + OPERAND);
    return width == operandBytes() - 1 ? width : 0;
  }

  /**
   * WRITE: where its bytes start, as they lie in memory.
   *
   * @return offset in the segment
   */
  public long dataOffset() {
    return offset + OPERAND + 1;
  }

  /**
   * Writes a request with an operand in network order.
   *
   * @param opcode 0x20 to 0xEE
   * @param sequence 0 to 65,535
   * @param address 64 bits
   * @param operand its low {@code operandBytes} bytes are written
   * @param operandBytes 0 to 7
   * @return bytes of the frame; the view's length from now on
   */
  public int emit(int opcode, int sequence, long address, long operand, int operandBytes) {
    assert operandBytes >= 0 && operandBytes <= BYTES_MAXIMUM - OPERAND : operandBytes;
    NetworkOrder.write8(segment, offset + OPCODE, opcode);
    NetworkOrder.write16(segment, offset + SEQUENCE, sequence);
    NetworkOrder.write64(segment, offset + ADDRESS, address);
    long rest = operand;
    for (int i = operandBytes - 1; i >= 0; i--) {
      NetworkOrder.write8(segment, offset + OPERAND + i, (int) rest);
      rest >>= 8;
    }
    length = OPERAND + operandBytes;
    return length;
  }

  /**
   * One line for a trace.
   *
   * @return opcode, sequence, address and operand
   */
  public String describe() {
    return "compact "
        + Opcode.name(opcode())
        + " sequence "
        + sequence()
        + " address "
        + Text.hex(address())
        + (operandBytes() == 0 ? "" : " operand " + operand(0) + "/" + operandBytes());
  }

  /**
   * A compact request as a value.
   *
   * @param opcode 8 bits
   * @param sequence 16 bits
   * @param address 64 bits
   * @param operand signed, at most 56 bits
   * @param operandBytes 0 to 7
   */
  public record Fields(int opcode, int sequence, long address, long operand, int operandBytes) {
    /**
     * Reads the value.
     *
     * @param segment holds the frame
     * @param offset its start
     * @param length its bytes, 11 to 18
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset, int length) {
      CompactRequest view = new CompactRequest().wrap(segment, offset, length);
      return new Fields(
          view.opcode(), view.sequence(), view.address(), view.operand(0), view.operandBytes());
    }

    /**
     * Writes the value.
     *
     * @param segment takes the frame
     * @param offset its start
     * @return bytes written
     */
    public int emit(MemorySegment segment, long offset) {
      return new CompactRequest()
          .wrap(segment, offset, BYTES_MINIMUM)
          .emit(opcode, sequence, address, operand, operandBytes);
    }
  }
}
