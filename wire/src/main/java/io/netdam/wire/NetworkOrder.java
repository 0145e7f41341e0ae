package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Big-endian fields at any alignment: the only place of this room that touches bytes. */
final class NetworkOrder {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private NetworkOrder() {}

  static int read8(MemorySegment segment, long offset) {
    return Byte.toUnsignedInt(segment.get(BYTE, offset));
  }

  static int read16(MemorySegment segment, long offset) {
    return Short.toUnsignedInt(segment.get(SHORT, offset));
  }

  static int read32(MemorySegment segment, long offset) {
    return segment.get(INT, offset);
  }

  static long read32Unsigned(MemorySegment segment, long offset) {
    return Integer.toUnsignedLong(segment.get(INT, offset));
  }

  static long read64(MemorySegment segment, long offset) {
    return segment.get(LONG, offset);
  }

  static void write8(MemorySegment segment, long offset, int value) {
    segment.set(BYTE, offset, (byte) value);
  }

  static void write16(MemorySegment segment, long offset, int value) {
    segment.set(SHORT, offset, (short) value);
  }

  static void write32(MemorySegment segment, long offset, int value) {
    segment.set(INT, offset, value);
  }

  static void write64(MemorySegment segment, long offset, long value) {
    segment.set(LONG, offset, value);
  }

  /** Zeroes {@code [from, to)}; a loop, because a slice to fill would be an object per frame. */
  static void zero(MemorySegment segment, long from, long to) {
    long at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      segment.set(LONG, at, 0L);
    }
    for (; at < to; at++) {
      segment.set(BYTE, at, (byte) 0);
    }
  }
}
