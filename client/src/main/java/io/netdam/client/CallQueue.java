package io.netdam.client;

import org.jspecify.annotations.Nullable;

/**
 * Calls in the order in which they came, linked through places of their own so that nothing is
 * allocated. Guarded by the driver's lock.
 */
final class CallQueue {

  /** A place that a call has in a queue of one kind. */
  static final class Place {
    private final Call call;
    private @Nullable CallQueue queue;
    private @Nullable Place previous;
    private @Nullable Place next;

    Place(Call call) {
      this.call = call;
    }

    boolean taken() {
      return queue != null;
    }

    /** The call behind this one, or null. */
    @Nullable Call following() {
      return next == null ? null : next.call;
    }

    /** Leaves the queue, if it stands in one. */
    void leave() {
      if (queue != null) {
        queue.remove(this);
      }
    }
  }

  private @Nullable Place first;
  private @Nullable Place last;

  @Nullable Call first() {
    return first == null ? null : first.call;
  }

  void addLast(Place place) {
    assert place.queue == null : "a place is in one queue only";
    place.queue = this;
    place.previous = last;
    if (last == null) {
      first = place;
    } else {
      last.next = place;
    }
    last = place;
  }

  private void remove(Place place) {
    if (place.previous == null) {
      first = place.next;
    } else {
      place.previous.next = place.next;
    }
    if (place.next == null) {
      last = place.previous;
    } else {
      place.next.previous = place.previous;
    }
    place.queue = null;
    place.previous = null;
    place.next = null;
  }
}
