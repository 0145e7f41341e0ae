package io.netdam.memif;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * One ring in shared memory: two indices of 16 bits that run freely, and a descriptor for each
 * slot.
 *
 * <pre>
 *   0        4       6      8           L              2 L
 *   +--------+-------+------+-----------+------+-------+--------------+--------------+-----
 *   | cookie | flags | head | ...       | tail | ...   | descriptor 0 | descriptor 1 | ...
 *   +--------+-------+------+-----------+------+-------+--------------+--------------+-----
 *   L: bytes of a cache line · slot of an index: index modulo slots
 *
 *   descriptor
 *   0       2        4          8            12         16
 *   +-------+--------+----------+------------+----------+
 *   | flags | region | length   | offset     | metadata |
 *   +-------+--------+----------+------------+----------+
 * </pre>
 *
 * <p>The client writes {@code head}, the server {@code tail}; the one who takes frames out writes
 * {@code flags}. {@code flags} and {@code head} share a word but not a writer: both are written as
 * 16 bits. An index is written with release after what it publishes, and read with acquire before
 * that is read. Descriptors are read as two words, once: the other side may change them at any
 * time, and what was checked must be what is used.
 */
final class Ring {
  /** Marks a ring. */
  static final int COOKIE = 0x03E31F20;

  /** Bytes of a descriptor. */
  static final int DESCRIPTOR_BYTES = 16;

  /** In the flags of a descriptor: the frame goes on in the next slot. */
  static final int NEXT = 1;

  /** In the flags of a ring: whoever takes frames out does not want to be woken. */
  static final int NO_WAKE_UP = 1;

  /** What the offset of a ring must be a multiple of: its widest field that is read as a whole. */
  static final int ALIGNMENT = 4;

  private static final int FLAGS = 4;
  private static final int HEAD = 6;
  private static final VarHandle U16 = ValueLayout.JAVA_SHORT.varHandle();
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final MemorySegment memory;
  private final long tailOffset;
  private final long descriptors;
  private final int size;

  /**
   * A ring at offset 0 of this memory.
   *
   * @param memory exactly as long as the ring, aligned to {@link #ALIGNMENT}
   */
  Ring(MemorySegment memory, int sizeLog2, int cacheLineBytes) {
    if (memory.byteSize() != bytes(sizeLog2, cacheLineBytes)) {
      throw new IllegalArgumentException("a ring of 2^" + sizeLog2 + " in " + memory);
    }
    this.memory = memory;
    this.tailOffset = cacheLineBytes;
    this.descriptors = 2L * cacheLineBytes;
    this.size = 1 << sizeLog2;
  }

  static long bytes(int sizeLog2, int cacheLineBytes) {
    return 2L * cacheLineBytes + ((long) DESCRIPTOR_BYTES << sizeLog2);
  }

  /** Slots. */
  int size() {
    return size;
  }

  boolean hasCookie() {
    return memory.get(ValueLayout.JAVA_INT, 0) == COOKIE;
  }

  /** The client's first writes: indices 0, no flags. */
  void initialize() {
    U16.set(memory, (long) FLAGS, (short) 0);
    U16.set(memory, (long) HEAD, (short) 0);
    U16.set(memory, tailOffset, (short) 0);
    memory.set(ValueLayout.JAVA_INT, 0, COOKIE);
  }

  int headAcquire() {
    return (short) U16.getAcquire(memory, (long) HEAD) & 0xffff;
  }

  int tailAcquire() {
    return (short) U16.getAcquire(memory, tailOffset) & 0xffff;
  }

  void headRelease(int value) {
    U16.setRelease(memory, (long) HEAD, (short) value);
  }

  void tailRelease(int value) {
    U16.setRelease(memory, tailOffset, (short) value);
  }

  /** Whether the other side, who takes frames out, wants an event; ask after a full fence. */
  boolean wantsWakeUp() {
    return ((short) U16.getOpaque(memory, (long) FLAGS) & NO_WAKE_UP) == 0;
  }

  /** Said by the side that takes frames out. */
  void wakeUpWanted(boolean wanted) {
    U16.setOpaque(memory, (long) FLAGS, (short) (wanted ? 0 : NO_WAKE_UP));
  }

  private long at(int index) {
    return descriptors + (long) (index & size - 1) * DESCRIPTOR_BYTES;
  }

  /** Flags, region and length of the descriptor in the slot of this index. */
  long first(int index) {
    return memory.get(WORD, at(index));
  }

  /** Offset and metadata. */
  long second(int index) {
    return memory.get(WORD, at(index) + Long.BYTES);
  }

  void first(int index, long word) {
    memory.set(WORD, at(index), word);
  }

  void second(int index, long word) {
    memory.set(WORD, at(index) + Long.BYTES, word);
  }

  static boolean goesOn(long first) {
    return (first & NEXT) != 0;
  }

  static int region(long first) {
    return (int) (first >>> 16) & 0xffff;
  }

  /** 0 to 2^32 - 1. */
  static long length(long first) {
    return first >>> 32;
  }

  /** 0 to 2^32 - 1. */
  static long offset(long second) {
    return second & 0xffff_ffffL;
  }

  static long first(boolean goesOn, int region, long length) {
    return (goesOn ? NEXT : 0) | (long) region << 16 | length << 32;
  }
}
