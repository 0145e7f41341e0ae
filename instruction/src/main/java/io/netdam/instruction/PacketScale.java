package io.netdam.instruction;

import io.netdam.wire.Opcode;

/** PACKET_SCALE: answers with the elements of a vector times operand 1. */
final class PacketScale extends VectorInstruction {
  PacketScale() {
    super(Opcode.PACKET_SCALE, "PACKET_SCALE", Effect.PURE, false, Elements.MULTIPLY);
  }

  @Override
  public String describe() {
    return "answers with the elements of a vector times operand 1";
  }
}
