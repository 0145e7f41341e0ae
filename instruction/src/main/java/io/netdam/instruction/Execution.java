package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.memory.Wide;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One instruction being executed: its operands, where its result goes. One object per engine,
 * filled again for each instruction, so that nothing is allocated.
 *
 * <p>The engine calls {@link #region}, {@link #input}, {@link #output}, {@link #outcomes}, then
 * {@link InstructionSet#execute}, then reads value and data length. Instructions call the rest.
 */
public final class Execution {
  private static final Region NO_REGION = Region.of(MemorySegment.ofArray(new long[0]));

  private final Wide found = new Wide();
  private final Elements elements = new Elements();

  private Region region = NO_REGION;
  private int opcode;
  private int flags;
  private long address;
  private long length;
  private long operand0;
  private long operand1;
  private MemorySegment data = MemorySegment.NULL;
  private long dataOffset;
  private @Nullable OutcomeLookup outcomes;

  private MemorySegment resultData = MemorySegment.NULL;
  private long resultOffset;
  private long resultCapacity;

  private long value;
  private long valueHigh;
  private boolean wide;
  private int dataLength;

  /** An execution of nothing. */
  public Execution() {}

  /**
   * Engine: the memory that the handle names.
   *
   * @param newRegion stays until the next call
   * @return this
   */
  public Execution region(Region newRegion) {
    region = newRegion;
    return this;
  }

  /**
   * Engine: the instruction at which a cursor stands.
   *
   * @param core checked by the frame check
   * @param segment what the core and its data lie in
   * @return this
   */
  public Execution input(InstructionCore core, MemorySegment segment) {
    return input(
        core.opcode(),
        core.flags(),
        core.address(),
        core.length(),
        core.operand0(),
        core.operand1(),
        segment,
        core.dataOffset());
  }

  /**
   * Engine: an instruction that came otherwise, such as in the compact form.
   *
   * @param newOpcode 0 to 255
   * @param newFlags iflags
   * @param newAddress 64 bits
   * @param newLength 0 to 2^32 − 1
   * @param newOperand0 64 bits
   * @param newOperand1 64 bits
   * @param newData holds {@code newLength} bytes at {@code newDataOffset} if iflag DATA is set
   * @param newDataOffset where data starts
   * @return this
   */
  public Execution input(
      int newOpcode,
      int newFlags,
      long newAddress,
      long newLength,
      long newOperand0,
      long newOperand1,
      MemorySegment newData,
      long newDataOffset) {
    opcode = newOpcode;
    flags = newFlags;
    address = newAddress;
    length = newLength;
    operand0 = newOperand0;
    operand1 = newOperand1;
    data = newData;
    dataOffset = newDataOffset;
    return this;
  }

  /**
   * Engine: where data of the reply goes.
   *
   * @param segment not the region's
   * @param offset first byte
   * @param capacity how many bytes fit
   * @return this
   */
  public Execution output(MemorySegment segment, long offset, long capacity) {
    resultData = segment;
    resultOffset = offset;
    resultCapacity = capacity;
    return this;
  }

  /**
   * Engine: the guards of the session.
   *
   * @param lookup null if the request belongs to no session
   * @return this
   */
  public Execution outcomes(@Nullable OutcomeLookup lookup) {
    outcomes = lookup;
    return this;
  }

  /** The memory to work on. */
  public Region region() {
    return region;
  }

  /** The opcode, 0 to 255. */
  public int opcode() {
    return opcode;
  }

  /** The iflags. */
  public int flags() {
    return flags;
  }

  /** Whether operands came with the core. */
  public boolean hasOperands() {
    return (flags & InstructionCore.FLAG_OPERANDS) != 0;
  }

  /** Whether data came with the core. */
  public boolean hasData() {
    return (flags & InstructionCore.FLAG_DATA) != 0;
  }

  /** Width of an atomic: 4, 8 or 16 bytes. */
  public int width() {
    return switch (flags & InstructionCore.WIDTH_MASK) {
      case InstructionCore.FLAG_WIDTH_4 -> Integer.BYTES;
      case InstructionCore.FLAG_WIDTH_16 -> 2 * Long.BYTES;
      default -> Long.BYTES;
    };
  }

  /** The address, any 64 bits. */
  public long address() {
    return address;
  }

  /** The length field, 0 to 2^32 − 1. */
  public long length() {
    return length;
  }

  /** Operand 0; of an atomic without operands: the length field, sign-extended. */
  public long operand0() {
    return operand0;
  }

  /** Operand 1; 0 if no operands came. */
  public long operand1() {
    return operand1;
  }

  /** Holds the data of the request at {@link #dataOffset}, {@link #length} bytes. */
  public MemorySegment data() {
    return data;
  }

  /** Where the data of the request starts. */
  public long dataOffset() {
    return dataOffset;
  }

  /** Takes the data of the reply at {@link #resultOffset}. */
  public MemorySegment resultData() {
    return resultData;
  }

  /** Where the data of the reply starts. */
  public long resultOffset() {
    return resultOffset;
  }

  /** How many bytes of data the reply has room for. */
  public long resultCapacity() {
    return resultCapacity;
  }

  /** The guards of the session, or null if there is no session. */
  public @Nullable OutcomeLookup outcomes() {
    return outcomes;
  }

  /** Room for two vectors, reused. */
  Elements elements() {
    return elements;
  }

  /** Two words for the result of a 16-byte operation, reused. */
  public Wide found() {
    return found;
  }

  /**
   * Instruction: it has run.
   *
   * @param newValue its value
   * @return DONE
   */
  public Status done(long newValue) {
    return result(Status.DONE, newValue, 0, false, 0);
  }

  /**
   * Instruction: it has run, and its value has 128 bits.
   *
   * @param newValue the two halves
   * @return DONE
   */
  public Status done(Wide newValue) {
    return result(Status.DONE, newValue.low(), newValue.high(), true, 0);
  }

  /**
   * Instruction: it has run and written data at {@link #resultOffset}.
   *
   * @param newValue its value
   * @param bytes of data, 0 to {@link #resultCapacity}
   * @return DONE
   */
  public Status doneWithData(long newValue, int bytes) {
    return result(Status.DONE, newValue, 0, false, bytes);
  }

  /**
   * Instruction: it has not run and has changed nothing.
   *
   * @param status why, not DONE
   * @param detail the number that the status names (docs/protocol.md section 6), else 0
   * @return the status
   */
  public Status refused(Status status, long detail) {
    assert status != Status.DONE;
    return result(status, detail, 0, false, 0);
  }

  private Status result(
      Status status, long newValue, long newValueHigh, boolean newWide, int newDataLength) {
    value = newValue;
    valueHigh = newValueHigh;
    wide = newWide;
    dataLength = newDataLength;
    return status;
  }

  /** Value of the result, or the detail of the refusal. */
  public long value() {
    return value;
  }

  /** Bits 64 to 127 of the value; 0 unless {@link #wide}. */
  public long valueHigh() {
    return valueHigh;
  }

  /** Whether the value has 128 bits. */
  public boolean wide() {
    return wide;
  }

  /** Bytes of data that the result carries. */
  public int dataLength() {
    return dataLength;
  }
}
