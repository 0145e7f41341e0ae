package io.netdam.simulator.check;

import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Effect;
import io.netdam.simulator.history.Step;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import org.jspecify.annotations.Nullable;

/**
 * DONE means that it ran, between question and answer, on what the answer says: so every
 * acknowledged change is there as long as the memory lives.
 */
final class DoneCheck implements Check {
  private static final long LOW = 0xFFFF_FFFFL;

  @Override
  public String name() {
    return "done means done";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    EffectIndex effects = new EffectIndex(chronicle);
    for (Call call : chronicle.calls()) {
      for (Step step : call.steps) {
        if (step.status == Status.DONE && step.changing()) {
          examine(call, step, effects.of(step), findings);
        }
      }
    }
  }

  private void examine(Call call, Step step, @Nullable Effect effect, Findings findings) {
    if (effect == null) {
      if (shows(step)) {
        findings.add(this, "told DONE, but it never ran: " + call);
      }
      return;
    }
    if (effect.atNs() < call.invokedNs) {
      findings.add(this, "ran before it was asked: " + call);
    }
    if (effect.atNs() > call.endedNs) {
      findings.add(this, "told DONE before it ran at " + effect.atNs() + ": " + call);
    }
    if (step.atomic() && effect.before() != step.value) {
      findings.add(
          this, "found " + Long.toHexString(effect.before()) + ", told otherwise: " + call);
    }
    if (!step.atomic() && step.value != step.length) {
      findings.add(this, "told a wrong length: " + call);
    }
  }

  /** Whether it cannot have run without a trace. */
  private static boolean shows(Step step) {
    return switch (step.opcode) {
      case Opcode.FILL, Opcode.COPY -> false;
      case Opcode.COMPARE_AND_SWAP ->
          step.value == (step.width == 4 ? step.operand0 & LOW : step.operand0);
      default -> true;
    };
  }
}
