package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * VECTOR_XOR: stores the bits in which two vectors differ in the place of the first, which lies in
 * memory.
 */
final class VectorXor extends VectorInstruction {
  VectorXor() {
    super(Opcode.VECTOR_XOR, "VECTOR_XOR", Effect.CHANGING, true, Elements.XOR);
  }

  @Override
  public String describe() {
    return "stores the bits in which two vectors differ in the place of the first";
  }
}
