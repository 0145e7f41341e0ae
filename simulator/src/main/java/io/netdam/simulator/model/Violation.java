package io.netdam.simulator.model;

/** A promise was broken. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Which promise. */
  public enum Promise {
    /** A change takes effect at most once, over all sessions, epochs and restarts. */
    AT_MOST_ONCE,
    /** Nothing runs after a later change whose caller already knew the end of this one. */
    NOTHING_STALE,
    /** DONE means that it ran. */
    DONE_MEANS_RAN,
    /** REFUSED, NOT_SENT and a final "not executed" mean that it never ran and never will. */
    REFUSED_MEANS_NEVER,
    /** A session is made only by a ticket that is valid here and now. */
    SESSION_NEEDS_TICKET,
    /** A session id names one session, and it is made once. */
    ID_IS_UNIQUE,
    /** Every operation ends, and once the network behaves it ends by itself. */
    EVERY_OPERATION_ENDS
  }

  private final Promise promise;

  Violation(Promise promise, String detail) {
    super(promise + ": " + detail);
    this.promise = promise;
  }

  /** The promise that was broken. */
  public Promise promise() {
    return promise;
  }
}
