package io.netdam.simulator.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search came to.
 *
 * @param search which search, with its seed or scope: enough to repeat it
 * @param violation the broken promise, or null when all were kept
 * @param trace the steps that led to it, in words
 * @param states states seen, or steps taken by a random walk
 * @param complete whether all that was to be searched was searched
 */
public record Finding(
    String search,
    @Nullable Violation violation,
    List<String> trace,
    long states,
    boolean complete) {

  /** Whether a promise was broken. */
  public boolean found() {
    return violation != null;
  }

  /** The trace with the violation at its end. */
  public String story() {
    return search + "\n" + String.join("\n", trace) + "\n=> " + end();
  }

  /** One line: the search, the length of the trace and the broken promise. */
  public String summary() {
    return search + ", " + states + " states, " + trace.size() + " steps: " + end();
  }

  private String end() {
    return violation == null ? "all promises kept" : String.valueOf(violation.getMessage());
  }
}
