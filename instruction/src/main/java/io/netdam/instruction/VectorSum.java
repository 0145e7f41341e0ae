package io.netdam.instruction;

import io.netdam.wire.Opcode;

/** VECTOR_SUM: answers with the sum of the elements of a vector. */
final class VectorSum extends VectorInstruction {
  VectorSum() {
    super(Opcode.VECTOR_SUM, "VECTOR_SUM", Effect.PURE, false, Elements.SUM);
  }

  @Override
  public String describe() {
    return "answers with the sum of the elements of a vector";
  }
}
