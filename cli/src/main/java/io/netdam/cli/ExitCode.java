package io.netdam.cli;

/** What the process returns to its shell. */
final class ExitCode {

  /** It was done. */
  static final int OK = 0;

  /** It was refused, or it failed; nothing is in doubt. */
  static final int FAILED = 1;

  /** The command line is wrong; nothing was sent. */
  static final int USAGE = 2;

  /** The device was not reached, or nobody knows whether the change took effect. */
  static final int UNKNOWN = 3;

  /** The same for people, as each help shows it. */
  static final String HELP =
      "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 unreachable or outcome unknown.";

  private ExitCode() {}
}
