package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * PACKET_XOR: answers with the bits in which two vectors differ, the first in memory, and leaves
 * memory as it is.
 */
final class PacketXor extends VectorInstruction {
  PacketXor() {
    super(Opcode.PACKET_XOR, "PACKET_XOR", Effect.PURE, true, Elements.XOR);
  }

  @Override
  public String describe() {
    return "answers with the bits in which two vectors differ, the first in memory";
  }
}
