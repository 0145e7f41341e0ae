package io.netdam.instruction;

/** What OUTCOME asks: the guards of the session that the request belongs to. */
@FunctionalInterface
public interface OutcomeLookup {
  /** Answer for an operation that has not run and, below the window, never will. */
  long NOT_RECORDED = -1;

  /**
   * How an operation of this session ended.
   *
   * @param operationNumber 0 to 2^48 − 1
   * @return the code of its status, 0 to 255, or {@link #NOT_RECORDED}
   */
  long outcomeOf(long operationNumber);
}
