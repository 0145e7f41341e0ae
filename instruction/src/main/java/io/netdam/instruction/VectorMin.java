package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * VECTOR_MIN: stores the smaller elements of two vectors in the place of the first, which lies in
 * memory.
 */
final class VectorMin extends VectorInstruction {
  VectorMin() {
    super(Opcode.VECTOR_MIN, "VECTOR_MIN", Effect.CHANGING, true, Elements.MIN);
  }

  @Override
  public String describe() {
    return "stores the smaller elements of two vectors in the place of the first";
  }
}
