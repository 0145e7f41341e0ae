package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;

/** When everybody has gone, nothing is left. */
final class LeakCheck implements Check {
  @Override
  public String name() {
    return "nothing left over";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Chronicle.Leftover leftover : chronicle.leftovers()) {
      if (leftover.count() != 0) {
        findings.add(this, leftover.what() + ": " + leftover.count());
      }
    }
  }
}
