package io.netdam.memory;

import static io.netdam.memory.Layouts.INT;
import static io.netdam.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/**
 * A piece of memory with addresses: what a capability handle names and what instructions work on.
 *
 * <p>Addresses run from {@link #base()} to base + {@link #length()} − 1. Address 0 of a region and
 * offset 0 of its segment share their alignment, so that an address that is a multiple of its width
 * is so in memory too.
 *
 * <p><b>Contract.</b> The caller checks {@link #contains} (and {@link #aligned} for atomics) first;
 * operations trust it, and what slips through ends in an {@link IndexOutOfBoundsException} of the
 * segment, never outside it. Nothing here allocates.
 *
 * <p><b>Atomicity.</b> Aligned words of 8 bytes never tear, aligned half words of 4 bytes neither,
 * in single accesses and in bulk copies ({@link WordCopy} tells why). Loads acquire, stores
 * release, read-modify-writes are volatile. The 16-byte operations are atomic among themselves
 * within this process, whichever threads run them; towards shorter operations and copies on the
 * same 16 bytes by <em>another</em> thread each half is atomic, the pair is not. Within one shard,
 * which runs its instructions one after the other, all of them are atomic.
 */
public final class Region {
  private static final int STRIPES = 64;
  private static final int STRIPE_BYTES = Layouts.PADDING_BYTES;

  private final MemorySegment segment;
  private final long base;
  private final long length;
  private final boolean readOnly;
  private final MemorySegment stripes;

  private Region(MemorySegment segment, long base, boolean readOnly) {
    Layouts.requireWordAligned(segment);
    if (base < 0 || (base & (Layouts.CACHE_LINE_BYTES - 1)) != 0) {
      throw new IllegalArgumentException("base must be a multiple of 64, 0 or more: " + base);
    }
    if (Long.MAX_VALUE - base < segment.byteSize()) {
      throw new IllegalArgumentException("base + length exceeds 2^63 - 1");
    }
    this.segment = segment;
    this.base = base;
    this.length = segment.byteSize();
    this.readOnly = readOnly || segment.isReadOnly();
    this.stripes = MemorySegment.ofArray(new long[STRIPES * STRIPE_BYTES / Long.BYTES]);
  }

  /** A region whose first address is 0. */
  public static Region of(MemorySegment segment) {
    return new Region(segment, 0, false);
  }

  /**
   * A region that starts at an address of the caller's choice.
   *
   * @param segment starts at a multiple of 8 in memory; a {@code long[]} will do
   * @param base first address, a multiple of 64, not negative
   */
  public static Region of(MemorySegment segment, long base) {
    return new Region(segment, base, false);
  }

  /** The same memory at the same addresses, declared unchangeable. */
  public Region asReadOnly() {
    return new Region(segment.asReadOnly(), base, true);
  }

  /** The memory itself; its offset 0 is address {@link #base()}. */
  public MemorySegment segment() {
    return segment;
  }

  /** Number of bytes. */
  public long length() {
    return length;
  }

  /** First address. */
  public long base() {
    return base;
  }

  /** Whether instructions that change memory must be refused. */
  public boolean readOnly() {
    return readOnly;
  }

  /**
   * Whether the whole range lies inside, for any 64 bits in either argument: sums that overflow lie
   * outside, a negative length too.
   */
  public boolean contains(long address, long bytes) {
    long offset = address - base;
    return offset >= 0 && offset <= length && bytes >= 0 && bytes <= length - offset;
  }

  /**
   * First address of a range that is not in the region, for a range that {@link #contains} denies.
   */
  public long firstOutside(long address) {
    long offset = address - base;
    return offset >= 0 && offset < length ? base + length : address;
  }

  /**
   * Whether an address is a multiple of a width.
   *
   * @param width a power of two
   */
  public boolean aligned(long address, int width) {
    return (address & (width - 1)) == 0;
  }

  /** Loads eight bytes with acquire. */
  public long getLong(long address) {
    return (long) LONG.getAcquire(segment, address - base);
  }

  /** Stores eight bytes with release. */
  public void setLong(long address, long value) {
    LONG.setRelease(segment, address - base, value);
  }

  /** Adds, modulo 2^64. Returns the old value, as every operation of this kind does. */
  public long getAndAdd(long address, long delta) {
    return (long) LONG.getAndAdd(segment, address - base, delta);
  }

  /** Exchanges unconditionally. */
  public long getAndSet(long address, long value) {
    return (long) LONG.getAndSet(segment, address - base, value);
  }

  /** Exchanges if the word equals {@code expected}; returns what was found. */
  public long compareAndExchange(long address, long expected, long desired) {
    return (long) LONG.compareAndExchange(segment, address - base, expected, desired);
  }

  /** Bitwise and. */
  public long getAndBitwiseAnd(long address, long mask) {
    return (long) LONG.getAndBitwiseAnd(segment, address - base, mask);
  }

  /** Bitwise or. */
  public long getAndBitwiseOr(long address, long mask) {
    return (long) LONG.getAndBitwiseOr(segment, address - base, mask);
  }

  /** Bitwise exclusive or. */
  public long getAndBitwiseXor(long address, long mask) {
    return (long) LONG.getAndBitwiseXor(segment, address - base, mask);
  }

  /** Keeps the smaller of two signed numbers. */
  public long getAndMinimum(long address, long value) {
    long offset = address - base;
    long found = (long) LONG.getVolatile(segment, offset);
    while (value < found) {
      long witness = (long) LONG.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /** Keeps the larger of two signed numbers. */
  public long getAndMaximum(long address, long value) {
    long offset = address - base;
    long found = (long) LONG.getVolatile(segment, offset);
    while (value > found) {
      long witness = (long) LONG.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /** Keeps the smaller of two unsigned numbers. */
  public long getAndMinimumUnsigned(long address, long value) {
    long offset = address - base;
    long found = (long) LONG.getVolatile(segment, offset);
    while (Long.compareUnsigned(value, found) < 0) {
      long witness = (long) LONG.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /** Keeps the larger of two unsigned numbers. */
  public long getAndMaximumUnsigned(long address, long value) {
    long offset = address - base;
    long found = (long) LONG.getVolatile(segment, offset);
    while (Long.compareUnsigned(value, found) > 0) {
      long witness = (long) LONG.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /** Loads four bytes with acquire. */
  public int getInt(long address) {
    return (int) INT.getAcquire(segment, address - base);
  }

  /** Stores four bytes with release. */
  public void setInt(long address, int value) {
    INT.setRelease(segment, address - base, value);
  }

  /** Four-byte form of {@link #getAndAdd(long, long)}, modulo 2^32. */
  public int getAndAddInt(long address, int delta) {
    return (int) INT.getAndAdd(segment, address - base, delta);
  }

  /** Four-byte form of {@link #getAndSet(long, long)}. */
  public int getAndSetInt(long address, int value) {
    return (int) INT.getAndSet(segment, address - base, value);
  }

  /** Four-byte form of {@link #compareAndExchange(long, long, long)}. */
  public int compareAndExchangeInt(long address, int expected, int desired) {
    return (int) INT.compareAndExchange(segment, address - base, expected, desired);
  }

  /** Four-byte form of {@link #getAndBitwiseAnd(long, long)}. */
  public int getAndBitwiseAndInt(long address, int mask) {
    return (int) INT.getAndBitwiseAnd(segment, address - base, mask);
  }

  /** Four-byte form of {@link #getAndBitwiseOr(long, long)}. */
  public int getAndBitwiseOrInt(long address, int mask) {
    return (int) INT.getAndBitwiseOr(segment, address - base, mask);
  }

  /** Four-byte form of {@link #getAndBitwiseXor(long, long)}. */
  public int getAndBitwiseXorInt(long address, int mask) {
    return (int) INT.getAndBitwiseXor(segment, address - base, mask);
  }

  /** Four-byte form of {@link #getAndMinimum(long, long)}. */
  public int getAndMinimumInt(long address, int value) {
    long offset = address - base;
    int found = (int) INT.getVolatile(segment, offset);
    while (value < found) {
      int witness = (int) INT.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /** Four-byte form of {@link #getAndMaximum(long, long)}. */
  public int getAndMaximumInt(long address, int value) {
    long offset = address - base;
    int found = (int) INT.getVolatile(segment, offset);
    while (value > found) {
      int witness = (int) INT.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /** Four-byte form of {@link #getAndMinimumUnsigned(long, long)}. */
  public int getAndMinimumUnsignedInt(long address, int value) {
    long offset = address - base;
    int found = (int) INT.getVolatile(segment, offset);
    while (Integer.compareUnsigned(value, found) < 0) {
      int witness = (int) INT.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /** Four-byte form of {@link #getAndMaximumUnsigned(long, long)}. */
  public int getAndMaximumUnsignedInt(long address, int value) {
    long offset = address - base;
    int found = (int) INT.getVolatile(segment, offset);
    while (Integer.compareUnsigned(value, found) > 0) {
      int witness = (int) INT.compareAndExchange(segment, offset, found, value);
      if (witness == found) {
        break;
      }
      found = witness;
    }
    return found;
  }

  /**
   * Exchanges sixteen bytes if both halves are as expected.
   *
   * <p>No 16-byte compare-and-swap is within reach of plain Java, so one of 64 spin words, chosen
   * by address, is held over the two loads and two stores: a few nanoseconds, unless the holder
   * loses its processor.
   *
   * @param address a multiple of 16
   * @param found receives what was there; the exchange happened if that equals the expected pair
   */
  public void compareAndExchangeWide(
      long address,
      long expectedLow,
      long expectedHigh,
      long desiredLow,
      long desiredHigh,
      Wide found) {
    long offset = address - base;
    long stripe = enter(offset);
    try {
      long low = (long) LONG.getVolatile(segment, offset);
      long high = (long) LONG.getVolatile(segment, offset + Long.BYTES);
      if (low == expectedLow && high == expectedHigh) {
        LONG.setVolatile(segment, offset, desiredLow);
        LONG.setVolatile(segment, offset + Long.BYTES, desiredHigh);
      }
      found.set(low, high);
    } finally {
      LONG.setRelease(stripes, stripe, 0L);
    }
  }

  /**
   * Exchanges sixteen bytes unconditionally.
   *
   * @param address a multiple of 16
   * @param found receives what was there
   */
  public void getAndSetWide(long address, long low, long high, Wide found) {
    long offset = address - base;
    long stripe = enter(offset);
    try {
      found.set(
          (long) LONG.getAndSet(segment, offset, low),
          (long) LONG.getAndSet(segment, offset + Long.BYTES, high));
    } finally {
      LONG.setRelease(stripes, stripe, 0L);
    }
  }

  private long enter(long offset) {
    long stripe = (offset >>> 4 & (STRIPES - 1)) * STRIPE_BYTES;
    boolean entered = false;
    while (!entered) { // held for two loads and two stores; nothing in this room could park
      entered = LONG.weakCompareAndSetAcquire(stripes, stripe, 0L, 1L);
    }
    return stripe;
  }

  /**
   * Copies from the region to private memory.
   *
   * @param address first address read
   * @param target not shared with other threads while the copy runs
   * @param bytes 0 or more
   */
  public void copyOut(long address, MemorySegment target, long targetOffset, long bytes) {
    WordCopy.out(segment, address - base, target, targetOffset, bytes);
  }

  /**
   * Copies from private memory into the region.
   *
   * @param address first address written
   * @param source not shared with other threads while the copy runs
   * @param bytes 0 or more
   */
  public void copyIn(long address, MemorySegment source, long sourceOffset, long bytes) {
    WordCopy.in(source, sourceOffset, segment, address - base, bytes);
  }

  /** Copies within the region; where the ranges overlap the target gets what the source held. */
  public void copyWithin(long sourceAddress, long targetAddress, long bytes) {
    WordCopy.within(segment, sourceAddress - base, targetAddress - base, bytes);
  }

  /** Sets each byte of a range. */
  public void fill(long address, long bytes, byte value) {
    WordCopy.fill(segment, address - base, bytes, value);
  }

  @Override
  public String toString() {
    return String.format(
        "region [0x%x, 0x%x)%s", base, base + length, readOnly ? " read-only" : "");
  }
}
