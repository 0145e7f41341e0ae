package io.netdam.simulator.check;

import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Chronicle.Reset;
import io.netdam.simulator.history.Effect;
import io.netdam.simulator.history.ReferenceMemory;
import io.netdam.simulator.history.Step;
import io.netdam.simulator.workload.Layout;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What READ brought stood there, all of it at once, at some moment between question and answer. So
 * no byte of a damaged frame is ever read, and no word torn.
 */
final class ReadCheck implements Check {
  @Override
  public String name() {
    return "reads see one moment";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    List<Step> reads = new ArrayList<>();
    for (Call call : chronicle.calls()) {
      for (Step step : call.steps) {
        if (step.opcode == Opcode.READ && step.status == Status.DONE) {
          reads.add(step);
        }
      }
    }
    int devices = reads.stream().mapToInt(step -> call(step).device + 1).max().orElse(0);
    for (int device = 0; device < devices; device++) {
      examine(device, chronicle, reads, findings);
    }
  }

  private static Call call(Step step) {
    Call call = step.call;
    if (call == null) {
      throw new IllegalStateException("a step of no call");
    }
    return call;
  }

  /** Plays all changes once more; each read looks at the memory whenever it may have run. */
  private void examine(int device, Chronicle chronicle, List<Step> all, Findings findings) {
    List<Step> waiting = new ArrayList<>();
    for (Step read : all) {
      if (call(read).device == device) {
        waiting.add(read);
      }
    }
    waiting.sort(Comparator.comparingLong(step -> call(step).invokedNs));
    List<Change> changes = changes(device, chronicle);
    ReferenceMemory memory = new ReferenceMemory(Layout.END);
    List<Step> open = new ArrayList<>();
    int next = 0;
    for (int i = 0; i <= changes.size(); i++) {
      long untilNs = i < changes.size() ? changes.get(i).atNs() : Call.NEVER;
      while (next < waiting.size() && call(waiting.get(next)).invokedNs <= untilNs) {
        open.add(waiting.get(next++));
      }
      // The memory as it is now stands until the next change.
      open.removeIf(read -> equal(memory, read));
      for (Step read : open) {
        if (call(read).endedNs < untilNs) {
          findings.add(this, "brought what never stood there: " + call(read));
        }
      }
      open.removeIf(read -> call(read).endedNs < untilNs);
      if (i < changes.size()) {
        changes.get(i).play(memory);
      }
    }
  }

  private static boolean equal(ReferenceMemory memory, Step read) {
    return read.address >= 0
        && read.address + read.length <= Layout.END
        && memory.segment().asSlice(read.address, read.length).mismatch(read.segment()) < 0;
  }

  private static List<Change> changes(int device, Chronicle chronicle) {
    List<Change> changes = new ArrayList<>();
    for (Effect effect : chronicle.effects()) {
      if (effect.device() == device) {
        changes.add(new Change(effect.atNs(), effect.step()));
      }
    }
    for (Reset reset : chronicle.resets()) {
      if (reset.device() == device) {
        changes.add(new Change(reset.atNs(), null));
      }
    }
    changes.sort(Comparator.comparingLong(Change::atNs));
    return changes;
  }

  private record Change(long atNs, @org.jspecify.annotations.Nullable Step step) {
    private void play(ReferenceMemory memory) {
      if (step == null) {
        memory.clear();
      } else {
        memory.run(step);
      }
    }
  }
}
