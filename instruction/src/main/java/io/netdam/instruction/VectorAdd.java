package io.netdam.instruction;

import io.netdam.wire.Opcode;

/** VECTOR_ADD: stores the sums of two vectors in the place of the first, which lies in memory. */
final class VectorAdd extends VectorInstruction {
  VectorAdd() {
    super(Opcode.VECTOR_ADD, "VECTOR_ADD", Effect.CHANGING, true, Elements.ADD);
  }

  @Override
  public String describe() {
    return "stores the sums of two vectors in the place of the first";
  }
}
