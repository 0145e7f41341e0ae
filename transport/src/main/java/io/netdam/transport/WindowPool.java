package io.netdam.transport;

import java.util.Arrays;

/**
 * The records of all guards of a shard: one array for default windows, one place for each session,
 * and a bounded one for larger windows, split into powers of two as a buddy system does (Knuth, The
 * Art of Computer Programming, volume 1, section 2.5).
 *
 * <p>All memory is taken at construction.
 */
public final class WindowPool {
  /** {@link #claim}: no room for that window. */
  public static final int NONE = -1;

  private final int windowDefault;
  private final int unitWords;
  private final long[] defaults;
  private final long[] large;
  private final int units;
  // For each unit that starts a block: its order, and whether it is free; lists of free blocks.
  private final byte[] order;
  private final boolean[] free;
  private final int[] next;
  private final int[] previous;
  private final int[] heads;
  private int freeUnits;

  /**
   * A pool.
   *
   * @param sessions how many default windows there are
   * @param windowDefault their size in operations, a power of two
   * @param budget operations for larger windows; rounded down to a multiple of twice the default
   */
  public WindowPool(int sessions, int windowDefault, int budget) {
    this.windowDefault = windowDefault;
    this.unitWords = windowDefault * Guard.RECORD_WORDS;
    this.defaults = new long[Math.multiplyExact(sessions, unitWords)];
    this.units = budget / windowDefault & ~1;
    this.large = new long[Math.multiplyExact(units, unitWords)];
    this.order = new byte[units];
    this.free = new boolean[units];
    this.next = new int[units];
    this.previous = new int[units];
    this.heads = new int[Integer.SIZE];
    Arrays.fill(heads, NONE);
    int unit = 0;
    while (unit < units) {
      int fitting = Integer.numberOfTrailingZeros(Integer.highestOneBit(units - unit));
      push(unit, fitting);
      unit += 1 << fitting;
    }
    this.freeUnits = units;
  }

  /** The records of default windows; session i's start at {@link #defaultWord}. */
  public long[] defaults() {
    return defaults;
  }

  /** The records of larger windows. */
  public long[] large() {
    return large;
  }

  /** The window that needs no claim, in operations. */
  public int windowDefault() {
    return windowDefault;
  }

  /**
   * Where the default window of a session starts in {@link #defaults}.
   *
   * @param session its place in the table
   */
  public int defaultWord(int session) {
    return session * unitWords;
  }

  /**
   * The largest window that a claim could get now.
   *
   * @param wanted at most this many operations
   * @return a power of two, at least the default
   */
  public int available(int wanted) {
    int window = Integer.highestOneBit(Math.max(wanted, windowDefault));
    while (window > windowDefault && smallestFree(orderOf(window)) == NONE) {
      window >>= 1;
    }
    return window;
  }

  /**
   * Claims a window larger than the default.
   *
   * @param window operations, a power of two
   * @return first word in {@link #large}, or {@link #NONE}
   */
  public int claim(int window) {
    assert window > windowDefault && Integer.bitCount(window) == 1 : window;
    int wanted = orderOf(window);
    int found = smallestFree(wanted);
    if (found == NONE) {
      return NONE;
    }
    int unit = heads[found];
    remove(unit, found);
    for (int half = found - 1; half >= wanted; half--) {
      push(unit + (1 << half), half);
    }
    order[unit] = (byte) wanted;
    freeUnits -= 1 << wanted;
    return unit * unitWords;
  }

  /**
   * Gives a claimed window back.
   *
   * @param firstWord what {@link #claim} returned
   */
  public void release(int firstWord) {
    int unit = firstWord / unitWords;
    assert !free[unit] : firstWord;
    int level = order[unit];
    freeUnits += 1 << level;
    int buddy = unit ^ 1 << level;
    while (buddy + (1 << level) <= units && free[buddy] && order[buddy] == level) {
      remove(buddy, level);
      unit = Math.min(unit, buddy);
      level++;
      buddy = unit ^ 1 << level;
    }
    push(unit, level);
  }

  /** Operations of larger windows that are not claimed. */
  public int free() {
    return freeUnits * windowDefault;
  }

  private int orderOf(int window) {
    return Integer.numberOfTrailingZeros(window / windowDefault);
  }

  private int smallestFree(int least) {
    for (int level = least; level < heads.length; level++) {
      if (heads[level] != NONE) {
        return level;
      }
    }
    return NONE;
  }

  private void push(int unit, int level) {
    free[unit] = true;
    order[unit] = (byte) level;
    next[unit] = heads[level];
    previous[unit] = NONE;
    if (heads[level] != NONE) {
      previous[heads[level]] = unit;
    }
    heads[level] = unit;
  }

  private void remove(int unit, int level) {
    free[unit] = false;
    if (previous[unit] == NONE) {
      heads[level] = next[unit];
    } else {
      next[previous[unit]] = next[unit];
    }
    if (next[unit] != NONE) {
      previous[next[unit]] = previous[unit];
    }
  }
}
