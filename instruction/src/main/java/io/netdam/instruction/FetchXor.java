package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_XOR: bitwise exclusive or; the old value is the result. */
final class FetchXor extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_XOR;
  }

  @Override
  public String mnemonic() {
    return "FETCH_XOR";
  }

  @Override
  public String describe() {
    return "bitwise exclusive or of a cell with operand 0";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndBitwiseXor(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndBitwiseXorInt(address, operand);
  }
}
