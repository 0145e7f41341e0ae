package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/** FILL: sets every byte of a range to one value. */
final class Fill implements Instruction {
  @Override
  public int opcode() {
    return Opcode.FILL;
  }

  @Override
  public String mnemonic() {
    return "FILL";
  }

  @Override
  public Effect effect() {
    return Effect.CHANGING;
  }

  @Override
  public int operandBytes() {
    return 8;
  }

  @Override
  public boolean takesData() {
    return false;
  }

  @Override
  public String describe() {
    return "sets every byte of a range to the low byte of operand 0";
  }

  @Override
  public Status execute(Execution execution) {
    Region region = execution.region();
    long address = execution.address();
    long length = execution.length();
    if (length == 0 || length > Copy.LENGTH_MAX) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    if (!region.contains(address, length)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(address));
    }
    if (region.readOnly()) {
      return execution.refused(Status.READ_ONLY, 0);
    }
    region.fill(address, length, (byte) execution.operand0());
    return execution.done(length);
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return 0;
  }
}
