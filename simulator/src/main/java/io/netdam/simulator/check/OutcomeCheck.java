package io.netdam.simulator.check;

import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Effect;
import io.netdam.simulator.history.Step;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import org.jspecify.annotations.Nullable;

/**
 * OUTCOME tells the truth: what it calls DONE has run, and what it calls not recorded never does.
 */
final class OutcomeCheck implements Check {
  @Override
  public String name() {
    return "outcome is true";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    EffectIndex effects = new EffectIndex(chronicle);
    for (Call call : chronicle.calls()) {
      Step step = call.steps.get(0);
      if (step.opcode != Opcode.OUTCOME || call.severalSessions || step.status == null) {
        continue;
      }
      Call about = chronicle.operations().get(new Chronicle.Operation(call.session, step.operand0));
      if (about == null || about.steps.size() != 1 || about.severalSessions || !about.polite) {
        continue;
      }
      Effect effect = effects.of(about.steps.get(0));
      boolean hasRun = effect != null && effect.atNs() <= call.endedNs;
      if (step.status == Status.DONE && step.value == 0 && !hasRun && shows(about)) {
        findings.add(this, "said DONE of what had not run: " + about + ", asked by " + call);
      }
      if (step.status == Status.NOT_RECORDED && effect != null) {
        findings.add(
            this, "called not recorded what ran at " + effect.atNs() + ": " + about + ", " + call);
      }
    }
  }

  private static boolean shows(@Nullable Call about) {
    int opcode = about == null ? 0 : about.steps.get(0).opcode;
    return opcode == Opcode.FETCH_ADD || opcode == Opcode.FETCH_XOR;
  }
}
