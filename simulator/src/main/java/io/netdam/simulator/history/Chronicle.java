package io.netdam.simulator.history;

import io.netdam.wire.InstructionCore;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that happened in a run. */
public final class Chronicle {
  private final List<Call> calls = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<Reset> resets = new ArrayList<>();
  private final List<Oddity> oddities = new ArrayList<>();
  private final List<Leftover> leftovers = new ArrayList<>();
  private final List<Sum> sums = new ArrayList<>();
  private final List<Spin> spins = new ArrayList<>();
  private final List<Debt> debts = new ArrayList<>();
  private final Map<Long, Step> steps = new HashMap<>();
  private final Map<Operation, Call> operations = new HashMap<>();

  /** Nothing has happened. */
  public Chronicle() {}

  /** The memory of a device was lost: it is all zero from then on. */
  public record Reset(long atNs, int device) {}

  /** Something that no rule allows and that no call explains. */
  public record Oddity(long atNs, String what) {}

  /** Something that should be gone at the end. */
  public record Leftover(String what, long count) {}

  /** A node asked to be run again at once, so many times that time stood still; the run ended. */
  public record Spin(long atNs, int host, int runs) {}

  /** Two counts that have to be equal. */
  public record Sum(String what, long counted, long expected) {}

  /** More bytes sent to an address than it has sent, before it proved that it receives there. */
  public record Debt(long atNs, int device, String address, long received, long sent) {}

  /** Names a changing operation on the wire. */
  public record Operation(long session, long number) {}

  /** All calls in the order in which they were made. */
  public List<Call> calls() {
    return calls;
  }

  /** All changes in the order in which they happened. */
  public List<Effect> effects() {
    return effects;
  }

  /** Losses of memory. */
  public List<Reset> resets() {
    return resets;
  }

  /** What nothing explains. */
  public List<Oddity> oddities() {
    return oddities;
  }

  /** What is left over at the end. */
  public List<Leftover> leftovers() {
    return leftovers;
  }

  /** Counts to compare. */
  public List<Sum> sums() {
    return sums;
  }

  /** Nodes that did not come to rest. */
  public List<Spin> spins() {
    return spins;
  }

  /** Amplification. */
  public List<Debt> debts() {
    return debts;
  }

  /** Which call stood under an operation number. */
  public Map<Operation, Call> operations() {
    return operations;
  }

  /** Notes a call. Its steps are known from now on. */
  public void add(Call call) {
    calls.add(call);
    for (Step step : call.steps) {
      steps.put(step.key(), step);
    }
  }

  /** Whether a step with the same content was made already. */
  public boolean knows(Step step) {
    return steps.containsKey(step.key());
  }

  /** The step that an instruction in a frame is, or null if nobody asked for that. */
  public @Nullable Step find(InstructionCore core, MemorySegment frame) {
    return steps.get(Step.key(core, frame));
  }
}
