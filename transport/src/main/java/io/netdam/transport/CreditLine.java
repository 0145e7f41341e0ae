package io.netdam.transport;

/**
 * How far a client may go with changing operations that it sends for the first time
 * (docs/protocol.md section 5, rule 11).
 *
 * <p>Until the first answer of a session it may send the unscheduled bytes, and one frame in any
 * case. After it, every operation whose number is below the credit. The highest credit counts, so
 * that answers may overtake each other.
 */
public final class CreditLine {
  private long unscheduledBytes;
  private long unscheduledUsed;
  private boolean answered;
  private long limit;

  /** Allows nothing until {@link #open}. */
  public CreditLine() {}

  /** A new session begins with its unscheduled bytes. */
  public void open(long unscheduled) {
    unscheduledBytes = unscheduled;
    unscheduledUsed = 0;
    answered = false;
    limit = 0;
  }

  /** Whether an operation may be sent for the first time. */
  public boolean allows(long operationNumber, int frameBytes) {
    if (answered) {
      return operationNumber < limit;
    }
    return unscheduledUsed == 0 || unscheduledUsed + frameBytes <= unscheduledBytes;
  }

  /** An operation was sent for the first time. */
  public void onSent(int frameBytes) {
    if (!answered) {
      unscheduledUsed += frameBytes;
    }
  }

  /**
   * Takes the credit of a REPLY or an ACK.
   *
   * @param credit the field: the first number not granted, modulo 2^32
   * @param next the number that the next operation gets; the credit is the number nearest to it
   */
  public void onAnswer(int credit, long next) {
    answered = true;
    limit = Math.max(limit, next + (credit - (int) next));
  }

  /** The first number not granted; 0 before the first answer. */
  public long limit() {
    return limit;
  }

  /** Whether the session has had its first answer. */
  public boolean answered() {
    return answered;
  }
}
