package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * VECTOR_MULTIPLY: stores the products of two vectors in the place of the first, which lies in
 * memory.
 */
final class VectorMultiply extends VectorInstruction {
  VectorMultiply() {
    super(Opcode.VECTOR_MULTIPLY, "VECTOR_MULTIPLY", Effect.CHANGING, true, Elements.MULTIPLY);
  }

  @Override
  public String describe() {
    return "stores the products of two vectors in the place of the first";
  }
}
