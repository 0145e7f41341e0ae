package io.netdam.memif;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies frames: short ones by words, where a call would cost more than the copy. */
final class Copy {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int LOOP_BYTES_MAX = 128;

  private Copy() {}

  /** The ranges are in different memory, or the same in both. */
  static void bytes(
      MemorySegment source,
      long sourceOffset,
      MemorySegment target,
      long targetOffset,
      long count) {
    if (count < Long.BYTES || count > LOOP_BYTES_MAX) {
      MemorySegment.copy(source, sourceOffset, target, targetOffset, count);
      return;
    }
    long last = count - Long.BYTES;
    for (long at = 0; at < last; at += Long.BYTES) {
      target.set(WORD, targetOffset + at, source.get(WORD, sourceOffset + at));
    }
    // The last word overlaps the one before it where the count is no multiple of 8.
    target.set(WORD, targetOffset + last, source.get(WORD, sourceOffset + last));
  }
}
