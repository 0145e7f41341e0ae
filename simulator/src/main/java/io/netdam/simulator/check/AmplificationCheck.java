package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;

/** An address that has not shown a ticket is sent no more bytes than came from it. */
final class AmplificationCheck implements Check {
  @Override
  public String name() {
    return "no amplification";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Chronicle.Debt debt : chronicle.debts()) {
      findings.add(this, debt.toString());
    }
  }
}
