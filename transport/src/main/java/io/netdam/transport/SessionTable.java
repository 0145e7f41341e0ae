package io.netdam.transport;

import org.jspecify.annotations.Nullable;

/**
 * The sessions of a shard, found by id: an open-addressing table over sessions that are all made at
 * construction. Closed sessions stand in it too, until no ticket can make them again.
 *
 * <p>Load is at most one half; a removed entry leaves no mark, the entries behind it move up
 * (Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm R).
 */
public final class SessionTable {
  private final long[] keys;
  private final @Nullable Session[] values;
  private final Session[] free;
  private final WindowPool windows;
  private final KeptResults kept;
  private int freeCount;
  private int live;

  /**
   * A table without sessions.
   *
   * @param sessionsMax how many fit, closed ones included
   * @param windows where their guards' records lie
   * @param kept told when kept results are not needed any more
   * @param rules the rules that the guards keep
   */
  public SessionTable(int sessionsMax, WindowPool windows, KeptResults kept, Rules rules) {
    int capacity = Integer.highestOneBit(Math.max(sessionsMax, 1)) << 2;
    this.keys = new long[capacity];
    this.values = new Session[capacity];
    this.free = new Session[sessionsMax];
    this.windows = windows;
    this.kept = kept;
    for (int place = sessionsMax - 1; place >= 0; place--) {
      free[freeCount++] = new Session(place, rules);
    }
  }

  /**
   * Looks a session up.
   *
   * @param id session id, not 0
   * @return the session, live or closed, or null
   */
  public @Nullable Session find(long id) {
    int index = slot(id);
    while (true) {
      Session session = values[index];
      if (session == null || keys[index] == id) {
        return session;
      }
      index = index + 1 & keys.length - 1;
    }
  }

  /**
   * Makes a session. It is live and has neither address nor lease yet.
   *
   * @param id its id, not in the table
   * @param window operations, a power of two, at least the default window
   * @param frameBytes longest frame to send
   * @param firstPacketNumber number of the first packet to send
   * @return the session, or null: the table, or the room for larger windows, is full
   */
  public @Nullable Session create(long id, int window, int frameBytes, long firstPacketNumber) {
    assert find(id) == null : id;
    if (freeCount == 0) {
      return null;
    }
    int word = WindowPool.NONE;
    if (window > windows.windowDefault()) {
      word = windows.claim(window);
      if (word == WindowPool.NONE) {
        return null;
      }
    }
    Session session = free[--freeCount];
    session.begin(id, frameBytes, firstPacketNumber);
    session.largeWindowWord = word;
    if (word == WindowPool.NONE) {
      int first = windows.defaultWord(session.place());
      session.guard().begin(windows.defaults(), first, windows.windowDefault(), kept);
    } else {
      session.guard().begin(windows.large(), word, window, kept);
    }
    insert(id, session);
    live++;
    return session;
  }

  private void insert(long id, Session session) {
    int index = slot(id);
    while (values[index] != null) {
      index = index + 1 & keys.length - 1;
    }
    keys[index] = id;
    values[index] = session;
  }

  /** Ends a live session but remembers its id. */
  public void close(Session session) {
    assert session.live();
    releaseState(session);
    session.close();
    live--;
  }

  /** Forgets a session, live or closed. */
  public void remove(Session session) {
    if (session.live()) {
      close(session);
    }
    int hole = slot(session.id());
    while (values[hole] != session) {
      hole = hole + 1 & keys.length - 1;
    }
    int index = hole;
    while (true) {
      index = index + 1 & keys.length - 1;
      if (values[index] == null) {
        break;
      }
      int home = slot(keys[index]);
      boolean reachable = (index - home & keys.length - 1) >= (index - hole & keys.length - 1);
      if (reachable) {
        keys[hole] = keys[index];
        values[hole] = values[index];
        hole = index;
      }
    }
    values[hole] = null;
    free[freeCount++] = session;
  }

  private void releaseState(Session session) {
    session.guard().clear();
    if (session.largeWindowWord != WindowPool.NONE) {
      windows.release(session.largeWindowWord);
      session.largeWindowWord = WindowPool.NONE;
    }
  }

  private int slot(long id) {
    // Session numbers rise by one: a multiplication spreads neighbours over the whole table.
    return (int) (id * 0x9E37_79B9_7F4A_7C15L >>> 32) & keys.length - 1;
  }

  /** How many sessions are live. */
  public int live() {
    return live;
  }

  /** How many are live or remembered as closed. */
  public int size() {
    return free.length - freeCount;
  }

  /** How many fit. */
  public int capacity() {
    return free.length;
  }

  /** The number of slots, for a walk over all sessions. */
  public int slots() {
    return keys.length;
  }

  /**
   * The session in a slot.
   *
   * @param slot 0 to {@link #slots} − 1
   * @return the session, or null
   */
  public @Nullable Session at(int slot) {
    return values[slot];
  }
}
