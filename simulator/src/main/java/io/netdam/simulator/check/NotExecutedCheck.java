package io.netdam.simulator.check;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Effect;
import io.netdam.simulator.history.Step;
import io.netdam.wire.Status;

/** REFUSED and NOT_SENT mean that it never ran and never will. */
final class NotExecutedCheck implements Check {
  @Override
  public String name() {
    return "refused never runs";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Effect effect : chronicle.effects()) {
      Step step = effect.step();
      Call call = step.call;
      if (call == null || !call.polite) {
        continue;
      }
      boolean refused = call.ended(Outcome.REFUSED) && step.status != Status.DONE;
      if (call.ended(Outcome.NOT_SENT) || refused) {
        findings.add(this, "ran at " + effect.atNs() + ": " + call);
      }
    }
  }
}
