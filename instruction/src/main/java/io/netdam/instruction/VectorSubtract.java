package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * VECTOR_SUBTRACT: stores the differences of two vectors in the place of the first, which lies in
 * memory.
 */
final class VectorSubtract extends VectorInstruction {
  VectorSubtract() {
    super(Opcode.VECTOR_SUBTRACT, "VECTOR_SUBTRACT", Effect.CHANGING, true, Elements.SUBTRACT);
  }

  @Override
  public String describe() {
    return "stores the differences of two vectors in the place of the first";
  }
}
