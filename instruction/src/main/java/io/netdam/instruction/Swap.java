package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/** SWAP: stores a new value; the old value is the result. Comes in 16 bytes too. */
final class Swap extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.SWAP;
  }

  @Override
  public String mnemonic() {
    return "SWAP";
  }

  @Override
  public String describe() {
    return "stores operand 0 in a cell";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndSet(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndSetInt(address, operand);
  }

  @Override
  Status applyWide(Execution execution) {
    Status refusal = AtomicAccess.refusal(execution, 2 * Long.BYTES);
    if (refusal != Status.DONE) {
      return refusal;
    }
    long low = execution.operand0();
    long high = execution.hasOperands() ? execution.operand1() : low >> Long.SIZE - 1;
    execution.region().getAndSetWide(execution.address(), low, high, execution.found());
    return execution.done(execution.found());
  }

  @Override
  public boolean wideValue(InstructionCore core) {
    return core.width() == 2 * Long.BYTES;
  }
}
