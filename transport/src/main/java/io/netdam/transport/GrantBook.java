package io.netdam.transport;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Grants credit to sessions, so that what many clients push at once fits the receive buffer
 * (receiver-driven in the manner of Homa, SIGCOMM 2018).
 *
 * <p>Credit is the first operation number that a session is not granted: each number is recorded by
 * the guard in the end, or passed by the client's lowest unresolved one, so what is outstanding is
 * known exactly, whatever was lost (docs/decisions/0003). What an operation costs is the running
 * mean of the memory that the session's frames take in a socket's buffer.
 *
 * <ul>
 *   <li>Up to {@link #FEW} active sessions: each is kept ahead of what it has used by a number of
 *       operations that doubles with every round used up while the queues are shallow, and halves
 *       while they are deep. Congestion control does the rest.
 *   <li>More: all credit outstanding fits the budget. A session that finds no room waits for its
 *       turn; a turn is one quantum, and nobody gets a second one while somebody who waits has not
 *       had the first, so all get the same (deficit round robin, SIGCOMM 1995: the deficit is the
 *       credit not used).
 * </ul>
 *
 * <p>A session that has not used its credit for {@link #HOLD_NS} loses its share of the budget: it
 * keeps its credit, which is small by then, but the budget does not count it any more. Otherwise
 * clients with nothing more to send would stop all others.
 *
 * <p>Not thread-safe. Each step is O(1); none allocates.
 */
public final class GrantBook {
  /** Up to so many active sessions the budget does not limit. */
  public static final int FEW = 8;

  /** How long a session that does not use its credit keeps its share of the budget. */
  public static final long HOLD_NS = 10_000_000;

  /** Most bytes that a session may send before it has any credit. */
  public static final int UNSCHEDULED_BYTES_MAX = 8_192;

  /** Occupancy below which credit grows. */
  public static final int SHALLOW = 64;

  /** Occupancy above which credit shrinks. */
  public static final int DEEP = 128;

  /** What one turn brings, in charged bytes: one frame for an MTU of 1,500. */
  static final int QUANTUM_BYTES = 2_368;

  private static final int SMALLEST_FRAME = 64;
  private static final int MEAN_SHIFT = 3;

  private final long budget;
  private final int unscheduledBytes;
  private long outstanding;
  private int crowd;
  private int waiting;
  private @Nullable Session activeHead;
  private @Nullable Session activeTail;
  // Who waits for a turn of this round, and who has had it and waits for the next.
  private WaitList thisRound = new WaitList();
  private WaitList nextRound = new WaitList();
  private long round = 1;

  /**
   * A book without sessions.
   *
   * @param socketBufferBytes the receive buffer that the system granted
   */
  public GrantBook(int socketBufferBytes) {
    this.budget = socketBufferBytes * 6L / 10;
    long share = budget / 16 / SMALLEST_FRAME * SMALLEST_FRAME;
    this.unscheduledBytes = Math.clamp(share, SMALLEST_FRAME, UNSCHEDULED_BYTES_MAX);
  }

  /**
   * What a frame costs in a socket's receive buffer. Fits the measured 256, 92 and 12 frames of 64,
   * 1,400 and 8,192 bytes in 212,992 bytes, on the safe side.
   *
   * @param frameBytes length of the frame, 1 to 8,320
   * @return bytes of memory
   */
  public static int charge(int frameBytes) {
    return 320 + Integer.highestOneBit(frameBytes + 384 - 1) * 2;
  }

  /** Bytes that a session may send before it has any credit. */
  public int unscheduledBytes() {
    return unscheduledBytes;
  }

  /**
   * All credit outstanding of more than {@link #FEW} sessions stays within so many charged bytes.
   */
  public long budgetBytes() {
    return budget;
  }

  /** Credit outstanding of the active sessions, in charged bytes. */
  public long outstandingBytes() {
    return outstanding;
  }

  /** How many sessions are active: use their credit, or wait for some. */
  public int active() {
    return crowd;
  }

  /** How many sessions wait for a turn. */
  public int waiting() {
    return waiting;
  }

  /**
   * Whether an operation lies within what its session may send. Before its first answer a client
   * counts bytes, so as many of the smallest frames as these allow are let in.
   *
   * @param session its session
   * @param number its number
   */
  public boolean within(Session session, long number) {
    return number < Math.max(session.grant.granted, unscheduledBytes / SMALLEST_FRAME);
  }

  /**
   * Accounts for an operation that arrived for the first time, and grants more if there is room.
   *
   * @param session its session; the guard has recorded it
   * @param frameBytes length of its frame
   * @param occupancy how full the queues are, 0 to 255
   * @param nowNs the device's time
   */
  public void used(Session session, int frameBytes, int occupancy, long nowNs) {
    Session.Grant grant = session.grant;
    learn(grant, charge(frameBytes));
    if (grant.ahead == 0) {
      grant.ahead = Math.clamp(unscheduledBytes / frameBytes, 1, session.guard().window());
      grant.roundEnd = used(session) + grant.ahead;
    }
    activate(session, nowNs);
    long used = used(session);
    if (grant.waiting) {
      count(session);
      return;
    }
    if (crowd <= FEW) {
      if (used >= grant.roundEnd) {
        adapt(session, occupancy);
        grant.roundEnd = used + grant.ahead;
      }
      grant.granted = Math.max(grant.granted, used + grant.ahead);
    } else {
      long wanted = used + share(grant) - grant.granted;
      if (wanted > 0) {
        grantOrWait(session, wanted);
      }
    }
    count(session);
  }

  private static void learn(Session.Grant grant, int charge) {
    // Rounded towards the charge, so that equal frames reach it exactly.
    int difference = charge - grant.meanCharge;
    int step =
        (difference + Integer.signum(difference) * ((1 << MEAN_SHIFT) - 1)) / (1 << MEAN_SHIFT);
    grant.meanCharge = grant.meanCharge == 0 ? charge : grant.meanCharge + step;
  }

  private static void adapt(Session session, int occupancy) {
    Session.Grant grant = session.grant;
    if (occupancy < SHALLOW) {
      grant.ahead = Math.min(grant.ahead * 2, session.guard().window());
    } else if (occupancy > DEEP) {
      grant.ahead = Math.max(grant.ahead / 2, 1);
    }
  }

  /** How far ahead a session is kept while many are active, in operations. */
  private long share(Session.Grant grant) {
    return Math.max(1, Math.min(unscheduledBytes, budget / crowd) / grant.meanCharge);
  }

  private void grantOrWait(Session session, long operations) {
    Session.Grant grant = session.grant;
    count(session);
    if (waiting == 0 && fits(operations * grant.meanCharge)) {
      grant.granted += operations;
    } else {
      crowd(grant, grant.active, true);
      (grant.round < round ? thisRound : nextRound).add(session);
      waiting++;
    }
  }

  private boolean fits(long bytes) {
    return outstanding + bytes <= budget || outstanding == 0;
  }

  /**
   * Gives the next waiting session its turn, if there is room.
   *
   * @param nowNs the device's time
   * @return the session, to which an acknowledgement with the new credit is due; null if none waits
   *     or there is no room
   */
  public @Nullable Session turn(long nowNs) {
    retire(nowNs);
    if (waiting == 0) {
      return null;
    }
    if (thisRound.head == null) {
      WaitList done = thisRound;
      thisRound = nextRound;
      nextRound = done;
      round++;
    }
    Session session = Objects.requireNonNull(thisRound.head);
    Session.Grant grant = session.grant;
    long operations = crowd <= FEW ? grant.ahead : Math.max(1, QUANTUM_BYTES / grant.meanCharge);
    if (crowd > FEW && !fits(operations * grant.meanCharge)) {
      return null;
    }
    unwait(session);
    session.grant.round = round;
    activate(session, nowNs);
    grant.granted = Math.max(grant.granted, used(session) + operations);
    count(session);
    return session;
  }

  private void retire(long nowNs) {
    while (activeHead != null && nowNs - activeHead.grant.usedNs >= HOLD_NS) {
      deactivate(activeHead);
    }
  }

  /** When {@link #turn} may find room again without any packet, or {@link Long#MAX_VALUE}. */
  public long nextDueNs() {
    Session longest = activeHead;
    return waiting == 0 || longest == null ? Long.MAX_VALUE : longest.grant.usedNs + HOLD_NS;
  }

  /** Forgets a session that ends. */
  public void forget(Session session) {
    if (session.grant.waiting) {
      unwait(session);
    }
    if (session.grant.active) {
      deactivate(session);
    }
  }

  /** How many operation numbers the session has used: recorded by its guard, or below its base. */
  private static long used(Session session) {
    return session.guard().base() + session.guard().recorded();
  }

  private void count(Session session) {
    Session.Grant grant = session.grant;
    long now = Math.max(0, grant.granted - used(session)) * grant.meanCharge;
    outstanding += now - grant.counted;
    grant.counted = now;
  }

  private void activate(Session session, long nowNs) {
    Session.Grant grant = session.grant;
    if (grant.active) {
      unlinkActive(session);
    } else {
      crowd(grant, true, grant.waiting);
    }
    grant.usedNs = nowNs;
    grant.activeNext = null;
    grant.activePrevious = activeTail;
    if (activeTail == null) {
      activeHead = session;
    } else {
      activeTail.grant.activeNext = session;
    }
    activeTail = session;
  }

  private void deactivate(Session session) {
    unlinkActive(session);
    crowd(session.grant, false, session.grant.waiting);
    outstanding -= session.grant.counted;
    session.grant.counted = 0;
  }

  private void unlinkActive(Session session) {
    Session.Grant grant = session.grant;
    if (grant.activePrevious == null) {
      activeHead = grant.activeNext;
    } else {
      grant.activePrevious.grant.activeNext = grant.activeNext;
    }
    if (grant.activeNext == null) {
      activeTail = grant.activePrevious;
    } else {
      grant.activeNext.grant.activePrevious = grant.activePrevious;
    }
    grant.activeNext = null;
    grant.activePrevious = null;
  }

  private void unwait(Session session) {
    Objects.requireNonNull(session.grant.waitList).remove(session);
    waiting--;
    crowd(session.grant, session.grant.active, false);
  }

  private void crowd(Session.Grant grant, boolean active, boolean waits) {
    int before = grant.active || grant.waiting ? 1 : 0;
    grant.active = active;
    grant.waiting = waits;
    crowd += (active || waits ? 1 : 0) - before;
  }

  /** Sessions in the order in which they came. */
  static final class WaitList {
    private @Nullable Session head;
    private @Nullable Session tail;

    private void add(Session session) {
      Session.Grant grant = session.grant;
      grant.waitList = this;
      grant.waitNext = null;
      grant.waitPrevious = tail;
      if (tail == null) {
        head = session;
      } else {
        tail.grant.waitNext = session;
      }
      tail = session;
    }

    private void remove(Session session) {
      Session.Grant grant = session.grant;
      if (grant.waitPrevious == null) {
        head = grant.waitNext;
      } else {
        grant.waitPrevious.grant.waitNext = grant.waitNext;
      }
      if (grant.waitNext == null) {
        tail = grant.waitPrevious;
      } else {
        grant.waitNext.grant.waitPrevious = grant.waitPrevious;
      }
      grant.waitList = null;
      grant.waitNext = null;
      grant.waitPrevious = null;
    }
  }
}
