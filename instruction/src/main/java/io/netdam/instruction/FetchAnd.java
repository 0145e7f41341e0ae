package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_AND: bitwise and; the old value is the result. */
final class FetchAnd extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_AND;
  }

  @Override
  public String mnemonic() {
    return "FETCH_AND";
  }

  @Override
  public String describe() {
    return "bitwise and of a cell with operand 0";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndBitwiseAnd(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndBitwiseAndInt(address, operand);
  }
}
