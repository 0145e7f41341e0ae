package io.netdam.simulator.network;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is to happen, by time; equal times in the order in which they were asked for, so that a run
 * is the same each time. A binary heap over objects that are used again.
 */
public final class EventQueue {
  private @Nullable Event[] heap = new Event[1_024];
  private @Nullable Event free;
  private int size;
  private long asked;
  private long nowNs;

  /** Empty, at time 0. */
  public EventQueue() {}

  /** The present time. */
  public long nowNs() {
    return nowNs;
  }

  /** How many events wait. */
  public int size() {
    return size;
  }

  /**
   * Asks for a call.
   *
   * @param atNs when; a time that has passed means now
   * @param actor whom to call
   * @param what told to it
   * @param packet told to it
   */
  public void add(long atNs, Actor actor, int what, @Nullable Packet packet) {
    Event event = free;
    if (event == null) {
      event = new Event();
    } else {
      free = event.next;
    }
    event.atNs = Math.max(atNs, nowNs);
    event.order = asked++;
    event.actor = actor;
    event.what = what;
    event.packet = packet;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    heap[size] = event;
    rise(size++);
  }

  /**
   * Lets the next event happen if it is due by then; otherwise moves the time there.
   *
   * @param endNs a time
   * @return whether an event happened
   */
  public boolean step(long endNs) {
    Event event = heap[0];
    if (size == 0 || event == null || event.atNs > endNs) {
      nowNs = Math.max(nowNs, endNs);
      return false;
    }
    Event last = heap[--size];
    heap[size] = null;
    if (size > 0) {
      heap[0] = last;
      sink();
    }
    nowNs = event.atNs;
    Actor actor = event.actor;
    int what = event.what;
    Packet packet = event.packet;
    event.actor = null;
    event.packet = null;
    event.next = free;
    free = event;
    if (actor != null) {
      actor.at(nowNs, what, packet);
    }
    return true;
  }

  /**
   * Lets everything happen up to a time.
   *
   * @param endNs the time; it is the present one afterwards
   */
  public void run(long endNs) {
    while (step(endNs)) {
      // each step is one event
    }
  }

  private void rise(int from) {
    int index = from;
    Event event = at(index);
    while (index > 0) {
      int parent = (index - 1) >>> 1;
      if (!event.before(at(parent))) {
        break;
      }
      heap[index] = heap[parent];
      index = parent;
    }
    heap[index] = event;
  }

  private void sink() {
    int index = 0;
    Event event = at(0);
    while (true) {
      int child = 2 * index + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && at(child + 1).before(at(child))) {
        child++;
      }
      if (!at(child).before(event)) {
        break;
      }
      heap[index] = heap[child];
      index = child;
    }
    heap[index] = event;
  }

  private Event at(int index) {
    return Objects.requireNonNull(heap[index]);
  }

  private static final class Event {
    private long atNs;
    private long order;
    private @Nullable Actor actor;
    private int what;
    private @Nullable Packet packet;
    private @Nullable Event next;

    private boolean before(Event other) {
      return atNs < other.atNs || (atNs == other.atNs && order < other.order);
    }
  }
}
