package io.netdam.simulator.workload;

import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Step;
import io.netdam.wire.Opcode;
import java.util.SplittableRandom;

/** Makes steps that no other step of the run is like. */
final class StepMaker {
  private static final int WORD = Long.BYTES;
  private static final long LOW = 0xFFFF_FFFFL;

  private final WorkPlan plan;
  private final Chronicle chronicle;
  private final SplittableRandom random;

  StepMaker(WorkPlan plan, Chronicle chronicle, SplittableRandom random) {
    this.plan = plan;
    this.chronicle = chronicle;
    this.random = random;
  }

  /** Any step, on a cell or a range. */
  Step any(int dataBytes) {
    return random.nextDouble() < plan.ranges() ? onRange(dataBytes) : onCell();
  }

  /** A step on a cell that will be seen to have run; the cell is often a contended one. */
  Step onCell() {
    int kind = random.nextInt(10);
    if (random.nextDouble() < plan.writes()) {
      return write(cell(), WORD);
    }
    if (kind == 0) {
      return onHalfCell();
    }
    return kind == 1
        ? wide(Layout.WIDE_CELLS + 16L * random.nextInt(plan.cells()))
        : onWord(cell());
  }

  private long cell() {
    return Layout.CELLS + (long) WORD * random.nextInt(plan.cells());
  }

  private Step onWord(long address) {
    long own = unique();
    return switch (random.nextInt(8)) {
      case 0, 1 -> new Step(Opcode.READ, 8, address, WORD, 0, 0);
      case 2 -> new Step(Opcode.SWAP, 8, address, 0, own, 0);
      case 3 -> new Step(Opcode.FETCH_XOR, 8, address, 0, own, 0);
      case 4 -> new Step(Opcode.COMPARE_AND_SWAP, 8, address, 0, lately(address), own);
      default -> new Step(Opcode.FETCH_ADD, 8, address, 0, own, 0);
    };
  }

  /** What the cell may hold: the value that the latest call on it was told, or one of its own. */
  private long lately(long address) {
    for (int i = chronicle.calls().size() - 1, left = 40; i >= 0 && left > 0; i--, left--) {
      Step step = chronicle.calls().get(i).steps.get(0);
      if (step.address == address && step.status != null && step.atomic()) {
        return step.opcode == Opcode.FETCH_ADD ? step.value + step.operand0 : step.value;
      }
    }
    return 0;
  }

  private Step onHalfCell() {
    long address = Layout.HALF_CELLS + 4L * random.nextInt(plan.cells());
    int opcode = random.nextBoolean() ? Opcode.FETCH_ADD : Opcode.SWAP;
    return new Step(opcode, 4, address, 0, unique() & LOW | 1, 0);
  }

  /** A swap of 16 bytes: its result has to be kept. */
  Step wide(long address) {
    return new Step(Opcode.SWAP, 16, address, 0, unique(), unique());
  }

  private Step write(long address, int length) {
    Step step = new Step(Opcode.WRITE, 8, address, length, 0, 0);
    random.nextBytes(step.data);
    return step;
  }

  private Step onRange(int dataBytes) {
    int most = Math.min(dataBytes, 1_024);
    int length = WORD * (1 + random.nextInt(random.nextInt(4) == 0 ? most / WORD : 8));
    long offset = (long) WORD * random.nextInt((Layout.SMUDGE - Layout.RANGE - length) / WORD + 1);
    return switch (random.nextInt(6)) {
      case 0, 1 -> new Step(Opcode.READ, 8, Layout.RANGE + offset, length, 0, 0);
      case 2 -> smudge(Math.min(length, 512));
      default -> write(Layout.RANGE + offset, length);
    };
  }

  private Step smudge(int length) {
    long room = Layout.END - Layout.SMUDGE - length + 1L;
    long target = Layout.SMUDGE + random.nextLong(room);
    if (random.nextBoolean()) {
      return new Step(Opcode.FILL, 8, target, length, unique(), 0);
    }
    long source = Layout.RANGE + random.nextLong(Layout.SMUDGE - Layout.RANGE - length + 1L);
    return new Step(Opcode.COPY, 8, target, length, source, 0);
  }

  /** A step that every device refuses. */
  Step refused() {
    return random.nextBoolean()
        ? new Step(Opcode.FETCH_ADD, 8, Layout.END + 8L * random.nextInt(99), 0, unique(), 0)
        : new Step(Opcode.SWAP, 8, Layout.CELLS + 1 + random.nextInt(7), 0, unique(), 0);
  }

  /** Asks for the outcome of an operation; the address means nothing and is its own. */
  Step outcome(long number) {
    return new Step(Opcode.OUTCOME, 8, unique() >>> 1, 0, number, 0);
  }

  /** A read of a cell. */
  Step read(long address, int length) {
    return new Step(Opcode.READ, 8, address, length, 0, 0);
  }

  /** An addition to a cell. */
  Step add(long address) {
    return new Step(Opcode.FETCH_ADD, 8, address, 0, unique(), 0);
  }

  /** A number that nobody else has. */
  private long unique() {
    return random.nextLong() | 1;
  }
}
