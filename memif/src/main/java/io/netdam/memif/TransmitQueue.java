package io.netdam.memif;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** One ring that frames are put into; for one thread. */
abstract class TransmitQueue {
  /** Result of {@link #put}: no room now. */
  static final int FULL = 0;

  /** Result of {@link #put}: the whole ring is too small for this frame. */
  static final int UNSENDABLE = -1;

  /** Result of {@link #put}: a failure was noted. */
  static final int FAILED = -2;

  final Ring ring;
  final Failure failure;

  /** Index of the next slot to fill. */
  int next;

  /** Index of the other side when we last looked. */
  int seen;

  long frames;
  long bytes;
  long unsendable;
  long wakeUps;

  /** What an event is raised with. */
  final MemorySegment scratch = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

  TransmitQueue(Ring ring, Failure failure) {
    this.ring = ring;
    this.failure = failure;
  }

  /** Index of the other side. */
  abstract int other();

  /** Slots free between {@link #next} and the other side's index, or more than the ring has. */
  abstract int free(int other);

  /**
   * Puts a frame into at most so many slots.
   *
   * @return slots used, {@link #FULL}, {@link #UNSENDABLE} or {@link #FAILED}
   */
  abstract int put(int index, int free, FrameBurst from, int frame);

  /** Publishes everything before this index. */
  abstract void publish(int index);

  /**
   * Sends frames of a burst.
   *
   * @param start first frame to send
   * @return frames that need not be sent again: those that went, and those that never can
   */
  final int transmit(FrameBurst from, int start) {
    int other = other();
    int free = free(other);
    if (free > ring.size()) {
      failure.fail(
          PortReason.INDEX_JUMP,
          "index %d after %d in a ring of %d, ours is %d"
              .formatted(other, seen, ring.size(), next));
      return 0;
    }
    seen = other;
    int used = 0;
    int frame = start;
    while (frame < from.count()) {
      int slots = put(next + used & 0xffff, free - used, from, frame);
      if (slots > 0) {
        used += slots;
        frames++;
        bytes += from.length(frame);
      } else if (slots == UNSENDABLE) {
        unsendable++;
      } else {
        break;
      }
      frame++;
    }
    if (used > 0) {
      next = next + used & 0xffff;
      publish(next);
    }
    return frame - start;
  }

  /**
   * Whether the other side sleeps, or is about to. What we published must be visible before its
   * wish is read: it states the wish, then looks once more.
   */
  final boolean wantsWakeUp() {
    VarHandle.fullFence();
    return ring.wantsWakeUp();
  }
}
