package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Opcode;

/** FETCH_ADD: adds modulo 2^64 or 2^32; the old value is the result. */
final class FetchAdd extends FetchInstruction {
  @Override
  public int opcode() {
    return Opcode.FETCH_ADD;
  }

  @Override
  public String mnemonic() {
    return "FETCH_ADD";
  }

  @Override
  public String describe() {
    return "adds operand 0 to a cell";
  }

  @Override
  long apply(Region region, long address, long operand) {
    return region.getAndAdd(address, operand);
  }

  @Override
  int applyInt(Region region, long address, int operand) {
    return region.getAndAddInt(address, operand);
  }
}
