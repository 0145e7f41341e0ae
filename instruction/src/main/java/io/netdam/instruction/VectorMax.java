package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * VECTOR_MAX: stores the larger elements of two vectors in the place of the first, which lies in
 * memory.
 */
final class VectorMax extends VectorInstruction {
  VectorMax() {
    super(Opcode.VECTOR_MAX, "VECTOR_MAX", Effect.CHANGING, true, Elements.MAX);
  }

  @Override
  public String describe() {
    return "stores the larger elements of two vectors in the place of the first";
  }
}
