package io.netdam.instruction;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Status;

/** A user's instruction, found as a service: doubles the cell of 8 bytes; traps on 13. */
public final class DoubleCell implements Instruction {
  @Override
  public int opcode() {
    return 0xC0;
  }

  @Override
  public String mnemonic() {
    return "DOUBLE";
  }

  @Override
  public Effect effect() {
    return Effect.CHANGING;
  }

  @Override
  public int operandBytes() {
    return 0;
  }

  @Override
  public boolean takesData() {
    return false;
  }

  @Override
  public String describe() {
    return "doubles a cell";
  }

  @Override
  public Status execute(Execution execution) {
    Status refusal = AtomicAccess.refusal(execution, Long.BYTES);
    if (refusal != Status.DONE) {
      return refusal;
    }
    long old = execution.region().getLong(execution.address());
    if (old == 13) {
      throw new IllegalStateException("unlucky");
    }
    execution.region().setLong(execution.address(), 2 * old);
    return execution.done(old);
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return 0;
  }
}
