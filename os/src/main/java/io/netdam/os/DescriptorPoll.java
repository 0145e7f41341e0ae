package io.netdam.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Waits until one of a few descriptors has something to read; for one thread, reused. */
public final class DescriptorPoll {
  /** One descriptor: number 0, wanted 4 (u16), found 6 (u16). */
  private static final int ENTRY_BYTES = 8;

  private static final short POLLIN = 1;

  /** Calls the system. */
  interface Waiting {
    /** How many are ready; less than 0 if a signal ended the wait. */
    int await(MemorySegment entries, int count, int timeoutMs);
  }

  private final MemorySegment entries;
  private final Descriptor[] entered;
  private final Waiting waiting;
  private int count;

  DescriptorPoll(int capacity, Waiting waiting) {
    this.entries = Arena.ofAuto().allocate((long) capacity * ENTRY_BYTES, ENTRY_BYTES);
    this.entered = new Descriptor[capacity];
    this.waiting = waiting;
  }

  /** Forgets what was added. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds one to wait for.
   *
   * @return its index for {@link #ready}
   */
  public int add(Descriptor descriptor) {
    entered[count] = descriptor;
    return count++;
  }

  /**
   * Waits. A descriptor that is closed meanwhile stays open until this returns.
   *
   * @param timeoutMs 0 or more; with nothing added it is a pause
   * @return how many are ready: readable, broken or closed
   */
  public int await(int timeoutMs) {
    int inside = 0;
    int closed = 0;
    try {
      for (; inside < count; inside++) {
        int number = entered[inside].enter();
        long at = (long) inside * ENTRY_BYTES;
        entries.set(ValueLayout.JAVA_INT, at, number);
        entries.set(ValueLayout.JAVA_SHORT, at + 4, POLLIN);
        entries.set(ValueLayout.JAVA_SHORT, at + 6, (short) 0);
        if (number == Descriptor.NONE) {
          closed++;
        }
      }
      int found = waiting.await(entries, count, closed > 0 ? 0 : timeoutMs);
      return Math.max(found, 0) + closed;
    } finally {
      for (int index = 0; index < inside; index++) {
        if (entries.get(ValueLayout.JAVA_INT, (long) index * ENTRY_BYTES) != Descriptor.NONE) {
          entered[index].leave();
        }
      }
    }
  }

  /** Whether the one with this index was ready when {@link #await} returned. */
  public boolean ready(int index) {
    long at = (long) index * ENTRY_BYTES;
    return entries.get(ValueLayout.JAVA_SHORT, at + 6) != 0
        || entries.get(ValueLayout.JAVA_INT, at) == Descriptor.NONE;
  }
}
