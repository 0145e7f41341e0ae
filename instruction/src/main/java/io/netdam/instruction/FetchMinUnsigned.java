package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_MIN_UNSIGNED: keeps the smaller unsigned number; the old value is the result. */
final class FetchMinUnsigned extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_MIN_UNSIGNED;
  }

  @Override
  public String mnemonic() {
    return "FETCH_MIN_UNSIGNED";
  }

  @Override
  public String describe() {
    return "keeps the smaller of a cell and operand 0, unsigned";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndMinimumUnsigned(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndMinimumUnsignedInt(address, operand);
  }
}
