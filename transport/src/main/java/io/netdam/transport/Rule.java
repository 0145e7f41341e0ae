package io.netdam.transport;

/**
 * The rules that sessions, guards and operations rest on, each of which a fault can break.
 *
 * <p>Production code keeps them all ({@link Rules#ALL}). A simulator switches one off to show that
 * its checkers see the failure that the rule prevents; a rule whose absence nobody notices is
 * either not needed or not tested. Each rule is consulted in one place.
 */
public enum Rule {
  /** A changing operation that has been recorded is answered from the record, never run again. */
  GUARD,
  /** What is acknowledged has taken effect. */
  EFFECT_BEFORE_ACKNOWLEDGEMENT,
  /** A session id is issued once in an epoch. */
  SESSION_ID_ONCE,
  /** A session is made by a valid ticket only, never by a packet that just names it. */
  SESSION_BY_TICKET,
  /** A session lives until its lease and every ticket that could make it again have run out. */
  SESSION_OUTLIVES_TICKETS,
  /** Bit i of an acknowledgement is operation cumulative + 1 + i. */
  BITMAP_POSITION,
  /** Tickets of another epoch are worthless. */
  EPOCH,
  /** A ticket makes nothing once it has expired. */
  TICKET_EXPIRY,
  /** A ticket that RESUME brings counts for the session from its issue, not from its use. */
  RESUME_COUNTS,
  /** OUTCOME closes the number that it calls not recorded: a later copy does not run. */
  OUTCOME_CLOSES,
  /** An operation below the window never runs: a late copy of an old write undoes nothing. */
  BELOW_WINDOW,
  /** An operation beyond the window does not run: it would take the place of another's record. */
  ABOVE_WINDOW,
  /** A packet of another shard is handed over and not executed here. */
  HAND_OVER,
  /** A session answers to its own addresses only. */
  ADDRESS,
  /** A refused operation is recorded: a later copy is refused too, even if it could run by then. */
  REFUSAL_RECORDED,
  /** A client sends an operation again under the number that it had. */
  RETRY_KEEPS_NUMBER,
  /** A client runs no further ahead of its lowest unresolved operation than it was granted. */
  WINDOW_RESPECTED,
  /** A client calls an operation resolved only after it has ended for its caller. */
  UNRESOLVED_HELD,
  /** A client that waits for an answer has a timer running. */
  TIMER_ARMED,
  /** Whoever waits for a completion is woken by it. */
  WAKE_UP
}
