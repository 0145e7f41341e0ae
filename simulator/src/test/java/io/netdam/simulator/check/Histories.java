package io.netdam.simulator.check;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Call.Phase;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Effect;
import io.netdam.simulator.history.Step;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.util.List;

/** Makes chronicles by hand. */
final class Histories {
  static final long DEADLINE_NS = 1_000;

  final Chronicle chronicle = new Chronicle();

  static Step add(long address, long delta) {
    return new Step(Opcode.FETCH_ADD, 8, address, 0, delta, 0);
  }

  static Step write(long address, long value) {
    Step step = new Step(Opcode.WRITE, 8, address, 8, 0, 0);
    step.segment()
        .set(
            java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED.withOrder(
                java.nio.ByteOrder.LITTLE_ENDIAN),
            0,
            value);
    return step;
  }

  static Step read(long address, long brought) {
    Step step = new Step(Opcode.READ, 8, address, 8, 0, 0);
    step.segment()
        .set(
            java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED.withOrder(
                java.nio.ByteOrder.LITTLE_ENDIAN),
            0,
            brought);
    return step;
  }

  /** A call that nobody has answered. */
  Call open(int life, long invokedNs, Step... steps) {
    return open(life, invokedNs, Phase.HOSTILE, steps);
  }

  Call open(int life, long invokedNs, Phase phase, Step... steps) {
    Call call =
        new Call(chronicle.calls().size(), life, life, 0, invokedNs, DEADLINE_NS, phase, true);
    for (Step step : steps) {
      call.add(step);
    }
    chronicle.add(call);
    return call;
  }

  /** A call of one step that ended DONE and was told a value. */
  Call done(int life, long invokedNs, long endedNs, Step step, long told) {
    Call call = open(life, invokedNs, step);
    end(call, endedNs, Outcome.DONE, Status.DONE);
    step.status = Status.DONE;
    step.value = told;
    return call;
  }

  /** A call of one step that ended without success. */
  Call ended(int life, long invokedNs, long endedNs, Outcome outcome, Status status, Step step) {
    Call call = open(life, invokedNs, step);
    end(call, endedNs, outcome, status);
    if (outcome == Outcome.REFUSED) {
      step.status = status;
    }
    return call;
  }

  static void end(Call call, long endedNs, Outcome outcome, Status status) {
    call.endedNs = endedNs;
    call.endings++;
    call.outcome = outcome;
    call.status = status;
  }

  /** It happened in the memory. */
  void ran(long atNs, Step step, long before, long after) {
    chronicle.effects().add(new Effect(atNs, 0, step, before, after));
  }

  List<Findings.Violation> examinedBy(Check check) {
    Findings findings = new Findings();
    check.examine(chronicle, findings);
    return findings.violations();
  }
}
