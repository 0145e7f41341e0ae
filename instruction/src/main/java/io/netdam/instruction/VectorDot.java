package io.netdam.instruction;

import io.netdam.wire.Opcode;

/** VECTOR_DOT: answers with the sum of the products of two vectors. */
final class VectorDot extends VectorInstruction {
  VectorDot() {
    super(Opcode.VECTOR_DOT, "VECTOR_DOT", Effect.PURE, true, Elements.DOT);
  }

  @Override
  public String describe() {
    return "answers with the sum of the products of two vectors";
  }
}
