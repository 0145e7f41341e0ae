package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * PACKET_MAX: answers with the larger elements of two vectors, the first in memory, and leaves
 * memory as it is.
 */
final class PacketMax extends VectorInstruction {
  PacketMax() {
    super(Opcode.PACKET_MAX, "PACKET_MAX", Effect.PURE, true, Elements.MAX);
  }

  @Override
  public String describe() {
    return "answers with the larger elements of two vectors, the first in memory";
  }
}
