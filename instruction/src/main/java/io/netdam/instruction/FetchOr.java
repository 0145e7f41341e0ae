package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_OR: bitwise or; the old value is the result. */
final class FetchOr extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_OR;
  }

  @Override
  public String mnemonic() {
    return "FETCH_OR";
  }

  @Override
  public String describe() {
    return "bitwise or of a cell with operand 0";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndBitwiseOr(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndBitwiseOrInt(address, operand);
  }
}
