package io.netdam.simulator.scenario;

import java.util.Locale;

/** What a run counts. */
public enum Tally {
  OPERATIONS,
  DONE,
  REFUSED,
  NOT_SENT,
  UNKNOWN,
  ORPHANED,
  EFFECTS,
  PACKETS,
  LOSSES,
  DUPLICATES,
  REORDERINGS,
  LATE_COPIES,
  DAMAGED,
  DAMAGE_CAUGHT,
  CUT_OFF,
  STRAYED,
  OVERFLOWED,
  REPLAYS,
  RESTARTS,
  CRASHES,
  PLANNED_RESTARTS,
  CLIENT_RESTARTS,
  MOVES,
  DRAINS,
  STOPS,
  SESSIONS,
  EXPIRIES,
  CLOSED,
  RETRANSMISSIONS,
  ANSWERED_FROM_RECORD,
  HANDED_OVER,
  OUTBOX_FULL,
  UNDECIDED_CELLS;

  /** Its name as a report prints it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
