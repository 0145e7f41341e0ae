package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Checks a whole frame once; after that no view over it can fail or look outside it.
 *
 * <p>The checksum comes before everything that it covers, so that a damaged frame is counted as
 * damaged and not as a strange kind or flag. One instance per engine; not thread-safe. Hostile
 * bytes never make it throw.
 */
public final class FrameCheck {
  private final Checksum checksum = new Checksum();

  /** Makes its checksum buffer. */
  public FrameCheck() {}

  /**
   * Checks form, length, checksum and structure.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame, from 0
   * @param fromClient true where a device reads, false where a client does
   * @return why it is dropped, or null: {@link Form#FULL} or {@link Form#COMPACT} and sound
   */
  public @Nullable DropReason check(
      MemorySegment segment, long offset, int length, boolean fromClient) {
    if (length < 1) {
      return DropReason.TOO_SHORT;
    }
    if (Form.of((byte) NetworkOrder.read8(segment, offset)) == Form.FULL) {
      DropReason wrong = TransportHeader.checkEnvelope(segment, offset, length);
      if (wrong != null) {
        return wrong;
      }
      if (!checksum.matches(segment, offset, length)) {
        return DropReason.CHECKSUM_WRONG;
      }
    }
    return structure(segment, offset, length, fromClient);
  }

  /**
   * Checks everything but the checksum, for frames that never left the process.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame, from 0
   * @param fromClient true where a device reads, false where a client does
   * @return why it is dropped, or null
   */
  public static @Nullable DropReason structure(
      MemorySegment segment, long offset, int length, boolean fromClient) {
    if (length < 1) {
      return DropReason.TOO_SHORT;
    }
    byte first = (byte) NetworkOrder.read8(segment, offset);
    return switch (Form.of(first)) {
      case FULL -> full(segment, offset, length, fromClient);
      case SEALED ->
          Form.version(first) == Form.VERSION
              ? DropReason.SEAL_UNAVAILABLE
              : DropReason.VERSION_UNKNOWN;
      case ROUTED -> DropReason.ROUTE_UNAVAILABLE;
      case COMPACT ->
          fromClient
              ? CompactRequest.check(segment, offset, length)
              : CompactReply.check(segment, offset, length);
    };
  }

  private static @Nullable DropReason full(
      MemorySegment segment, long offset, int length, boolean fromClient) {
    DropReason wrong = TransportHeader.check(segment, offset, length, fromClient);
    if (wrong != null) {
      return wrong;
    }
    return switch (NetworkOrder.read8(segment, offset + TransportHeader.KIND)) {
      case PacketKind.REQUEST -> Request.check(segment, offset, length);
      case PacketKind.REPLY -> Reply.check(segment, offset, length);
      case PacketKind.ACK -> Acknowledgement.check(segment, offset, length);
      default -> null;
    };
  }
}
