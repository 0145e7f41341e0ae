package io.netdam.instruction;

import io.netdam.wire.Opcode;

/**
 * PACKET_MULTIPLY: answers with the products of two vectors, the first in memory, and leaves memory
 * as it is.
 */
final class PacketMultiply extends VectorInstruction {
  PacketMultiply() {
    super(Opcode.PACKET_MULTIPLY, "PACKET_MULTIPLY", Effect.PURE, true, Elements.MULTIPLY);
  }

  @Override
  public String describe() {
    return "answers with the products of two vectors, the first in memory";
  }
}
