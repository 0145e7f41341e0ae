package io.netdam.transport;

import java.util.EnumSet;
import java.util.Set;

/**
 * Which {@link Rule}s an engine keeps: all of them, except in a simulation that plants a fault.
 *
 * <p>Immutable. Who consults a rule on a hot path asks once, in its constructor, and keeps the
 * answer in a final field.
 */
public final class Rules {
  /** Every rule is kept. */
  public static final Rules ALL = new Rules(EnumSet.noneOf(Rule.class));

  private final Set<Rule> broken;

  private Rules(Set<Rule> broken) {
    this.broken = broken;
  }

  /**
   * All rules but one.
   *
   * @param rule the rule that is not kept
   */
  public static Rules without(Rule rule) {
    return new Rules(EnumSet.of(rule));
  }

  /** Whether the rule is kept. */
  public boolean keeps(Rule rule) {
    return !broken.contains(rule);
  }

  @Override
  public String toString() {
    return broken.isEmpty() ? "all rules" : "all rules without " + broken;
  }
}
