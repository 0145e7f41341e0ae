package io.netdam.client;

/** How an operation ended. Every operation ends in exactly one of these, and none is lost. */
public enum Outcome {
  /** It ran, once. */
  DONE,
  /** The device refused it; it did not run and never will. */
  REFUSED,
  /** It never left this client, or certainly never ran. */
  NOT_SENT,
  /** It may have run, or may run yet while its packets are under way, but at most once. */
  UNKNOWN
}
