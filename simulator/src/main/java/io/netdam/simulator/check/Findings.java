package io.netdam.simulator.check;

import java.util.ArrayList;
import java.util.List;

/** Breaches of promises. */
public final class Findings {
  private final List<Violation> violations = new ArrayList<>();
  private int undecided;

  /** None. */
  public Findings() {}

  /**
   * A breach.
   *
   * @param check whose promise
   * @param what what was seen
   */
  public record Violation(String check, String what) {}

  /** Adds a breach. */
  public void add(Check check, String what) {
    violations.add(new Violation(check.name(), what));
  }

  /** Something could not be judged with bounded effort. */
  public void undecided() {
    undecided++;
  }

  /** How much could not be judged. */
  public int undecidedCount() {
    return undecided;
  }

  /** All breaches, in the order in which they were found. */
  public List<Violation> violations() {
    return violations;
  }
}
