package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/**
 * READ: copies memory into the reply. Aligned words of 8 bytes arrive whole; the range as a whole
 * is not one moment's picture while others write.
 */
final class Read implements Instruction {
  @Override
  public int opcode() {
    return Opcode.READ;
  }

  @Override
  public String mnemonic() {
    return "READ";
  }

  @Override
  public Effect effect() {
    return Effect.PURE;
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
    return "copies memory into the reply";
  }

  @Override
  public Status execute(Execution execution) {
    Region region = execution.region();
    long address = execution.address();
    long length = execution.length();
    if (length == 0) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    if (!region.contains(address, length)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(address));
    }
    if (length > execution.resultCapacity()) {
      return execution.refused(Status.REPLY_TOO_LARGE, execution.resultCapacity());
    }
    region.copyOut(address, execution.resultData(), execution.resultOffset(), length);
    return execution.doneWithData(0, (int) length);
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return (int) Math.min(core.length(), Integer.MAX_VALUE);
  }
}
