package io.netdam.engine;

import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;

/** Ends operations: the one place where slots become free and the caller is told. */
final class Endings {
  private static final RequestResults NO_RESULTS = new NoResults();

  private final ClientCounters counters;
  private final Completions completions;

  Endings(ClientCounters counters, Completions completions) {
    this.counters = counters;
    this.completions = completions;
  }

  /** A lone operation ends. */
  void end(ClientPeer peer, int slot, Outcome outcome, Status status, long value, long valueHigh) {
    boolean internal = peer.slots.is(slot, OperationSlots.INTERNAL);
    long tag = peer.slots.tag[slot];
    free(peer, slot, outcome);
    if (internal) {
      return;
    }
    count(outcome);
    completions.onCompletion(tag, outcome, status, value, valueHigh);
  }

  /** A request of several instructions ends. */
  void endSeveral(ClientPeer peer, int slot, Outcome outcome, RequestResults results) {
    long tag = peer.slots.tag[slot];
    free(peer, slot, outcome);
    count(outcome);
    completions.onRequestCompletion(tag, outcome, results);
  }

  /** It is over for the caller, and nobody knows more than whether it was sent. */
  void giveUp(ClientPeer peer, int slot) {
    giveUp(peer, slot, Completions.GIVEN_UP);
  }

  /** As above, and {@link Completions} names why nobody knows. */
  void giveUp(ClientPeer peer, int slot, long why) {
    Outcome outcome = peer.slots.sent(slot) ? Outcome.UNKNOWN : Outcome.NOT_SENT;
    if (peer.slots.is(slot, OperationSlots.SEVERAL)) {
      endSeveral(peer, slot, outcome, NO_RESULTS);
    } else {
      Status last = Status.of(peer.slots.lastRefusal[slot]);
      end(peer, slot, outcome, last, outcome == Outcome.UNKNOWN ? why : 0, 0);
    }
  }

  private void count(Outcome outcome) {
    counters.increment(
        switch (outcome) {
          case DONE -> ClientCounter.DONE;
          case REFUSED -> ClientCounter.REFUSED;
          case NOT_SENT -> ClientCounter.NOT_SENT;
          case UNKNOWN -> ClientCounter.UNKNOWN;
        });
  }

  private static void free(ClientPeer peer, int slot, Outcome outcome) {
    OperationSlots slots = peer.slots;
    peer.unlink(slot);
    if (slots.is(slot, OperationSlots.CHANGING)
        && slots.sent(slot)
        && peer.window.slot(slots.number[slot]) == slot) {
      if (outcome == Outcome.UNKNOWN) {
        peer.window.abandon(slots.number[slot]);
      } else {
        peer.window.resolve(slots.number[slot]);
      }
    }
    if (slots.buffer[slot] != OperationSlots.NONE) {
      peer.buffers.release(slots.buffer[slot]);
    }
    slots.release(slot);
    peer.dirty = true;
  }

  private static final class NoResults implements RequestResults {
    @Override
    public int count() {
      return 0;
    }

    @Override
    public Status status(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public long value(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public long valueHigh(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int dataLength(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public void copyData(int index, MemorySegment target, long targetOffset) {
      throw new IndexOutOfBoundsException(index);
    }
  }
}
