package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * PACKET_SUBTRACT: answers with the differences of two vectors, the first in memory, and leaves
 * memory as it is.
 */
final class PacketSubtract extends VectorInstruction {
  PacketSubtract() {
    super(Opcode.PACKET_SUBTRACT, "PACKET_SUBTRACT", Effect.PURE, true, Elements.SUBTRACT);
  }

  @Override
  public String describe() {
    return "answers with the differences of two vectors, the first in memory";
  }
}
