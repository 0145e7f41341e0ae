package io.netdam.simulator.history;

import io.netdam.wire.Opcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What the instructions mean, said once more and as plainly as possible: the measure for the memory
 * of a device. From address 0.
 */
public final class ReferenceMemory {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt HALF =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final long LOW = 0xFFFF_FFFFL;

  private final byte[] bytes;
  private final MemorySegment segment;

  /** All zero. */
  public ReferenceMemory(int length) {
    bytes = new byte[length];
    segment = MemorySegment.ofArray(bytes);
  }

  /** The bytes as a segment. */
  public MemorySegment segment() {
    return segment;
  }

  /** Becomes equal to another of the same length. */
  public void set(ReferenceMemory other) {
    System.arraycopy(other.bytes, 0, bytes, 0, bytes.length);
  }

  /** All zero again. */
  public void clear() {
    java.util.Arrays.fill(bytes, (byte) 0);
  }

  /** The cell of a step: 4 or 8 bytes, of wide ones and ranges the first word. */
  public long cell(Step step) {
    int at = (int) step.address;
    if (step.address < 0 || step.address > bytes.length - Long.BYTES) {
      return 0;
    }
    return step.atomic() && step.width == 4 ? segment.get(HALF, at) & LOW : segment.get(WORD, at);
  }

  /** A word. */
  public long word(int address) {
    return segment.get(WORD, address);
  }

  /**
   * Runs a step.
   *
   * @return whether it could; if not, nothing has changed
   */
  public boolean run(Step step) {
    long bytesTouched = step.atomic() ? step.width : step.length;
    if (step.address < 0 || step.address > bytes.length - bytesTouched) {
      return false;
    }
    int at = (int) step.address;
    if (step.atomic()) {
      return step.address % step.width == 0 && runAtomic(step, at);
    }
    switch (step.opcode) {
      case Opcode.WRITE -> System.arraycopy(step.data, 0, bytes, at, step.length);
      case Opcode.FILL -> java.util.Arrays.fill(bytes, at, at + step.length, (byte) step.operand0);
      case Opcode.COPY -> {
        if (step.operand0 < 0 || step.operand0 > bytes.length - step.length) {
          return false;
        }
        System.arraycopy(bytes, (int) step.operand0, bytes, at, step.length);
      }
      default -> {
        // pure
      }
    }
    return true;
  }

  private boolean runAtomic(Step step, int at) {
    if (step.width == 16) {
      segment.set(WORD, at, step.operand0);
      segment.set(WORD, at + 8, step.operand1);
      return step.opcode == Opcode.SWAP;
    }
    long mask = step.width == 4 ? LOW : -1L;
    long old = cell(step);
    long operand = step.operand0 & mask;
    long found =
        switch (step.opcode) {
          case Opcode.FETCH_ADD -> old + operand;
          case Opcode.SWAP -> operand;
          case Opcode.FETCH_XOR -> old ^ operand;
          case Opcode.FETCH_AND -> old & operand;
          case Opcode.FETCH_OR -> old | operand;
          case Opcode.COMPARE_AND_SWAP -> old == operand ? step.operand1 : old;
          default -> throw new IllegalStateException("no such step is made: " + step);
        };
    if (step.width == 4) {
      segment.set(HALF, at, (int) found);
    } else {
      segment.set(WORD, at, found);
    }
    return true;
  }
}
