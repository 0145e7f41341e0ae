package io.netdam.memory;

import static io.netdam.memory.Layouts.LONG;
import static io.netdam.memory.Layouts.WORD;

import java.lang.foreign.MemorySegment;

/**
 * A bounded queue of byte records from one thread to one other, over memory that two processes may
 * share. Records are of any length up to half of the ring and lie there as packed as 8-byte
 * alignment allows.
 *
 * <pre>
 *     0  magic (8) | capacity (8)
 *   128  tail: end of what is committed | end of the claim | head as last seen     the producer's
 *   256  head: end of what is read      | tail as last seen                        the consumer's
 *   384  records, capacity bytes:
 *          +-----------------+-----------------+---------------------------+
 *          |   length (32)   |    type (32)    |  bytes, padded to 8       |
 *          +-----------------+-----------------+---------------------------+
 *        a record never wraps: type −1 says that the rest up to the end is empty
 * </pre>
 *
 * <p>Positions rise for ever and are taken modulo the capacity. A claim is invisible until it is
 * committed: a producer that dies between the two leaves nothing behind that could block the
 * consumer, and a new producer that attaches starts where the last commit ended.
 *
 * <p>One thread claims and commits, one thread drains; nothing here allocates.
 */
public final class OneToOneRing {
  /** Result of {@link #claim}: no room now. */
  public static final long FULL = -1;

  /** Largest capacity, 1 GiB. */
  public static final long CAPACITY_BYTES_MAX = 1L << 30;

  private static final long MAGIC = 0x31_3A_31_47_4E_49_52_4EL; // "NRING1:1", little endian
  private static final int PADDING = -1;
  private static final int HEADER_BYTES = Long.BYTES;

  private static final long MAGIC_AT = 0;
  private static final long CAPACITY_AT = 8;
  private static final long TAIL_AT = Layouts.PADDING_BYTES;
  private static final long CLAIM_AT = TAIL_AT + 8;
  private static final long SEEN_HEAD_AT = TAIL_AT + 16;
  private static final long HEAD_AT = 2L * Layouts.PADDING_BYTES;
  private static final long SEEN_TAIL_AT = HEAD_AT + 8;
  private static final long RECORDS_AT = 3L * Layouts.PADDING_BYTES;

  private final MemorySegment segment;
  private final long capacity;
  private final long mask;

  private OneToOneRing(MemorySegment segment, long capacity) {
    this.segment = segment;
    this.capacity = capacity;
    this.mask = capacity - 1;
  }

  /**
   * Memory needed.
   *
   * @param capacityBytes room for records, a power of two from 64 to 2^30
   */
  public static long bytes(long capacityBytes) {
    requireCapacity(capacityBytes);
    return RECORDS_AT + capacityBytes;
  }

  /**
   * An empty ring in memory that is all zero.
   *
   * @param segment at least {@link #bytes} long, aligned to 8
   */
  public static OneToOneRing create(MemorySegment segment, long capacityBytes) {
    Layouts.requireWordAligned(segment);
    Layouts.requireBytes(segment, bytes(capacityBytes));
    segment.set(WORD, CAPACITY_AT, capacityBytes);
    LONG.setRelease(segment, MAGIC_AT, MAGIC);
    return new OneToOneRing(segment, capacityBytes);
  }

  /**
   * A ring that another thread or process has made.
   *
   * @throws IllegalArgumentException if there is none in this memory
   */
  public static OneToOneRing attach(MemorySegment segment) {
    Layouts.requireWordAligned(segment);
    Layouts.requireBytes(segment, RECORDS_AT);
    if ((long) LONG.getAcquire(segment, MAGIC_AT) != MAGIC) {
      throw new IllegalArgumentException("no one-to-one ring in this memory");
    }
    long capacity = segment.get(WORD, CAPACITY_AT);
    Layouts.requireBytes(segment, bytes(capacity));
    return new OneToOneRing(segment, capacity);
  }

  private static void requireCapacity(long capacityBytes) {
    if (capacityBytes < 64
        || capacityBytes > CAPACITY_BYTES_MAX
        || Long.bitCount(capacityBytes) != 1) {
      throw new IllegalArgumentException(
          "capacity must be a power of two from 64 to 2^30 bytes: " + capacityBytes);
    }
  }

  /** Longest record: an empty ring always has room for it, wherever its positions stand. */
  public int recordBytesMax() {
    return (int) (capacity / 2 - HEADER_BYTES);
  }

  /** The ring's memory, in which {@link #claim} gives offsets. */
  public MemorySegment segment() {
    return segment;
  }

  /**
   * Producer: reserves room for one record; a claim that was not committed is forgotten.
   *
   * @param type 0 or more
   * @param length bytes of the record, 0 to {@link #recordBytesMax}
   * @return offset in {@link #segment} to write to, a multiple of 8, or {@link #FULL}
   */
  public long claim(int type, int length) {
    if (type < 0) {
      throw new IllegalArgumentException("type must be 0 or more: " + type);
    }
    if (length < 0 || length > recordBytesMax()) {
      throw new IllegalArgumentException(
          "record of " + length + " bytes; 0 to " + recordBytesMax() + " fit");
    }
    long tail = (long) LONG.get(segment, TAIL_AT);
    long needed = Layouts.alignUp(HEADER_BYTES + (long) length, Long.BYTES);
    long toEnd = capacity - (tail & mask);
    long padding = needed > toEnd ? toEnd : 0;
    long end = tail + padding + needed;
    if (end - (long) LONG.get(segment, SEEN_HEAD_AT) > capacity) {
      long head = (long) LONG.getAcquire(segment, HEAD_AT);
      LONG.set(segment, SEEN_HEAD_AT, head);
      if (end - head > capacity) {
        return FULL;
      }
    }
    if (padding != 0) {
      LONG.set(segment, RECORDS_AT + (tail & mask), header(PADDING, (int) padding - HEADER_BYTES));
    }
    long at = RECORDS_AT + (tail + padding & mask);
    LONG.set(segment, at, header(type, length));
    LONG.set(segment, CLAIM_AT, end);
    return at + HEADER_BYTES;
  }

  /** Producer: makes the claimed record visible. */
  public void commit() {
    long end = (long) LONG.get(segment, CLAIM_AT);
    if (end - (long) LONG.get(segment, TAIL_AT) <= 0) {
      throw new IllegalStateException("commit without claim");
    }
    LONG.setRelease(segment, TAIL_AT, end);
  }

  /**
   * Producer: claims, copies and commits.
   *
   * @return false if the ring is full
   */
  public boolean offer(int type, MemorySegment source, long sourceOffset, int length) {
    long at = claim(type, length);
    if (at == FULL) {
      return false;
    }
    MemorySegment.copy(source, sourceOffset, segment, at, length);
    commit();
    return true;
  }

  /**
   * Consumer: hands over what has been committed, oldest first. A reader that throws has had its
   * record.
   *
   * @param limit most records handed over
   * @return how many were
   * @throws IllegalStateException if the memory holds no valid record where one must be
   */
  public int drain(RecordReader reader, int limit) {
    long start = (long) LONG.get(segment, HEAD_AT);
    long tail = (long) LONG.get(segment, SEEN_TAIL_AT);
    if (start == tail) {
      tail = (long) LONG.getAcquire(segment, TAIL_AT);
      LONG.set(segment, SEEN_TAIL_AT, tail);
    }
    long head = start;
    int count = 0;
    try {
      while (count < limit && head != tail) {
        long at = head & mask;
        long header = (long) LONG.get(segment, RECORDS_AT + at);
        int length = (int) header;
        int type = (int) (header >>> Integer.SIZE);
        long size = Layouts.alignUp(HEADER_BYTES + (length & 0xFFFF_FFFFL), Long.BYTES);
        if (size > tail - head || size > capacity - at) {
          throw new IllegalStateException("ring damaged at position " + head);
        }
        head += size;
        if (type != PADDING) {
          count++;
          reader.onRecord(type, segment, RECORDS_AT + at + HEADER_BYTES, length);
        }
      }
    } finally {
      if (head != start) {
        LONG.setRelease(segment, HEAD_AT, head);
      }
    }
    return count;
  }

  /** How full the ring is, 0 (empty) to 255; from any thread, a moment's view. */
  public int occupancy() {
    long used = (long) LONG.getAcquire(segment, TAIL_AT) - (long) LONG.getAcquire(segment, HEAD_AT);
    return (int) (Math.clamp(used, 0L, capacity) * 255 / capacity);
  }

  private static long header(int type, int length) {
    return (long) type << Integer.SIZE | length;
  }
}
