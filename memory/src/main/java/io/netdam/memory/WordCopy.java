package io.netdam.memory;

import static io.netdam.memory.Layouts.UNALIGNED_HALF_WORD;
import static io.netdam.memory.Layouts.UNALIGNED_QUARTER_WORD;
import static io.netdam.memory.Layouts.UNALIGNED_WORD;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies that never tear an aligned word of the shared side.
 *
 * <p>{@link MemorySegment#copy} promises nothing about the unit that it moves: where addresses or
 * length are no multiples of 8 it may move single bytes, and a reader in another thread (another
 * shard, a process that maps the memory) would see half of a word. Therefore a range is cut where
 * the <em>shared</em> side is aligned:
 *
 * <pre>
 *          head           middle                            tail
 *        +------+--------+--------+--- ... ---+--------+---------+
 *        | 1 2 4| 8 bytes| 8 bytes|           | 8 bytes| 4 2 1   |
 *        +------+--------+--------+--- ... ---+--------+---------+
 *               ^ multiple of 8                        ^ multiple of 8
 * </pre>
 *
 * <p>Head and tail go in naturally aligned pieces, so that 4-byte words stay whole too. The middle
 * goes in single 8-byte accesses; only where it is longer than {@value #LOOP_BYTES} bytes and both
 * sides are multiples of 8 it is left to the JVM's copy. <b>Assumption:</b> there, addresses and
 * length being multiples of 8, HotSpot moves units of 8 bytes or more on x86-64 and aarch64 (it
 * must for {@code long[]} as well, whose elements do not tear on these machines), and a vector
 * access does not tear its aligned 8-byte lanes. {@code WordTearingTest} tries to refute it.
 *
 * <p>The other side may lie as it likes: it is private to the caller, or, in copies within a region
 * between addresses that differ modulo 8, promised nothing, since a word of the source then is no
 * word of the target.
 */
final class WordCopy {
  /** Up to this many bytes a plain loop beats the call, and its unit is certain. */
  static final int LOOP_BYTES = 64;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final long IN_WORD = Long.BYTES - 1;

  private WordCopy() {}

  /** Private source, shared target. Also copies within one segment towards lower offsets. */
  static void in(
      MemorySegment source,
      long sourceOffset,
      MemorySegment target,
      long targetOffset,
      long bytes) {
    upwards(source, sourceOffset, target, targetOffset, bytes, targetOffset);
  }

  /** Shared source, private target. */
  static void out(
      MemorySegment source,
      long sourceOffset,
      MemorySegment target,
      long targetOffset,
      long bytes) {
    upwards(source, sourceOffset, target, targetOffset, bytes, sourceOffset);
  }

  /** Both shared; the ranges may overlap. Whole words are kept on the side of the target. */
  static void within(MemorySegment segment, long sourceOffset, long targetOffset, long bytes) {
    if (targetOffset <= sourceOffset || targetOffset - sourceOffset >= bytes) {
      upwards(segment, sourceOffset, segment, targetOffset, bytes, targetOffset);
    } else {
      downwards(segment, sourceOffset, targetOffset, bytes);
    }
  }

  /**
   * Copies with rising offsets.
   *
   * @param shared offset of the side whose words must stay whole: it says where to cut
   */
  private static void upwards(
      MemorySegment source,
      long sourceOffset,
      MemorySegment target,
      long targetOffset,
      long bytes,
      long shared) {
    long from = sourceOffset;
    long to = targetOffset;
    long rest = bytes;
    if ((shared & IN_WORD) != 0) {
      long head = head(source, from, target, to, rest, shared);
      from += head;
      to += head;
      rest -= head;
    }
    long middle = rest & ~IN_WORD;
    if (middle > LOOP_BYTES && aligned(source, from) && aligned(target, to)) {
      MemorySegment.copy(source, from, target, to, middle);
    } else {
      for (long at = 0; at < middle; at += Long.BYTES) {
        target.set(UNALIGNED_WORD, to + at, source.get(UNALIGNED_WORD, from + at));
      }
    }
    from += middle;
    to += middle;
    rest -= middle;
    if (rest >= Integer.BYTES) {
      target.set(UNALIGNED_HALF_WORD, to, source.get(UNALIGNED_HALF_WORD, from));
      from += Integer.BYTES;
      to += Integer.BYTES;
      rest -= Integer.BYTES;
    }
    if (rest >= Short.BYTES) {
      target.set(UNALIGNED_QUARTER_WORD, to, source.get(UNALIGNED_QUARTER_WORD, from));
      from += Short.BYTES;
      to += Short.BYTES;
      rest -= Short.BYTES;
    }
    if (rest != 0) {
      target.set(BYTE, to, source.get(BYTE, from));
    }
  }

  /** Copies up to the next multiple of 8 of the shared side, or less; returns how much. */
  private static long head(
      MemorySegment source, long from, MemorySegment target, long to, long bytes, long shared) {
    long done = 0;
    if ((shared & 1) != 0 && bytes >= 1) {
      target.set(BYTE, to, source.get(BYTE, from));
      done = 1;
    }
    if ((shared + done & 2) != 0 && bytes - done >= Short.BYTES) {
      target.set(
          UNALIGNED_QUARTER_WORD, to + done, source.get(UNALIGNED_QUARTER_WORD, from + done));
      done += Short.BYTES;
    }
    if ((shared + done & 4) != 0 && bytes - done >= Integer.BYTES) {
      target.set(UNALIGNED_HALF_WORD, to + done, source.get(UNALIGNED_HALF_WORD, from + done));
      done += Integer.BYTES;
    }
    return done;
  }

  /** Copies with falling offsets, for a target that overlaps the end of its source. */
  private static void downwards(
      MemorySegment segment, long sourceOffset, long targetOffset, long bytes) {
    long from = sourceOffset + bytes;
    long to = targetOffset + bytes;
    long rest = bytes;
    if ((to & 1) != 0 && rest >= 1) {
      segment.set(BYTE, --to, segment.get(BYTE, --from));
      rest--;
    }
    if ((to & 2) != 0 && rest >= Short.BYTES) {
      from -= Short.BYTES;
      to -= Short.BYTES;
      rest -= Short.BYTES;
      segment.set(UNALIGNED_QUARTER_WORD, to, segment.get(UNALIGNED_QUARTER_WORD, from));
    }
    if ((to & 4) != 0 && rest >= Integer.BYTES) {
      from -= Integer.BYTES;
      to -= Integer.BYTES;
      rest -= Integer.BYTES;
      segment.set(UNALIGNED_HALF_WORD, to, segment.get(UNALIGNED_HALF_WORD, from));
    }
    long middle = rest & ~IN_WORD;
    from -= middle;
    to -= middle;
    rest -= middle;
    if (middle > LOOP_BYTES && aligned(segment, from) && aligned(segment, to)) {
      MemorySegment.copy(segment, from, segment, to, middle);
    } else {
      for (long at = middle - Long.BYTES; at >= 0; at -= Long.BYTES) {
        segment.set(UNALIGNED_WORD, to + at, segment.get(UNALIGNED_WORD, from + at));
      }
    }
    if (rest >= Integer.BYTES) {
      from -= Integer.BYTES;
      to -= Integer.BYTES;
      rest -= Integer.BYTES;
      segment.set(UNALIGNED_HALF_WORD, to, segment.get(UNALIGNED_HALF_WORD, from));
    }
    if (rest >= Short.BYTES) {
      from -= Short.BYTES;
      to -= Short.BYTES;
      rest -= Short.BYTES;
      segment.set(UNALIGNED_QUARTER_WORD, to, segment.get(UNALIGNED_QUARTER_WORD, from));
    }
    if (rest != 0) {
      segment.set(BYTE, to - 1, segment.get(BYTE, from - 1));
    }
  }

  /**
   * Sets each byte. The middle is a loop, not {@link MemorySegment#fill}, which would need a slice
   * and promises no unit either.
   */
  static void fill(MemorySegment target, long targetOffset, long bytes, byte value) {
    long pattern = (value & 0xFFL) * 0x0101_0101_0101_0101L;
    long to = targetOffset;
    long rest = bytes;
    if ((to & 1) != 0 && rest >= 1) {
      target.set(BYTE, to++, value);
      rest--;
    }
    if ((to & 2) != 0 && rest >= Short.BYTES) {
      target.set(UNALIGNED_QUARTER_WORD, to, (short) pattern);
      to += Short.BYTES;
      rest -= Short.BYTES;
    }
    if ((to & 4) != 0 && rest >= Integer.BYTES) {
      target.set(UNALIGNED_HALF_WORD, to, (int) pattern);
      to += Integer.BYTES;
      rest -= Integer.BYTES;
    }
    long middle = rest & ~IN_WORD;
    for (long at = 0; at < middle; at += Long.BYTES) {
      target.set(UNALIGNED_WORD, to + at, pattern);
    }
    to += middle;
    rest -= middle;
    if (rest >= Integer.BYTES) {
      target.set(UNALIGNED_HALF_WORD, to, (int) pattern);
      to += Integer.BYTES;
      rest -= Integer.BYTES;
    }
    if (rest >= Short.BYTES) {
      target.set(UNALIGNED_QUARTER_WORD, to, (short) pattern);
      to += Short.BYTES;
      rest -= Short.BYTES;
    }
    if (rest != 0) {
      target.set(BYTE, to, value);
    }
  }

  private static boolean aligned(MemorySegment segment, long offset) {
    return (offset & IN_WORD) == 0 && segment.maxByteAlignment() >= Long.BYTES;
  }
}
