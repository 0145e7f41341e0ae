package io.netdam.instruction;

import java.util.List;

/** The instructions of docs/instructions.md, one line each. */
final class StandardInstructions {
  static final List<Instruction> ALL =
      List.of(
          new Read(),
          new Write(),
          new Copy(),
          new Fill(),
          new Outcome(),
          new FetchAdd(),
          new Swap(),
          new CompareAndSwap(),
          new FetchAnd(),
          new FetchOr(),
          new FetchXor(),
          new FetchMin(),
          new FetchMax(),
          new FetchMinUnsigned(),
          new FetchMaxUnsigned(),
          new TicketRange(),
          new VectorAdd(),
          new VectorSubtract(),
          new VectorMultiply(),
          new VectorMin(),
          new VectorMax(),
          new VectorXor(),
          new VectorScale(),
          new VectorConvert(),
          new PacketAdd(),
          new PacketSubtract(),
          new PacketMultiply(),
          new PacketMin(),
          new PacketMax(),
          new PacketXor(),
          new PacketScale(),
          new PacketConvert(),
          new VectorDot(),
          new VectorSum());

  private StandardInstructions() {}
}
