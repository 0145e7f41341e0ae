package io.netdam.memif;

import java.lang.invoke.VarHandle;

/** One ring that frames are taken out of; for one thread. */
abstract class ReceiveQueue {
  final Ring ring;
  final Failure failure;

  /** Index of the next slot to look at. */
  int next;

  long frames;
  long bytes;
  long dropped;

  ReceiveQueue(Ring ring, Failure failure) {
    this.ring = ring;
    this.failure = failure;
  }

  /** Index up to which the other side has published. */
  abstract int published();

  /** Slots that may be published beyond {@link #next} at most. */
  abstract int publishedMax();

  /**
   * Takes one frame of at most so many slots.
   *
   * @return slots of it; 0 after a failure was noted
   */
  abstract int take(int index, int slots, FrameBurst into);

  /** Gives so many slots back, from {@link #next} on. */
  abstract void release(int slots);

  /**
   * States whether to be woken.
   *
   * @return whether nothing is there; asked after the wish was stated, so that no frame falls
   *     between
   */
  final boolean sleeps(boolean wanted) {
    ring.wakeUpWanted(wanted);
    VarHandle.fullFence();
    return !hasFrames();
  }

  /** Whether {@link #receive} would look at something. */
  final boolean hasFrames() {
    return published() != next;
  }

  /**
   * Receives what is there and fits.
   *
   * @param into is emptied first
   * @return slots that were given back: the other side may wait for them
   */
  final int receive(FrameBurst into) {
    into.clear();
    int published = published();
    int available = published - next & 0xffff;
    if (available == 0) {
      return 0;
    }
    if (available > publishedMax()) {
      failure.fail(
          PortReason.INDEX_JUMP,
          "index %d after %d in a ring of %d".formatted(published, next, ring.size()));
      return 0;
    }
    int taken = 0;
    while (taken < available && !into.isFull()) {
      int slots = take(next + taken & 0xffff, available - taken, into);
      if (slots == 0) {
        break;
      }
      taken += slots;
    }
    frames += into.count();
    release(taken);
    next = next + taken & 0xffff;
    return taken;
  }

  /** Ends a frame whose parts were copied. */
  final void finish(FrameBurst into, long length, boolean fits) {
    if (fits && length > 0) {
      into.add((int) length);
      bytes += length;
    } else {
      dropped++;
    }
  }
}
