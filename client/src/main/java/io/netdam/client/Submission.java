package io.netdam.client;

/** What became of an attempt to start an operation. */
public enum Submission {
  /** Started: exactly one completion with its tag will follow. */
  ACCEPTED,
  /** No slot or no window is free now; poll, then try again. Nothing was started. */
  FULL,
  /** The operations were closed. Nothing was started. */
  CLOSED
}
