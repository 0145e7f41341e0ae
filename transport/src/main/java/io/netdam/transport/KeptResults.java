package io.netdam.transport;

/** Where results lie that are too large for a guard's record. */
@FunctionalInterface
public interface KeptResults {
  /** For guards that record nothing large. */
  KeptResults NONE = reference -> {};

  /**
   * The results are not needed any more: their client has resolved the operation.
   *
   * @param reference what {@link Guard#recordKept} was given
   */
  void release(int reference);
}
