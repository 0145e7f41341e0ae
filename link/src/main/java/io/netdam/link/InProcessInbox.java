package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What waits at an {@link InProcessLink}: a bounded ring of frames that any thread fills and one
 * empties. The lock covers the copy in; the reader works on the oldest frame outside the lock,
 * because it keeps its place until it is released.
 */
final class InProcessInbox {

  private final MemorySegment frames;
  private final long stride;
  private final @Nullable Path[] senders;
  private final int[] lengths;
  private int first;
  private int size;
  private long overflows;
  private boolean closed;

  InProcessInbox(int capacity, int frameBytesMax) {
    stride = SendQueue.stride(frameBytesMax);
    frames = Arena.ofAuto().allocate(stride * capacity, 64);
    senders = new Path[capacity];
    lengths = new int[capacity];
  }

  /** Copies a datagram in; one that finds no room is counted and lost. False: nobody is here. */
  synchronized boolean offer(Path sender, MemorySegment frame, int length) {
    if (closed) {
      return false;
    }
    if (size == senders.length) {
      overflows++;
      return true;
    }
    int at = (first + size) % senders.length;
    MemorySegment.copy(frame, 0, frames, at * stride, length);
    senders[at] = sender;
    lengths[at] = length;
    size++;
    return true;
  }

  /** Hands the oldest datagram to the receiver; its length, or -1 when there is none. */
  int take(Link.Receiver receiver) {
    int at;
    Path sender;
    synchronized (this) {
      if (size == 0) {
        return -1;
      }
      at = first;
      sender = Objects.requireNonNull(senders[at]);
    }
    int length = lengths[at];
    try {
      receiver.onDatagram(sender, frames, at * stride, length);
    } finally {
      release();
    }
    return length;
  }

  private synchronized void release() {
    senders[first] = null;
    first = (first + 1) % senders.length;
    size--;
  }

  synchronized int size() {
    return size;
  }

  synchronized long overflows() {
    return overflows;
  }

  synchronized void close() {
    closed = true;
  }

  int capacity() {
    return senders.length;
  }

  long bytes() {
    return frames.byteSize();
  }
}
