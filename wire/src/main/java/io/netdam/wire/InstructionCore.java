package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * One instruction of a request, and the cursor over all of them.
 *
 * <pre>
 *       0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0| opcode | iflags |     handle      |            length                 |
 *  8|                          address                                      |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *   |                          operand 0                                    |  if OPERANDS
 *   |                          operand 1                                    |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *   |                          lock address                                 |  if FENCED
 *   |                          fencing token                                |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>Use: {@code core.walk(request); while (core.next()) ...}. The getters of what a flag brings
 * answer 0 where the flag is not set.
 */
public final class InstructionCore {
  /** Bytes without operands and fence. */
  public static final int BYTES = 16;

  /** Bytes that OPERANDS adds. */
  public static final int OPERANDS_BYTES = 16;

  /** Bytes that FENCED adds. */
  public static final int FENCE_BYTES = 16;

  /** Two operands follow the core. */
  public static final int FLAG_OPERANDS = 0x01;

  /** A lock address and a fencing token follow. */
  public static final int FLAG_FENCED = 0x02;

  /** {@code length} bytes of data stand in the data area. */
  public static final int FLAG_DATA = 0x04;

  /** Width of an atomic: 4 bytes. */
  public static final int FLAG_WIDTH_4 = 0x10;

  /** Width of an atomic: 16 bytes. */
  public static final int FLAG_WIDTH_16 = 0x20;

  /** The two bits of the width; both set is reserved. */
  public static final int WIDTH_MASK = 0x30;

  private static final int FLAGS_RESERVED = 0xC8;

  private static final int OPCODE = 0;
  private static final int FLAGS = 1;
  private static final int HANDLE = 2;
  private static final int LENGTH = 4;
  private static final int ADDRESS = 8;

  private MemorySegment segment = MemorySegment.NULL;
  private long frame;
  private long offset;
  private long following;
  private long dataOffset;
  private long dataEnd;
  private int index;
  private int count;

  /** A cursor over nothing; {@link #walk} or {@link #wrap} comes first. */
  public InstructionCore() {}

  /**
   * Stands before the first instruction of a checked request.
   *
   * @param request wrapped over the frame; must not move during the walk
   * @return this; {@link #next()} comes before any getter
   */
  public InstructionCore walk(Request request) {
    segment = request.segment();
    frame = request.offset();
    following = frame + Request.STREAM;
    dataEnd = request.dataArea();
    dataOffset = dataEnd;
    count = request.count();
    index = -1;
    return this;
  }

  /**
   * Moves to the next instruction.
   *
   * @return false after the last
   */
  public boolean next() {
    if (index + 1 >= count) {
      return false;
    }
    index++;
    offset = following;
    int flags = flags();
    following = offset + bytes(flags);
    if ((flags & FLAG_DATA) != 0) {
      dataOffset = frame + FrameLayout.dataStart(dataEnd - frame);
      dataEnd = dataOffset + length();
    }
    return true;
  }

  /**
   * Views one core that stands alone, without a walk.
   *
   * @param segment holds the core and what its flags add
   * @param offset start of the core in the segment
   * @return this; {@link #next()} answers false
   */
  public InstructionCore wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    frame = offset;
    following = offset;
    dataOffset = offset;
    dataEnd = offset;
    index = 0;
    count = 1;
    return this;
  }

  /**
   * Bytes of an instruction in the stream.
   *
   * @param flags its iflags
   * @return 16, 32 or 48
   */
  public static int bytes(int flags) {
    return BYTES
        + ((flags & FLAG_OPERANDS) == 0 ? 0 : OPERANDS_BYTES)
        + ((flags & FLAG_FENCED) == 0 ? 0 : FENCE_BYTES);
  }

  /**
   * Whether no reserved bit is set.
   *
   * @param flags 8 bits
   * @return false if the frame is to be dropped
   */
  public static boolean flagsKnown(int flags) {
    return (flags & FLAGS_RESERVED) == 0 && (flags & WIDTH_MASK) != WIDTH_MASK;
  }

  static int flags(MemorySegment segment, long offset) {
    return NetworkOrder.read8(segment, offset + FLAGS);
  }

  static long length(MemorySegment segment, long offset) {
    return NetworkOrder.read32Unsigned(segment, offset + LENGTH);
  }

  /**
   * Which instruction this is.
   *
   * @return from 0
   */
  public int index() {
    return index;
  }

  /**
   * The opcode.
   *
   * @return 0 to 255
   */
  public int opcode() {
    return NetworkOrder.read8(segment, offset + OPCODE);
  }

  /**
   * The iflags.
   *
   * @return 8 bits
   */
  public int flags() {
    return flags(segment, offset);
  }

  /**
   * The capability handle.
   *
   * @return 0 to 65,535; 0: the default region of an open device
   */
  public int handle() {
    return NetworkOrder.read16(segment, offset + HANDLE);
  }

  /**
   * The length.
   *
   * @return 0 to 2^32 − 1, in bytes; in an atomic without operands its packed operand
   */
  public long length() {
    return length(segment, offset);
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
   * Whether operands follow the core.
   *
   * @return iflag OPERANDS
   */
  public boolean hasOperands() {
    return (flags() & FLAG_OPERANDS) != 0;
  }

  /**
   * Whether a fence follows.
   *
   * @return iflag FENCED
   */
  public boolean fenced() {
    return (flags() & FLAG_FENCED) != 0;
  }

  /**
   * Whether data belongs to it.
   *
   * @return iflag DATA
   */
  public boolean hasData() {
    return (flags() & FLAG_DATA) != 0;
  }

  /**
   * Width of an atomic.
   *
   * @return 4, 8 or 16 bytes
   */
  public int width() {
    return switch (flags() & WIDTH_MASK) {
      case FLAG_WIDTH_4 -> 4;
      case FLAG_WIDTH_16 -> 16;
      default -> 8;
    };
  }

  /**
   * Operand 0; an atomic without operands and without data has it packed in the length,
   * sign-extended.
   *
   * @return 64 bits; 0 if there is none
   */
  public long operand0() {
    if (hasOperands()) {
      return NetworkOrder.read64(segment, offset + BYTES);
    }
    boolean packed = Opcode.atomic(opcode()) && !hasData();
    return packed ? NetworkOrder.read32(segment, offset + LENGTH) : 0;
  }

  /**
   * Operand 1.
   *
   * @return 64 bits; 0 if there is none
   */
  public long operand1() {
    return hasOperands() ? NetworkOrder.read64(segment, offset + BYTES + Long.BYTES) : 0;
  }

  /**
   * Address of the lock that fences the instruction.
   *
   * @return 64 bits; 0 if there is none
   */
  public long lockAddress() {
    return fenced() ? NetworkOrder.read64(segment, fence()) : 0;
  }

  /**
   * The fencing token.
   *
   * @return 64 bits, unsigned; 0 if there is none
   */
  public long fencingToken() {
    return fenced() ? NetworkOrder.read64(segment, fence() + Long.BYTES) : 0;
  }

  /**
   * Where its data starts, if {@link #hasData()}; {@link #length()} bytes.
   *
   * @return offset in the segment
   */
  public long dataOffset() {
    return dataOffset;
  }

  private long fence() {
    return offset + BYTES + (hasOperands() ? OPERANDS_BYTES : 0);
  }

  /**
   * Writes the opcode.
   *
   * @param opcode 0 to 255
   * @return this
   */
  public InstructionCore opcode(int opcode) {
    NetworkOrder.write8(segment, offset + OPCODE, opcode);
    return this;
  }

  /**
   * Writes the iflags; they decide where operands and fence stand, so they come before them.
   *
   * @param flags 8 bits
   * @return this
   */
  public InstructionCore flags(int flags) {
    NetworkOrder.write8(segment, offset + FLAGS, flags);
    return this;
  }

  /**
   * Writes the handle.
   *
   * @param handle 0 to 65,535
   * @return this
   */
  public InstructionCore handle(int handle) {
    NetworkOrder.write16(segment, offset + HANDLE, handle);
    return this;
  }

  /**
   * Writes the length.
   *
   * @param length 0 to 2^32 − 1, or a packed operand from −2^31 on
   * @return this
   */
  public InstructionCore length(long length) {
    assert length >= Integer.MIN_VALUE && length <= 0xFFFF_FFFFL : length;
    NetworkOrder.write32(segment, offset + LENGTH, (int) length);
    return this;
  }

  /**
   * Writes the address.
   *
   * @param address 64 bits
   * @return this
   */
  public InstructionCore address(long address) {
    NetworkOrder.write64(segment, offset + ADDRESS, address);
    return this;
  }

  /**
   * Writes both operands; iflag OPERANDS must be set.
   *
   * @param operand0 64 bits
   * @param operand1 64 bits
   * @return this
   */
  public InstructionCore operands(long operand0, long operand1) {
    assert hasOperands();
    NetworkOrder.write64(segment, offset + BYTES, operand0);
    NetworkOrder.write64(segment, offset + BYTES + Long.BYTES, operand1);
    return this;
  }

  /**
   * Writes the fence; iflag FENCED must be set.
   *
   * @param lockAddress 64 bits
   * @param fencingToken 64 bits
   * @return this
   */
  public InstructionCore fence(long lockAddress, long fencingToken) {
    assert fenced();
    NetworkOrder.write64(segment, fence(), lockAddress);
    NetworkOrder.write64(segment, fence() + Long.BYTES, fencingToken);
    return this;
  }

  /**
   * One line for a trace.
   *
   * @return the name and what the flags bring
   */
  public String describe() {
    StringBuilder text = new StringBuilder(Opcode.name(opcode()));
    text.append(" address ").append(Text.hex(address())).append(" length ").append(length());
    if (handle() != 0) {
      text.append(" handle ").append(handle());
    }
    if (width() != 8) {
      text.append(" width ").append(width());
    }
    if (hasOperands()) {
      text.append(" operands ").append(operand0()).append(' ').append(operand1());
    }
    if (fenced()) {
      text.append(" fence ").append(Text.hex(lockAddress()));
      text.append(" token ").append(Long.toUnsignedString(fencingToken()));
    }
    if (hasData()) {
      text.append(" data");
    }
    return text.toString();
  }

  /**
   * An instruction as a value.
   *
   * @param opcode 8 bits
   * @param flags 8 bits
   * @param handle 16 bits
   * @param length 32 bits, unsigned
   * @param address 64 bits
   * @param operand0 64 bits; as {@link InstructionCore#operand0()} if OPERANDS is not set
   * @param operand1 64 bits; 0 if OPERANDS is not set
   * @param lockAddress 64 bits; 0 if FENCED is not set
   * @param fencingToken 64 bits; 0 if FENCED is not set
   */
  public record Fields(
      int opcode,
      int flags,
      int handle,
      long length,
      long address,
      long operand0,
      long operand1,
      long lockAddress,
      long fencingToken) {
    /**
     * Reads the value.
     *
     * @param segment holds the instruction
     * @param offset start of its core
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      InstructionCore view = new InstructionCore().wrap(segment, offset);
      return new Fields(
          view.opcode(),
          view.flags(),
          view.handle(),
          view.length(),
          view.address(),
          view.operand0(),
          view.operand1(),
          view.lockAddress(),
          view.fencingToken());
    }

    /**
     * Writes the value.
     *
     * @param segment takes {@link InstructionCore#bytes} bytes
     * @param offset start of the core
     * @return bytes written
     */
    public int emit(MemorySegment segment, long offset) {
      InstructionCore view = new InstructionCore().wrap(segment, offset);
      view.opcode(opcode).flags(flags).handle(handle).length(length).address(address);
      if (view.hasOperands()) {
        view.operands(operand0, operand1);
      }
      if (view.fenced()) {
        view.fence(lockAddress, fencingToken);
      }
      return bytes(flags);
    }
  }
}
