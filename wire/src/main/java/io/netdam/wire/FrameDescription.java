package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** One line for any frame, sound or not; for traces, never on the hot path. */
public final class FrameDescription {
  private FrameDescription() {}

  /**
   * Describes a frame. The checksum is not verified.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame, from 0
   * @return no line breaks; {@code malformed REASON n bytes} where a reader would drop it
   */
  public static String describe(MemorySegment segment, long offset, int length) {
    DropReason wrong = FrameCheck.structure(segment, offset, length, true);
    if (wrong == DropReason.KIND_DIRECTION) {
      wrong = FrameCheck.structure(segment, offset, length, false);
    }
    if (wrong != null) {
      return wrong(wrong, length);
    }
    int first = NetworkOrder.read8(segment, offset);
    if (first == Opcode.COMPACT_REPLY) {
      return new CompactReply().wrap(segment, offset).describe();
    }
    if (Form.of((byte) first) == Form.COMPACT) {
      return new CompactRequest().wrap(segment, offset, length).describe();
    }
    return full(segment, offset, length);
  }

  private static String wrong(@Nullable DropReason reason, int length) {
    String bytes = " " + length + " bytes";
    if (reason == DropReason.SEAL_UNAVAILABLE) {
      return "sealed" + bytes;
    }
    return reason == DropReason.ROUTE_UNAVAILABLE
        ? "routed" + bytes
        : "malformed " + reason + bytes;
  }

  private static String full(MemorySegment segment, long offset, int length) {
    TransportHeader header = new TransportHeader().wrap(segment, offset);
    return switch (header.kind()) {
      case PacketKind.REQUEST ->
          header.describe() + " " + new Request().wrap(segment, offset, length).describe();
      case PacketKind.REPLY ->
          header.describe() + " " + new Reply().wrap(segment, offset).describe();
      case PacketKind.ACK -> "ACK " + new Acknowledgement().wrap(segment, offset).describe();
      case PacketKind.OPEN -> "OPEN " + new Open().wrap(segment, offset).describe();
      case PacketKind.OPENED -> "OPENED " + new Opened().wrap(segment, offset).describe();
      case PacketKind.RETRY -> "RETRY " + new Retry().wrap(segment, offset).describe();
      case PacketKind.CAPS -> "CAPS " + new Caps().wrap(segment, offset).describe();
      case PacketKind.CAPS_REPLY ->
          "CAPS_REPLY " + new CapsReply().wrap(segment, offset).describe();
      case PacketKind.CLOSE -> "CLOSE " + new Close().wrap(segment, offset).describe();
      case PacketKind.GOAWAY -> "GOAWAY " + new GoAway().wrap(segment, offset).describe();
      default ->
          PacketKind.name(header.kind()) + " " + new Probe().wrap(segment, offset).describe();
    };
  }
}
