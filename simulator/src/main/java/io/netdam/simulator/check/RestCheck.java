package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;

/**
 * An engine that has done what is due asks to be run again later, not at once: in a real runtime it
 * would be a busy loop, and in virtual time nothing would ever happen again.
 */
final class RestCheck implements Check {
  @Override
  public String name() {
    return "comes to rest";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Chronicle.Spin spin : chronicle.spins()) {
      findings.add(
          this,
          "host "
              + spin.host()
              + " wanted to run at once "
              + spin.runs()
              + " times at "
              + spin.atNs());
    }
  }
}
