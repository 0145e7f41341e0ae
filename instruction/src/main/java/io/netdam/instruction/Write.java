package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/**
 * WRITE: copies data of the request into memory. Aligned words of 8 bytes become visible whole, in
 * no promised order.
 */
final class Write implements Instruction {
  @Override
  public int opcode() {
    return Opcode.WRITE;
  }

  @Override
  public String mnemonic() {
    return "WRITE";
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
    return true;
  }

  @Override
  public String describe() {
    return "copies data of the request into memory";
  }

  @Override
  public Status execute(Execution execution) {
    Region region = execution.region();
    long address = execution.address();
    long length = execution.length();
    if (length == 0 || !execution.hasData()) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    if (!region.contains(address, length)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(address));
    }
    if (region.readOnly()) {
      return execution.refused(Status.READ_ONLY, 0);
    }
    region.copyIn(address, execution.data(), execution.dataOffset(), length);
    return execution.done(length);
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return 0;
  }
}
