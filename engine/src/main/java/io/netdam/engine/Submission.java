package io.netdam.engine;

/** What became of handing an operation over. */
public enum Submission {
  /** Taken: it will end by exactly one completion. */
  ACCEPTED,
  /** No free slot now: poll, handle completions, try again. */
  FULL,
  /** The peer has been detached. */
  CLOSED
}
