package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_MAX_UNSIGNED: keeps the larger unsigned number; the old value is the result. */
final class FetchMaxUnsigned extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_MAX_UNSIGNED;
  }

  @Override
  public String mnemonic() {
    return "FETCH_MAX_UNSIGNED";
  }

  @Override
  public String describe() {
    return "keeps the larger of a cell and operand 0, unsigned";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndMaximumUnsigned(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndMaximumUnsignedInt(address, operand);
  }
}
