package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Effect;
import io.netdam.simulator.history.Step;
import java.util.IdentityHashMap;

/** A change takes effect at most once: over sessions, epochs and lives of its client. */
final class AtMostOnceCheck implements Check {
  @Override
  public String name() {
    return "at most once";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    IdentityHashMap<Step, Effect> seen = new IdentityHashMap<>();
    for (Effect effect : chronicle.effects()) {
      Effect first = seen.putIfAbsent(effect.step(), effect);
      if (first != null) {
        findings.add(
            this,
            "ran at " + first.atNs() + " and at " + effect.atNs() + ": " + effect.step().call);
      }
    }
  }
}
