package io.netdam.simulator.model;

/** A change that a client's caller wants, with what became of it. Part of the world's ledger. */
final class Operation {
  enum Outcome {
    OPEN,
    DONE,
    REFUSED,
    NOT_SENT,
    UNKNOWN
  }

  /** Index in the ledger. */
  final int index;

  /** Client and life of the client: operations of one owner stand in the order of one caller. */
  final int owner;

  /** Ledger time at which the caller asked. */
  final int issuedAt;

  /** Number within the client's current session, or -1: not sent yet, or its session has ended. */
  int number = -1;

  /** When it was first sent in this session. */
  int sentAt;

  /** What the caller was told. */
  Outcome outcome = Outcome.OPEN;

  /**
   * What an UNKNOWN operation was found to be later: OPEN (nothing yet), DONE or REFUSED (never
   * ran, never will).
   */
  Outcome later = Outcome.OPEN;

  /** Ledger time at which the caller was told, or a large number. */
  int resolvedAt = Integer.MAX_VALUE;

  /** How often it took effect. */
  int effects;

  Operation(int index, int owner, int issuedAt) {
    this.index = index;
    this.owner = owner;
    this.issuedAt = issuedAt;
  }

  Operation(Operation other) {
    this(other.index, other.owner, other.issuedAt);
    number = other.number;
    sentAt = other.sentAt;
    outcome = other.outcome;
    later = other.later;
    resolvedAt = other.resolvedAt;
    effects = other.effects;
  }

  /** Operations with odd index want no result: an acknowledgement is enough. */
  boolean quiet() {
    return (index & 1) == 1;
  }

  /** Given up by the client, while a copy might still run in the current session. */
  boolean dangling() {
    return outcome == Outcome.UNKNOWN && later == Outcome.OPEN && number >= 0;
  }

  boolean saidNotExecuted() {
    return outcome == Outcome.REFUSED || outcome == Outcome.NOT_SENT || later == Outcome.REFUSED;
  }

  long code() {
    long code = Mix.mix(((long) index << 32) | owner, ((long) number << 32) | effects);
    code = Mix.mix(code, (Mix.code(outcome) << 32) ^ Mix.code(later));
    return Mix.mix(code, sentAt);
  }
}
