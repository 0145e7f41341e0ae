package io.netdam.memory;

import static io.netdam.memory.Layouts.LONG;
import static io.netdam.memory.Layouts.WORD;

import java.lang.foreign.MemorySegment;

/**
 * A bounded queue of byte records from many threads to one, over memory that processes may share.
 * Every record has a slot of the same size, and the slot itself says what became of it:
 *
 * <pre>
 *     0  magic (8) | slots (8) | record bytes (8)
 *   128  tail: next position to claim            the producers'
 *   256  head: next position to read             the consumer's
 *   384  slots, each a multiple of 64 bytes:
 *          +--------------+--------------------------------------------+----------+
 *          |  state (64)  | position (32) | type (12) | length (20)      | unused   |  one line
 *          +--------------+--------------------------------------------+----------+
 *          |  bytes of the record, aligned to 64                                  |
 *          +----------------------------------------------------------------------+
 *
 *   state of the slot for position p:   p  free or claimed   ->   p + 1  committed
 *                                       p + slots  read, free for the next round
 * </pre>
 *
 * <p><b>A claim that is never committed</b> (a producer that died between the two) stops the
 * consumer at that slot; it is visible, not silent: {@link #stalled} names the position, and when
 * the caller has seen the same one for longer than any producer may take, {@link #unblock} gives
 * the slot up. Should that producer have been slow, not dead, then its {@link #commit} says false;
 * its late stores can reach only the bytes of a record in the same slot of a later round (frames
 * carry a checksum) or make that one record be dropped and counted by {@link #damaged}; positions
 * and order stay right.
 *
 * <p>Any thread claims and commits, one thread drains; nothing here allocates.
 */
public final class ManyToOneRing {
  /** Result of {@link #claim}: no slot is free now. */
  public static final long FULL = -1;

  /** Result of {@link #stalled}: nobody keeps the consumer waiting. */
  public static final long NONE = -1;

  /** Largest number of slots. */
  public static final int SLOTS_MAX = 1 << 20;

  /** Largest record. */
  public static final int RECORD_BYTES_MAX = (1 << 20) - 1;

  /** Largest type. */
  public static final int TYPE_MAX = (1 << 12) - 1;

  private static final long MAGIC = 0x31_3A_4E_47_4E_49_52_4EL; // "NRINGN:1", little endian
  private static final long MAGIC_AT = 0;
  private static final long SLOTS_AT = 8;
  private static final long RECORD_BYTES_AT = 16;
  private static final long TAIL_AT = Layouts.PADDING_BYTES;
  private static final long HEAD_AT = 2L * Layouts.PADDING_BYTES;
  private static final long FIRST_SLOT_AT = 3L * Layouts.PADDING_BYTES;
  private static final long DESCRIPTOR = 8;
  private static final long BYTES = Layouts.CACHE_LINE_BYTES;

  private final MemorySegment segment;
  private final int slots;
  private final int recordBytes;
  private final long stride;
  private long damaged;

  private ManyToOneRing(MemorySegment segment, int slots, int recordBytes) {
    this.segment = segment;
    this.slots = slots;
    this.recordBytes = recordBytes;
    this.stride = stride(recordBytes);
  }

  /**
   * Memory needed.
   *
   * @param slots a power of two from 2 to {@link #SLOTS_MAX}
   * @param recordBytes longest record, 1 to {@link #RECORD_BYTES_MAX}
   */
  public static long bytes(int slots, int recordBytes) {
    if (slots < 2 || slots > SLOTS_MAX || Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException("slots must be a power of two from 2 to 2^20: " + slots);
    }
    if (recordBytes < 1 || recordBytes > RECORD_BYTES_MAX) {
      throw new IllegalArgumentException(
          "record bytes must be from 1 to " + RECORD_BYTES_MAX + ": " + recordBytes);
    }
    return FIRST_SLOT_AT + slots * stride(recordBytes);
  }

  private static long stride(int recordBytes) {
    return BYTES + Layouts.alignUp(recordBytes, Layouts.CACHE_LINE_BYTES);
  }

  /**
   * An empty ring in memory that is all zero.
   *
   * @param segment at least {@link #bytes} long, aligned to 8 (to 64 for records aligned to 64)
   */
  public static ManyToOneRing create(MemorySegment segment, int slots, int recordBytes) {
    Layouts.requireWordAligned(segment);
    Layouts.requireBytes(segment, bytes(slots, recordBytes));
    ManyToOneRing ring = new ManyToOneRing(segment, slots, recordBytes);
    for (int slot = 0; slot < slots; slot++) {
      LONG.set(segment, ring.stateAt(slot), (long) slot);
    }
    segment.set(WORD, SLOTS_AT, slots);
    segment.set(WORD, RECORD_BYTES_AT, recordBytes);
    LONG.setRelease(segment, MAGIC_AT, MAGIC);
    return ring;
  }

  /**
   * A ring that another thread or process has made.
   *
   * @throws IllegalArgumentException if there is none in this memory
   */
  public static ManyToOneRing attach(MemorySegment segment) {
    Layouts.requireWordAligned(segment);
    Layouts.requireBytes(segment, FIRST_SLOT_AT);
    if ((long) LONG.getAcquire(segment, MAGIC_AT) != MAGIC) {
      throw new IllegalArgumentException("no many-to-one ring in this memory");
    }
    int slots = Math.toIntExact(segment.get(WORD, SLOTS_AT));
    int recordBytes = Math.toIntExact(segment.get(WORD, RECORD_BYTES_AT));
    Layouts.requireBytes(segment, bytes(slots, recordBytes));
    return new ManyToOneRing(segment, slots, recordBytes);
  }

  /** Longest record. */
  public int recordBytesMax() {
    return recordBytes;
  }

  /** The ring's memory, in which {@link #offset} gives offsets. */
  public MemorySegment segment() {
    return segment;
  }

  /**
   * Producers: reserves a slot.
   *
   * @return its position, to be given to {@link #offset} and {@link #commit}, or {@link #FULL}
   */
  public long claim() {
    while (true) { // each turn means that another producer got on
      long tail = (long) LONG.getAcquire(segment, TAIL_AT);
      long state = (long) LONG.getAcquire(segment, stateAt(tail));
      if (state == tail) {
        if (LONG.weakCompareAndSet(segment, TAIL_AT, tail, tail + 1)) {
          return tail;
        }
      } else if (state < tail) {
        return FULL;
      }
    }
  }

  /** Producers: where the bytes of a claimed record go, {@link #recordBytesMax} of them. */
  public long offset(long position) {
    return stateAt(position) + BYTES;
  }

  /**
   * Producers: hands a claimed slot to the consumer.
   *
   * @param type 0 to {@link #TYPE_MAX}
   * @param length bytes written, 0 to {@link #recordBytesMax}
   * @return false if the consumer had given this claim up: the record is lost
   */
  public boolean commit(long position, int type, int length) {
    requireRecord(type, length);
    long at = stateAt(position);
    LONG.set(segment, at + DESCRIPTOR, position << 32 | (long) type << 20 | length);
    return LONG.compareAndSet(segment, at, position, position + 1);
  }

  /**
   * Producers: claims, copies and commits.
   *
   * @return false if the ring is full, or the claim was given up meanwhile
   */
  public boolean offer(int type, MemorySegment source, long sourceOffset, int length) {
    requireRecord(type, length);
    long position = claim();
    if (position == FULL) {
      return false;
    }
    MemorySegment.copy(source, sourceOffset, segment, offset(position), length);
    return commit(position, type, length);
  }

  private void requireRecord(int type, int length) {
    if (type < 0 || type > TYPE_MAX) {
      throw new IllegalArgumentException("type must be from 0 to " + TYPE_MAX + ": " + type);
    }
    if (length < 0 || length > recordBytes) {
      throw new IllegalArgumentException(
          "record of " + length + " bytes; 0 to " + recordBytes + " fit");
    }
  }

  /**
   * Consumer: hands over what has been committed, in the order of the claims, up to the first claim
   * that has not been committed. A reader that throws has had its record.
   *
   * @param limit most slots looked at
   * @return how many records were handed over
   */
  public int drain(RecordReader reader, int limit) {
    long head = (long) LONG.get(segment, HEAD_AT);
    int count = 0;
    for (int seen = 0; seen < limit; seen++) {
      long at = stateAt(head);
      if ((long) LONG.getAcquire(segment, at) != head + 1) {
        break;
      }
      long descriptor = (long) LONG.getOpaque(segment, at + DESCRIPTOR);
      int length = (int) descriptor & RECORD_BYTES_MAX;
      try {
        if ((int) (descriptor >>> 32) == (int) head && length <= recordBytes) {
          count++;
          reader.onRecord((int) (descriptor >>> 20) & TYPE_MAX, segment, at + BYTES, length);
        } else {
          damaged++;
        }
      } finally {
        LONG.setRelease(segment, at, head + slots);
        head++;
        LONG.setRelease(segment, HEAD_AT, head);
      }
    }
    return count;
  }

  /**
   * Consumer: the position that keeps {@link #drain} from going on, claimed and not yet committed,
   * or {@link #NONE}. For a moment that is usual; for long it means that a producer died.
   */
  public long stalled() {
    long head = (long) LONG.get(segment, HEAD_AT);
    boolean claimed = (long) LONG.getAcquire(segment, TAIL_AT) - head > 0;
    return claimed && (long) LONG.getAcquire(segment, stateAt(head)) == head ? head : NONE;
  }

  /**
   * Consumer: gives up the claim that {@link #stalled} named.
   *
   * @return false if it has been committed meanwhile, or is not the one that stalls
   */
  public boolean unblock(long position) {
    long head = (long) LONG.get(segment, HEAD_AT);
    if (position != head || stalled() != position) {
      return false;
    }
    if (!LONG.compareAndSet(segment, stateAt(head), head, head + slots)) {
      return false;
    }
    LONG.setRelease(segment, HEAD_AT, head + 1);
    return true;
  }

  /** Consumer: records dropped because a producer wrote after its claim had been given up. */
  public long damaged() {
    return damaged;
  }

  /** How full the ring is, 0 (empty) to 255; from any thread, a moment's view. */
  public int occupancy() {
    long used = (long) LONG.getAcquire(segment, TAIL_AT) - (long) LONG.getAcquire(segment, HEAD_AT);
    return (int) (Math.clamp(used, 0L, slots) * 255 / slots);
  }

  private long stateAt(long position) {
    return FIRST_SLOT_AT + (position & (slots - 1)) * stride;
  }
}
