package io.netdam.engine;

import io.netdam.wire.Status;

/**
 * Where a {@link ClientEngine} tells how operations ended. Called from within {@code onDatagram},
 * {@code poll}, {@code cancel} and {@code detach}, never from {@code submit}. The slot is free
 * already, so that a new operation may be submitted from here; nothing else of the engine may be
 * called.
 */
public interface Completions {
  /** Value of an UNKNOWN end: the deadline passed, or the caller gave up. */
  long GIVEN_UP = 0;

  /** Value of an UNKNOWN end: the device said that the session's lease was over. */
  long LEASE_OVER = 1;

  /** Value of an UNKNOWN end: the device said that it had begun anew and lost the session. */
  long DEVICE_RESTARTED = 2;

  /**
   * A lone operation ended.
   *
   * @param tag the caller's
   * @param outcome how it ended
   * @param status {@link Status#DONE}, or what the device refused with; for NOT_SENT and UNKNOWN
   *     the last refusal that was not final, else DONE
   * @param value the instruction's value, or the detail of a refusal; for UNKNOWN why: {@link
   *     #GIVEN_UP}, {@link #LEASE_OVER}, {@link #DEVICE_RESTARTED}
   * @param valueHigh the high half of a 16-byte value, else 0
   */
  void onCompletion(long tag, Outcome outcome, Status status, long value, long valueHigh);

  /**
   * A request of several instructions ended. Without an override it is told as a lone operation:
   * the first refusal, or the last result.
   *
   * @param tag the caller's
   * @param outcome DONE if all ran, REFUSED if one was refused (earlier ones may have run)
   * @param results one for each instruction that ran or was refused; empty for NOT_SENT and
   *     UNKNOWN. Valid within this call only
   */
  default void onRequestCompletion(long tag, Outcome outcome, RequestResults results) {
    Status status = Status.DONE;
    long value = 0;
    long valueHigh = 0;
    for (int i = 0; i < results.count() && status == Status.DONE; i++) {
      status = results.status(i);
      value = results.value(i);
      valueHigh = results.valueHigh(i);
    }
    onCompletion(tag, outcome, status, value, valueHigh);
  }
}
