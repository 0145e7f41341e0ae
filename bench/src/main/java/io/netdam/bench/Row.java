package io.netdam.bench;

import java.io.PrintStream;

/** One figure, with the bound that it is held against. */
interface Row {
  /** The name for {@code --row}. */
  String name();

  /** What is measured, against what. */
  String title();

  /**
   * Measures and prints.
   *
   * @param rounds how many interleaved rounds
   * @param out takes the lines
   * @return whether the bound holds
   * @throws Exception if a process fails; then there is no figure
   */
  boolean run(int rounds, PrintStream out) throws Exception;
}
