package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Frames on their way out: a ring of preallocated frames between {@code claim} and {@code commit}
 * at one end and a sender at the other. First in, first out; a sender that takes no more stops it
 * and keeps what is left.
 */
final class SendQueue {

  /** Takes frames off the queue. */
  @FunctionalInterface
  interface Sender {
    /**
     * Sends one datagram, or drops it and counts that.
     *
     * @param to where it goes
     * @param frame native memory, the datagram at its start
     * @param bytes the same memory, from position 0 to the datagram's length
     * @return false when nothing can be taken now; the frame then stays first in the queue
     */
    boolean send(Path to, MemorySegment frame, ByteBuffer bytes);
  }

  private static final int ALIGNMENT_BYTES = 64;
  private static final int NOTHING_CLAIMED = -1;

  private final int frameBytesMax;
  private final MemorySegment[] frames;
  private final ByteBuffer[] buffers;
  private final @Nullable Path[] targets;
  private int first;
  private int size;
  private int claimed = NOTHING_CLAIMED;

  SendQueue(int capacity, int frameBytesMax) {
    this.frameBytesMax = frameBytesMax;
    long stride = stride(frameBytesMax);
    MemorySegment all = Arena.ofAuto().allocate(stride * capacity, ALIGNMENT_BYTES);
    frames = new MemorySegment[capacity];
    buffers = new ByteBuffer[capacity];
    targets = new Path[capacity];
    for (int i = 0; i < capacity; i++) {
      frames[i] = all.asSlice(i * stride, stride);
      buffers[i] = frames[i].asByteBuffer();
    }
  }

  /** Bytes from one frame to the next when frames lie in one block, each 64-byte aligned. */
  static long stride(int frameBytesMax) {
    return ((long) frameBytesMax + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
  }

  boolean full() {
    return size == frames.length;
  }

  int capacity() {
    return frames.length;
  }

  int size() {
    return size;
  }

  /** The next free frame; the queue must not be full. */
  MemorySegment claim(int length) {
    if (length < 0 || length > frameBytesMax) {
      throw new IllegalArgumentException(
          "a datagram of " + length + " bytes; this link carries 0 to " + frameBytesMax);
    }
    assert !full();
    claimed = length;
    return frames[last()];
  }

  void commit(Path to, int length) {
    if (claimed == NOTHING_CLAIMED) {
      throw new IllegalStateException("commit without a claim");
    }
    if (length < 0 || length > claimed) {
      throw new IllegalArgumentException(
          "a datagram of " + length + " bytes in a frame claimed for " + claimed);
    }
    int at = last();
    targets[at] = to;
    buffers[at].clear().limit(length);
    claimed = NOTHING_CLAIMED;
    size++;
  }

  /** Gives frames to the sender until it takes no more; returns how many remain. */
  int flush(Sender sender) {
    claimed = NOTHING_CLAIMED;
    while (size > 0) {
      Path to = Objects.requireNonNull(targets[first]);
      if (!sender.send(to, frames[first], buffers[first])) {
        break;
      }
      targets[first] = null;
      first = first + 1 == frames.length ? 0 : first + 1;
      size--;
    }
    return size;
  }

  private int last() {
    int at = first + size;
    return at >= frames.length ? at - frames.length : at;
  }
}
