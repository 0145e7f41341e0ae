package io.netdam.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Layouts and handles shared by the room: memory is little endian, as the protocol's data is, on
 * every machine.
 *
 * <p>The handles take {@code (MemorySegment segment, long offset)}; the aligned ones allow every
 * access mode, the unaligned ones only plain reads and writes.
 */
public final class Layouts {
  /** Bytes of a cache line on the machines that we know. */
  public static final int CACHE_LINE_BYTES = 64;

  /**
   * Distance that keeps two hot words apart: two lines, because the adjacent-line prefetcher of
   * x86-64 fetches them in pairs.
   */
  public static final int PADDING_BYTES = 2 * CACHE_LINE_BYTES;

  /** Bytes of a page of memory; also the granularity of a header block in a data file. */
  public static final int PAGE_BYTES = 4096;

  /** Aligned 8-byte word. */
  public static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Aligned 4-byte half word. */
  public static final ValueLayout.OfInt HALF_WORD =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Aligned 2-byte quarter word. */
  public static final ValueLayout.OfShort QUARTER_WORD =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Eight bytes at any offset. */
  public static final ValueLayout.OfLong UNALIGNED_WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Four bytes at any offset. */
  public static final ValueLayout.OfInt UNALIGNED_HALF_WORD =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Two bytes at any offset. */
  public static final ValueLayout.OfShort UNALIGNED_QUARTER_WORD =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Handle of {@link #WORD}, every access mode. */
  static final VarHandle LONG = WORD.varHandle();

  /** Handle of {@link #HALF_WORD}, every access mode. */
  static final VarHandle INT = HALF_WORD.varHandle();

  private Layouts() {}

  /**
   * Rounds up to a multiple of a power of two.
   *
   * @param value 0 or more
   * @param alignment a power of two
   * @throws ArithmeticException if the result does not fit a long
   */
  public static long alignUp(long value, long alignment) {
    return Math.addExact(value, alignment - 1) & -alignment;
  }

  /** Throws unless aligned words can be accessed atomically at offset 0 of this segment. */
  static void requireWordAligned(MemorySegment segment) {
    if (segment.maxByteAlignment() < Long.BYTES) {
      throw new IllegalArgumentException(
          "the segment is aligned to "
              + segment.maxByteAlignment()
              + " bytes; 8 are needed: take aligned native memory or a long[]");
    }
  }

  /** Throws unless the segment is long enough. */
  static void requireBytes(MemorySegment segment, long bytes) {
    if (segment.byteSize() < bytes) {
      throw new IllegalArgumentException(
          "memory of " + segment.byteSize() + " bytes; " + bytes + " are needed");
    }
  }
}
