package io.netdam.instruction;

import io.netdam.wire.Opcode;

/** VECTOR_CONVERT: stores a vector as elements of another type. */
final class VectorConvert extends VectorInstruction {
  VectorConvert() {
    super(Opcode.VECTOR_CONVERT, "VECTOR_CONVERT", Effect.CHANGING, true, Elements.CONVERT);
  }

  @Override
  public String describe() {
    return "stores a vector as elements of another type";
  }
}
