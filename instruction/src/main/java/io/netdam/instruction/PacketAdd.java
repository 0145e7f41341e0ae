package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * PACKET_ADD: answers with the sums of two vectors, the first in memory, and leaves memory as it
 * is.
 */
final class PacketAdd extends VectorInstruction {
  PacketAdd() {
    super(Opcode.PACKET_ADD, "PACKET_ADD", Effect.PURE, true, Elements.ADD);
  }

  @Override
  public String describe() {
    return "answers with the sums of two vectors, the first in memory";
  }
}
