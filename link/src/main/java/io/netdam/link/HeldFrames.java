package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams held back until their time: a preallocated, bounded store, ordered by due time (a
 * binary heap of slots), those due together in the order they came.
 */
final class HeldFrames {

  private final MemorySegment frames;
  private final long stride;
  private final @Nullable Path[] paths;
  private final int[] lengths;
  private final long[] dueNs;
  private final long[] numbers;

  /** A permutation of all slots: the first {@code size} are the heap, the others are free. */
  private final int[] slots;

  private int size;
  private long nextNumber;

  HeldFrames(int capacity, int frameBytesMax) {
    stride = SendQueue.stride(frameBytesMax);
    frames = Arena.ofAuto().allocate(Math.max(1, stride * capacity), 64);
    paths = new Path[capacity];
    lengths = new int[capacity];
    dueNs = new long[capacity];
    numbers = new long[capacity];
    slots = new int[capacity];
    for (int i = 0; i < capacity; i++) {
      slots[i] = i;
    }
  }

  int size() {
    return size;
  }

  /** Copies a datagram in; false when the store is full. */
  boolean hold(long untilNs, Path path, MemorySegment from, long offset, int length) {
    if (size == slots.length) {
      return false;
    }
    int slot = slots[size];
    MemorySegment.copy(from, offset, frames, slot * stride, length);
    paths[slot] = path;
    lengths[slot] = length;
    dueNs[slot] = untilNs;
    numbers[slot] = nextNumber++;
    rise(size++);
    return true;
  }

  /** Whether the first datagram is due. */
  boolean due(long nowNs) {
    return size > 0 && dueNs[slots[0]] - nowNs <= 0;
  }

  /** From now until the first is due, 0 or less when it is; {@code Long.MAX_VALUE} when empty. */
  long untilDueNs(long nowNs) {
    return size == 0 ? Long.MAX_VALUE : dueNs[slots[0]] - nowNs;
  }

  Path path() {
    return Objects.requireNonNull(paths[slots[0]]);
  }

  int length() {
    return lengths[slots[0]];
  }

  MemorySegment segment() {
    return frames;
  }

  long offset() {
    return slots[0] * stride;
  }

  /** Forgets the first datagram. */
  void release() {
    int slot = slots[0];
    paths[slot] = null;
    slots[0] = slots[--size];
    slots[size] = slot;
    sink();
  }

  private void rise(int start) {
    int at = start;
    while (at > 0 && before(slots[at], slots[(at - 1) / 2])) {
      swap(at, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  }

  private void sink() {
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(slots[child + 1], slots[child])) {
        child++;
      }
      if (child >= size || !before(slots[child], slots[at])) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private boolean before(int one, int other) {
    long difference = dueNs[one] - dueNs[other]; // clocks may wrap, so never compare directly
    return difference < 0 || (difference == 0 && numbers[one] < numbers[other]);
  }

  private void swap(int one, int other) {
    int slot = slots[one];
    slots[one] = slots[other];
    slots[other] = slot;
  }
}
