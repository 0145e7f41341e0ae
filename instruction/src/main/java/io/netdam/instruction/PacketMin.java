package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * PACKET_MIN: answers with the smaller elements of two vectors, the first in memory, and leaves
 * memory as it is.
 */
final class PacketMin extends VectorInstruction {
  PacketMin() {
    super(Opcode.PACKET_MIN, "PACKET_MIN", Effect.PURE, true, Elements.MIN);
  }

  @Override
  public String describe() {
    return "answers with the smaller elements of two vectors, the first in memory";
  }
}
