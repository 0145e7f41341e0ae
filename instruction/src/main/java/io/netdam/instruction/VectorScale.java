package io.netdam.instruction;

import io.netdam.wire.Opcode;

/** VECTOR_SCALE: multiplies each element of a vector in memory by operand 1. */
final class VectorScale extends VectorInstruction {
  VectorScale() {
    super(Opcode.VECTOR_SCALE, "VECTOR_SCALE", Effect.CHANGING, false, Elements.MULTIPLY);
  }

  @Override
  public String describe() {
    return "multiplies each element of a vector in memory by operand 1";
  }
}
