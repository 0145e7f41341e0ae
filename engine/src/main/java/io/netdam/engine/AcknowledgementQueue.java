package io.netdam.engine;

import io.netdam.transport.Session;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that are owed an acknowledgement: one each for a whole burst of datagrams.
 *
 * <p>When it is full a session is not remembered; its client sends again and is acknowledged then.
 */
final class AcknowledgementQueue {
  /** Most sessions of a burst. */
  static final int SESSIONS_MAX = 256;

  private final DeviceSender sender;
  private final Occupancy occupancy;
  private final @Nullable Session[] sessions = new Session[SESSIONS_MAX];
  private int size;

  AcknowledgementQueue(DeviceSender sender, Occupancy occupancy) {
    this.sender = sender;
    this.occupancy = occupancy;
  }

  /** Notes that a session is owed an acknowledgement. */
  void due(Session session) {
    if (!session.acknowledgementDue() && size < SESSIONS_MAX) {
      session.acknowledgementDue(true);
      sessions[size++] = session;
    }
  }

  boolean full() {
    return size == SESSIONS_MAX;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Sends what is owed; what finds no room stays. */
  void flush(long nowNs) {
    int index = 0;
    int level = occupancy.level();
    while (index < size) {
      Session session = Objects.requireNonNull(sessions[index]);
      if (session.acknowledgementDue() && !sender.acknowledge(session, level, nowNs)) {
        break;
      }
      session.acknowledgementDue(false);
      index++;
    }
    int kept = size - index;
    System.arraycopy(sessions, index, sessions, 0, kept);
    for (int i = kept; i < size; i++) {
      sessions[i] = null;
    }
    size = kept;
  }
}
