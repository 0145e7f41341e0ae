package io.netdam.simulator.model;

/** A rule switched off. Each must lead to a {@link Violation}; {@link #NONE} must not. */
public enum Fault {
  NONE("all rules hold"),

  GUARD_SKIPPED("a change that is already recorded runs again"),
  EXPIRED_TICKET_ACCEPTED("a session is made by a late packet whose ticket has expired"),
  STATE_DROPPED_EARLY("a session is dropped after its lease, before its last ticket has expired"),
  SESSION_ID_REUSED("the id of a dropped session is issued again"),
  EPOCH_IGNORED("session numbers start anew after a crash, and a request does not tell its epoch"),
  REFUSAL_NOT_RECORDED("a refusal is answered, not recorded"),
  RETRY_WITH_NEW_NUMBER("a retransmission takes a new operation number"),
  BELOW_WINDOW_ACCEPTED("the window moves back with a late packet"),
  ADDRESS_NOT_CHECKED("a ticket is accepted from another address than its own"),
  RESTART_FORGETS_GUARDS("a planned restart keeps sessions, not guards"),

  LIVE_SESSION_EVICTED("a full table drops its oldest session for a new one"),
  RESTART_FORGETS_SESSIONS("a planned restart keeps the key of tickets, not the sessions"),
  RESTART_TURNS_TIME_BACK("after a planned restart device time is earlier than before"),
  RESTART_FORGETS_NUMBERS("a planned restart keeps neither sessions nor the next session number"),
  STATE_LOADED_TWICE("a crash finds what an earlier planned restart stored, and believes it"),
  CLOSE_DROPS_STATE("CLOSE drops the session while its ticket could make it again"),
  RESUME_NOT_COUNTED("the expiry of a ticket issued by RESUME is not kept in the session"),
  RESUME_MAKES_UNKNOWN("RESUME issues a fresh ticket for a session that is not there"),
  NONCE_REUSED("a restarted client asks for a ticket with the nonce of its former life"),
  WINDOW_OVERRUN("the client runs more than W ahead and the device does not check"),
  ACK_COVERS_REFUSED("an acknowledgement counts refused operations as done"),
  TICKET_SENT_ONCE("only the first packet of a session carries the ticket"),
  FULL_IS_REFUSAL("a full session table is reported to the caller as not executed"),
  FULL_ENDS_SESSION("a client drops its ticket because the table is full, and asks for another"),
  WINDOW_IS_REFUSAL("BELOW_WINDOW is reported to the caller as not executed"),
  OUTCOME_NOT_FINAL("OUTCOME says not recorded and leaves the number open for a late copy"),
  ABANDONED_NOT_FENCED("a change is sent while an abandoned one could still run after it"),
  REQUEUED_TOO_LATE("an operation of a lost session is sent again in the next, however old it is"),
  MOVE_BEFORE_CREATION_ENDS(
      "a ticket used from a new address ends the session while its old packets live"),
  HANDOVER_CHECKED_EARLY("a ticket is checked where the packet lands, not where and when it runs"),
  HANDOVER_RUNS_TWICE("a shard that hands a packet over runs it as well");

  private final String description;

  Fault(String description) {
    this.description = description;
  }

  /** What goes wrong, in a sentence. */
  public String description() {
    return description;
  }
}
