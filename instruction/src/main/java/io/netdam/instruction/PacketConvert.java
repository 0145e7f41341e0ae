package io.netdam.instruction;

import io.netdam.wire.Opcode;

/** PACKET_CONVERT: answers with a vector as elements of another type. */
final class PacketConvert extends VectorInstruction {
  PacketConvert() {
    super(Opcode.PACKET_CONVERT, "PACKET_CONVERT", Effect.PURE, false, Elements.CONVERT);
  }

  @Override
  public String describe() {
    return "answers with a vector as elements of another type";
  }
}
