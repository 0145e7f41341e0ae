package io.netdam.simulator.history;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One instruction of a call. Its content is its own: no other changing step of a run has it. */
public final class Step {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final byte[] NO_BYTES = {};

  /** The opcode. */
  public final int opcode;

  /** Bytes of an atomic: 4, 8 or 16. */
  public final int width;

  /** The first byte. */
  public final long address;

  /** Bytes, 0 for atomics. */
  public final int length;

  /** As the instruction says. */
  public final long operand0;

  /** As the instruction says. */
  public final long operand1;

  /** What WRITE writes; what READ brought. */
  public final byte[] data;

  /** Whose step it is. */
  public @Nullable Call call;

  /** Which of its call's steps it is. */
  public int index;

  /** How it ended for the caller; null: not told. */
  public @Nullable Status status;

  /** The value told with {@link #status}. */
  public long value;

  /** The high half of a 16-byte value. */
  public long valueHigh;

  /** A step of no call yet. */
  public Step(int opcode, int width, long address, int length, long operand0, long operand1) {
    this.opcode = opcode;
    this.width = width;
    this.address = address;
    this.length = length;
    this.operand0 = operand0;
    this.operand1 = operand1;
    boolean carries = opcode == Opcode.WRITE || opcode == Opcode.READ;
    this.data = carries ? new byte[length] : NO_BYTES;
  }

  /** The iflags of the width. */
  public int widthFlags() {
    return switch (width) {
      case 4 -> InstructionCore.FLAG_WIDTH_4;
      case 16 -> InstructionCore.FLAG_WIDTH_16;
      default -> 0;
    };
  }

  /** The data as a segment. */
  public MemorySegment segment() {
    return opcode == Opcode.WRITE || opcode == Opcode.READ
        ? MemorySegment.ofArray(data)
        : MemorySegment.NULL;
  }

  /** Whether it changes memory. */
  public boolean changing() {
    return opcode != Opcode.READ && opcode != Opcode.OUTCOME;
  }

  /** Whether it is atomic on one cell. */
  public boolean atomic() {
    return Opcode.atomic(opcode);
  }

  /** Whether it touches a byte of a range. */
  public boolean touches(long from, long bytes) {
    long mine = atomic() ? width : length;
    return address < from + bytes && from < address + mine;
  }

  /** What names it among all steps of a run. */
  public long key() {
    long first = data.length >= Long.BYTES && opcode == Opcode.WRITE ? word(0) : 0;
    return key(opcode, widthFlags(), address, length, operand0, operand1, first);
  }

  /** A word of its data, as it lies in memory. */
  public long word(int offset) {
    return segment().get(WORD, offset);
  }

  /** The key of an instruction in a frame that has passed its check. */
  public static long key(InstructionCore core, MemorySegment frame) {
    boolean writes = core.opcode() == Opcode.WRITE && core.length() >= Long.BYTES;
    return key(
        core.opcode(),
        core.flags() & InstructionCore.WIDTH_MASK,
        core.address(),
        core.length(),
        core.operand0(),
        core.operand1(),
        writes ? frame.get(WORD, core.dataOffset()) : 0);
  }

  private static long key(
      int opcode, int width, long address, long length, long operand0, long operand1, long data) {
    long key = (long) opcode << 8 | width;
    key = mix(key, address);
    key = mix(key, length);
    key = mix(key, operand0);
    key = mix(key, operand1);
    return mix(key, data);
  }

  private static long mix(long key, long more) {
    long mixed = (key ^ more) * 0x9E37_79B9_7F4A_7C15L;
    return mixed ^ mixed >>> 29;
  }

  @Override
  public String toString() {
    String where = Opcode.name(opcode) + (atomic() ? "/" + width : "") + " @" + address;
    String what =
        atomic()
            ? String.format(Locale.ROOT, " %016x %016x", operand0, operand1)
            : "+" + length + (opcode == Opcode.WRITE ? String.format(" %016x", word(0)) : "");
    return where + what + (status == null ? "" : " -> " + status + String.format(" %x", value));
  }
}
