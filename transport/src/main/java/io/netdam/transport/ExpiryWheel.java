package io.netdam.transport;

import org.jspecify.annotations.Nullable;

/**
 * Finds sessions whose time may have run out, with bounded work per call and none for sessions
 * whose time has not come (Varghese and Lauck, Hashed and Hierarchical Timing Wheels, 1987; one
 * wheel).
 *
 * <p>A session stands in the slot of a time at which to look at it again. That its lease has been
 * renewed meanwhile costs nothing: it is noticed when the slot comes up, and the session moves on.
 */
public final class ExpiryWheel {
  private static final int SLOTS = 256;

  private final @Nullable Session[] heads = new Session[SLOTS];
  private final long tickNs;
  private long tick;
  private int size;
  private boolean started;

  /**
   * A wheel.
   *
   * @param horizonNs times further away than this are looked at early, and again
   */
  public ExpiryWheel(long horizonNs) {
    this.tickNs = Math.max(1, horizonNs / (SLOTS - 2));
  }

  /**
   * Puts a session in.
   *
   * @param session in no slot
   * @param nowNs the device's time
   * @param dueNs when to look at it
   */
  public void add(Session session, long nowNs, long dueNs) {
    assert session.wheelSlot < 0;
    if (!started || size == 0) {
      tick = Math.floorDiv(nowNs, tickNs);
      started = true;
    }
    // Rounded up: a slot comes up when all in it are due. At most one turn ahead.
    long due = Math.clamp(Math.floorDiv(dueNs, tickNs) + 1, tick, tick + SLOTS - 1);
    int slot = (int) Math.floorMod(due, (long) SLOTS);
    Session head = heads[slot];
    session.wheelSlot = slot;
    session.wheelNext = head;
    session.wheelPrevious = null;
    if (head != null) {
      head.wheelPrevious = session;
    }
    heads[slot] = session;
    size++;
  }

  /** Takes a session out; nothing happens if it is in no slot. */
  public void remove(Session session) {
    if (session.wheelSlot < 0) {
      return;
    }
    Session next = session.wheelNext;
    Session previous = session.wheelPrevious;
    if (previous == null) {
      heads[session.wheelSlot] = next;
    } else {
      previous.wheelNext = next;
    }
    if (next != null) {
      next.wheelPrevious = previous;
    }
    session.wheelSlot = -1;
    session.wheelNext = null;
    session.wheelPrevious = null;
    size--;
  }

  /**
   * Takes out one session whose slot has come up.
   *
   * @param nowNs the device's time
   * @return a session to look at: to end, or to {@link #add} again; null if there is none
   */
  public @Nullable Session next(long nowNs) {
    long current = Math.floorDiv(nowNs, tickNs);
    if (size == 0) {
      return null;
    }
    if (current - tick >= SLOTS) {
      tick = current - SLOTS + 1; // every slot has come up; one turn visits each
    }
    while (true) {
      Session head = heads[(int) Math.floorMod(tick, (long) SLOTS)];
      if (head != null && tick <= current) {
        remove(head);
        return head;
      }
      if (tick >= current) {
        return null;
      }
      tick++;
    }
  }

  /**
   * When to call {@link #next} again.
   *
   * @return the device's time, or {@link Long#MAX_VALUE} if there is no session
   */
  public long nextDueNs() {
    if (size == 0) {
      return Long.MAX_VALUE;
    }
    long due = tick;
    while (heads[(int) Math.floorMod(due, (long) SLOTS)] == null) {
      due++;
    }
    return due * tickNs;
  }

  /** How many sessions are in it. */
  public int size() {
    return size;
  }
}
