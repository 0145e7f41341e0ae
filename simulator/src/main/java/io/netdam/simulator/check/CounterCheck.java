package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;

/** What engines count is what happened. */
final class CounterCheck implements Check {
  @Override
  public String name() {
    return "counters add up";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Chronicle.Sum sum : chronicle.sums()) {
      if (sum.counted() != sum.expected()) {
        findings.add(this, sum.what() + ": " + sum.counted() + ", not " + sum.expected());
      }
    }
  }
}
