package io.netdam.instruction;

import io.netdam.memory.Layouts;
import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;

/**
 * COMPARE_AND_SWAP: stores a new value if the cell holds the expected one. The old value is the
 * result, and DONE either way: the caller compares.
 *
 * <p>In 4 and 8 bytes operand 0 is the expected, operand 1 the desired value. Sixteen bytes do not
 * fit there: that form brings 32 bytes of data, expected before desired, each as it lies in memory.
 */
final class CompareAndSwap implements Instruction {
  private static final int WIDE_BYTES = 2 * Long.BYTES;
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  @Override
  public int opcode() {
    return Opcode.COMPARE_AND_SWAP;
  }

  @Override
  public String mnemonic() {
    return "COMPARE_AND_SWAP";
  }

  @Override
  public Effect effect() {
    return Effect.CHANGING;
  }

  @Override
  public int operandBytes() {
    return 16;
  }

  @Override
  public boolean takesData() {
    return true;
  }

  @Override
  public String describe() {
    return "stores a value in a cell that holds the expected one";
  }

  @Override
  public Status execute(Execution execution) {
    int width = execution.width();
    boolean wide = width == WIDE_BYTES;
    if (execution.hasData() != wide || execution.hasOperands() == wide) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    if (wide && execution.length() != 2 * WIDE_BYTES) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    Status refusal = AtomicAccess.refusal(execution, width);
    if (refusal != Status.DONE) {
      return refusal;
    }
    if (wide) {
      return exchangeWide(execution);
    }
    Region region = execution.region();
    long address = execution.address();
    long expected = execution.operand0();
    long desired = execution.operand1();
    return execution.done(
        width == Long.BYTES
            ? region.compareAndExchange(address, expected, desired)
            : region.compareAndExchangeInt(address, (int) expected, (int) desired) & LOW_HALF);
  }

  private static Status exchangeWide(Execution execution) {
    MemorySegment data = execution.data();
    long at = execution.dataOffset();
    execution
        .region()
        .compareAndExchangeWide(
            execution.address(),
            data.get(Layouts.UNALIGNED_WORD, at),
            data.get(Layouts.UNALIGNED_WORD, at + 8),
            data.get(Layouts.UNALIGNED_WORD, at + 16),
            data.get(Layouts.UNALIGNED_WORD, at + 24),
            execution.found());
    return execution.done(execution.found());
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return 0;
  }

  @Override
  public boolean wideValue(InstructionCore core) {
    return core.width() == WIDE_BYTES;
  }
}
