package io.netdam.instruction;

import io.netdam.memory.Region;
import java.lang.foreign.MemorySegment;

/**
 * Changes a vector in memory element by element, each in one step towards other shards: the result
 * is worked out from a picture of the words, and each word is exchanged only if it still is as in
 * the picture; else its elements are worked out again.
 */
final class VectorUpdate {
  private VectorUpdate() {}

  /** Memory = memory operation right, for a checked range. */
  static void run(
      Region region, long address, int length, Elements elements, int operation, int type) {
    int size = ElementType.bytes(type);
    MemorySegment left = elements.left(type);
    region.copyOut(address, left, 0, length);
    MemorySegment before = elements.before();
    MemorySegment.copy(left, 0, before, 0, length);
    elements.combine(operation, type, 0, length / size);
    int at = 0;
    while (at < length) {
      long here = address + at;
      int width = here % Long.BYTES == 0 && length - at >= Long.BYTES ? Long.BYTES : Integer.BYTES;
      long cell = here & -width;
      int skipped = (int) (here - cell);
      int taken = Math.min(width - skipped, length - at);
      if (!region.contains(cell, width)) {
        region.copyIn(here, left, at, taken); // the last 1 to 3 bytes of an odd region
      } else {
        exchange(region, cell, width, skipped, at, taken, elements, operation, type);
      }
      at += taken;
    }
  }

  private static void exchange(
      Region region,
      long cell,
      int width,
      int skipped,
      int at,
      int taken,
      Elements elements,
      int operation,
      int type) {
    int size = ElementType.bytes(type);
    long mask = (taken == Long.BYTES ? -1L : (1L << 8 * taken) - 1) << 8 * skipped;
    long expected = word(elements.before(), at, taken) << 8 * skipped;
    if (taken < width) {
      expected |= load(region, cell, width) & ~mask;
    }
    boolean exchanged = false;
    while (!exchanged) {
      long result = word(elements.left(type), at, taken) << 8 * skipped;
      long witness = swap(region, cell, width, expected, expected & ~mask | result);
      exchanged = witness == expected;
      if (!exchanged) {
        expected = witness;
        put(elements.left(type), at, taken, witness >>> 8 * skipped);
        elements.combine(operation, type, at / size, (at + taken) / size);
      }
    }
  }

  private static long load(Region region, long cell, int width) {
    return width == Long.BYTES ? region.getLong(cell) : region.getInt(cell) & 0xFFFFFFFFL;
  }

  private static long swap(Region region, long cell, int width, long expected, long desired) {
    return width == Long.BYTES
        ? region.compareAndExchange(cell, expected, desired)
        : region.compareAndExchangeInt(cell, (int) expected, (int) desired) & 0xFFFFFFFFL;
  }

  private static long word(MemorySegment segment, int at, int bytes) {
    if (bytes == Long.BYTES) {
      return segment.get(Elements.WORD, at);
    }
    long word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (segment.get(Elements.BYTE, at + i) & 0xFFL) << 8 * i;
    }
    return word;
  }

  private static void put(MemorySegment segment, int at, int bytes, long word) {
    for (int i = 0; i < bytes; i++) {
      segment.set(Elements.BYTE, at + i, (byte) (word >>> 8 * i));
    }
  }
}
