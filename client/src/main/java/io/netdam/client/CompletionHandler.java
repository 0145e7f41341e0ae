package io.netdam.client;

/** Takes the ends of operations; see {@link Operations#poll(CompletionHandler, int)}. */
@FunctionalInterface
public interface CompletionHandler {

  /**
   * One operation ended. Called on the thread that polls; it may start new operations.
   *
   * @param tag the caller's tag, as given at submission
   * @param outcome how it ended
   * @param value the instruction's value (old value, ticket, length) if {@link Outcome#DONE}; the
   *     detail of the refusal if {@link Outcome#REFUSED}; else 0
   */
  void onCompletion(long tag, Outcome outcome, long value);
}
