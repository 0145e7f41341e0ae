package io.netdam.engine;

/** How an operation ended, told exactly once for each accepted operation. */
public enum Outcome {
  /** The device executed it; values and data are there. */
  DONE,
  /** The device refused it, and it never runs. For several instructions: see the results. */
  REFUSED,
  /** No packet with it ever left. */
  NOT_SENT,
  /** It may have run, or may yet run while copies of its packets are under way. */
  UNKNOWN
}
