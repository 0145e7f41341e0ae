package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;

/** No memory changes that nobody asked for, and no engine throws. */
final class IntegrityCheck implements Check {
  @Override
  public String name() {
    return "nothing of itself";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Chronicle.Oddity oddity : chronicle.oddities()) {
      findings.add(this, "at " + oddity.atNs() + ": " + oddity.what());
    }
  }
}
