package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_MAX: keeps the larger signed number; the old value is the result. */
final class FetchMax extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_MAX;
  }

  @Override
  public String mnemonic() {
    return "FETCH_MAX";
  }

  @Override
  public String describe() {
    return "keeps the larger of a cell and operand 0, signed";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndMaximum(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndMaximumInt(address, operand);
  }
}
