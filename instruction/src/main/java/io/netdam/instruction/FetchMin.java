package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_MIN: keeps the smaller signed number; the old value is the result. */
final class FetchMin extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_MIN;
  }

  @Override
  public String mnemonic() {
    return "FETCH_MIN";
  }

  @Override
  public String describe() {
    return "keeps the smaller of a cell and operand 0, signed";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndMinimum(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndMinimumInt(address, operand);
  }
}
