package io.netdam.simulator.check;

import io.netdam.engine.Outcome;
import io.netdam.simulator.check.CellSearch.Kind;
import io.netdam.simulator.check.CellSearch.Operation;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Step;
import io.netdam.simulator.workload.Layout;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Each cell behaves as if one call after the other had used it: there is an order that gives every
 * caller the answer that it got, and in which whoever ended before another began comes first
 * (Herlihy and Wing, 1990). Judged by what callers saw alone.
 *
 * <p>What ended UNKNOWN may have run or not; but not after a newer change of the same client.
 */
final class LinearizabilityCheck implements Check {
  @Override
  public String name() {
    return "linearizable cells";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    Map<Long, List<Operation>> cells = new TreeMap<>();
    for (Call call : chronicle.calls()) {
      for (Step step : call.steps) {
        if (onCell(step)) {
          add(cells.computeIfAbsent(cell(call, step), _ -> new ArrayList<>()), call, step);
        }
      }
    }
    cells.forEach((cell, operations) -> {
      for (Chronicle.Reset reset : chronicle.resets()) {
        if (reset.device() == cell >>> 32) {
          operations.add(Operation.reset(reset.atNs()));
        }
      }
      CellSearch.Verdict verdict = new CellSearch(operations).search();
      if (verdict == CellSearch.Verdict.UNDECIDED) {
        findings.undecided();
      } else if (verdict == CellSearch.Verdict.IMPOSSIBLE) {
        findings.add(
            this,
            "device " + (cell >>> 32) + " cell " + (cell & 0xFFFF) + ": no order of " + operations);
      }
    });
  }

  private static boolean onCell(Step step) {
    boolean word =
        step.address % 8 == 0 && step.length == Long.BYTES && step.address < Layout.RANGE;
    return (step.atomic()
            && step.address + step.width <= Layout.RANGE
            && step.address % step.width == 0)
        || (word && (step.opcode == Opcode.READ || step.opcode == Opcode.WRITE));
  }

  private static long cell(Call call, Step step) {
    return (long) call.device << 32 | step.address;
  }

  private static void add(List<Operation> operations, Call call, Step step) {
    boolean known = step.status == Status.DONE;
    boolean open =
        step.status == null
            && step.changing()
            && (call.ended(Outcome.UNKNOWN) || call.orphaned || !call.polite);
    if (!known && !open) {
      return;
    }
    long endNs = known ? call.endedNs : Call.NEVER;
    boolean ordered = open && call.polite && call.endedNs != Call.NEVER;
    operations.add(
        new Operation(
            kind(step),
            step.width == 4 ? 0xFFFF_FFFFL : -1L,
            step.opcode == Opcode.WRITE ? step.word(0) : step.operand0,
            step.operand1,
            step.opcode == Opcode.READ ? step.word(0) : step.value,
            !known,
            call.invokedNs,
            endNs,
            call.life,
            ordered ? call.endedNs : Call.NEVER,
            call.number));
  }

  private static Kind kind(Step step) {
    return switch (step.opcode) {
      case Opcode.READ -> Kind.READ;
      case Opcode.WRITE -> Kind.WRITE;
      case Opcode.FETCH_ADD -> Kind.ADD;
      case Opcode.FETCH_XOR -> Kind.XOR;
      case Opcode.SWAP -> Kind.SWAP;
      case Opcode.COMPARE_AND_SWAP -> Kind.COMPARE;
      default -> throw new IllegalStateException("not on a cell: " + step);
    };
  }
}
