package io.netdam.simulator.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for an order of the operations on one cell (Wing and Gong, 1993, with the states that led
 * nowhere remembered, as Lowe does, 2017).
 *
 * <p>All values that are written are numbers of their own, so that a value stands in the cell once
 * only, save 0. Whoever was told the present value therefore comes next: that leaves a choice only
 * for writes, whose answers tell nothing, and for operations whose end nobody knows. Of the latter
 * chains that nobody observed are tried up to a length; what is longer stays undecided.
 */
final class CellSearch {
  private static final int CHAIN_MAX = 3;
  private static final int STEPS_MAX = 20_000;

  /** What an operation does. */
  enum Kind {
    READ,
    WRITE,
    ADD,
    XOR,
    SWAP,
    COMPARE,
    RESET
  }

  /** What was found. */
  enum Verdict {
    /** An order. */
    ORDER,
    /** There is none. */
    IMPOSSIBLE,
    /** Too many to try. */
    UNDECIDED
  }

  /**
   * An operation on the cell.
   *
   * @param told the value that the caller was told; means nothing for WRITE and if open
   * @param open whether nobody knows how it ended
   * @param givenUpNs if open: when its caller knew that nobody knows; newer changes of the same
   *     life come after it, if it ran
   */
  record Operation(
      Kind kind,
      long mask,
      long operand0,
      long operand1,
      long told,
      boolean open,
      long invokedNs,
      long endedNs,
      int life,
      long givenUpNs,
      int number) {

    static Operation reset(long atNs) {
      return new Operation(Kind.RESET, -1, 0, 0, 0, false, atNs, atNs, -1, Long.MAX_VALUE, -1);
    }

    /** Whether its answer tells what it found. */
    boolean tells() {
      return !open && kind != Kind.WRITE && kind != Kind.RESET;
    }

    boolean changes() {
      return kind != Kind.READ;
    }

    /** Whether it leaves what it found. */
    boolean keeps() {
      return kind == Kind.READ || (kind == Kind.COMPARE && !open && told != (operand0 & mask));
    }

    long result(long found) {
      return switch (kind) {
        case READ -> found;
        case WRITE, SWAP -> operand0 & mask;
        case ADD -> found + operand0 & mask;
        case XOR -> found ^ operand0 & mask;
        case COMPARE -> found == (operand0 & mask) ? operand1 & mask : found;
        case RESET -> 0;
      };
    }

    @Override
    public String toString() {
      return "#"
          + number
          + " "
          + kind
          + (open ? "?" : "")
          + " ["
          + invokedNs
          + ", "
          + endedNs
          + "] "
          + Long.toHexString(operand0)
          + " told "
          + Long.toHexString(told);
    }
  }

  private record State(BitSet placed, long value, int chain) {}

  private final Operation[] operations;
  private final boolean resets;
  private final Set<Long> told = new HashSet<>();
  private final BitSet[] newer;
  private final Set<State> hopeless = new HashSet<>();
  private int chainMax;
  private int steps;
  private boolean cutShort;

  CellSearch(List<Operation> all) {
    List<Operation> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingLong(Operation::invokedNs));
    operations = sorted.toArray(new Operation[0]);
    newer = new BitSet[operations.length];
    for (int i = 0; i < operations.length; i++) {
      newer[i] = newer(operations[i]);
      if (operations[i].tells()) {
        told.add(operations[i].told());
      }
    }
    resets = Arrays.stream(operations).anyMatch(o -> o.kind() == Kind.RESET);
  }

  Verdict search() {
    for (chainMax = 0; chainMax <= CHAIN_MAX + 1; chainMax++) {
      hopeless.clear();
      steps = 0;
      cutShort = false;
      if (place(new BitSet(operations.length), 0, 0)) {
        return Verdict.ORDER;
      }
      if (!cutShort) {
        return Verdict.IMPOSSIBLE;
      }
    }
    return Verdict.UNDECIDED;
  }

  /** Places the next operation; {@code chain} open ones have been placed that nobody saw. */
  private boolean place(BitSet placed, long value, int chain) {
    long boundNs = boundNs(placed);
    if (boundNs == Long.MAX_VALUE) {
      return true; // whoever was told something has his place
    }
    if (++steps > STEPS_MAX) {
      cutShort = true;
      return false;
    }
    int forced = forced(placed, value, boundNs);
    if (forced >= 0) {
      return placeOne(placed, value, forced, 0);
    }
    State state = new State((BitSet) placed.clone(), value, chain);
    if (hopeless.contains(state)) {
      return false;
    }
    for (int i = 0; i < operations.length && operations[i].invokedNs() <= boundNs; i++) {
      Operation operation = operations[i];
      if (placed.get(i) || operation.tells() && operation.told() != value) {
        continue;
      }
      if (operation.open()) {
        if (newer[i].intersects(placed)) {
          continue;
        }
        // The last of a chain must be seen by somebody: else the chain explains nothing.
        if (chain >= chainMax || chain == chainMax - 1 && !told.contains(operation.result(value))) {
          cutShort = true;
          continue;
        }
      }
      if (placeOne(placed, value, i, operation.open() ? chain + 1 : 0)) {
        return true;
      }
    }
    hopeless.add(state);
    return false;
  }

  private boolean placeOne(BitSet placed, long value, int index, int chain) {
    placed.set(index);
    if (place(placed, operations[index].result(value), chain)) {
      return true;
    }
    placed.clear(index);
    return false;
  }

  /** The first end of an operation that has no place yet: whoever begins later comes after it. */
  private long boundNs(BitSet placed) {
    long boundNs = Long.MAX_VALUE;
    for (int i = placed.nextClearBit(0); i < operations.length; i = placed.nextClearBit(i + 1)) {
      if (operations[i].invokedNs() > boundNs) {
        break;
      }
      if (!operations[i].open()) {
        boundNs = Math.min(boundNs, operations[i].endedNs());
      }
    }
    return boundNs;
  }

  /** An operation that can only come now, or that may as well; −1 if there is a choice. */
  private int forced(BitSet placed, long value, long boundNs) {
    int told = -1;
    for (int i = 0; i < operations.length && operations[i].invokedNs() <= boundNs; i++) {
      Operation operation = operations[i];
      if (placed.get(i) || !operation.tells() || operation.told() != value) {
        continue;
      }
      if (operation.keeps()) {
        return i;
      }
      told = i;
    }
    return value == 0 && resets ? -1 : told;
  }

  /** Changes of the same life that were asked for when this one was known to be UNKNOWN. */
  private BitSet newer(Operation open) {
    BitSet found = new BitSet(operations.length);
    for (int i = 0; i < operations.length && open.givenUpNs() != Long.MAX_VALUE; i++) {
      Operation other = operations[i];
      if (other.life() == open.life() && other.changes() && other.invokedNs() > open.givenUpNs()) {
        found.set(i);
      }
    }
    return found;
  }
}
