package io.netdam.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Goal: hostile operands are refused with the status and detail that the rules of
 * docs/instructions.md name, and a refusal changes nothing. The rules are written here a second
 * time, on unbounded numbers.
 */
class RefusalTest {
  private static final int ROUNDS = 400_000;
  private static final BigInteger TWO_64 = BigInteger.TWO.pow(64);

  /** An instruction with anything in its fields. */
  record Hostile(
      int opcode,
      int flags,
      long address,
      long length,
      long operand0,
      long operand1,
      boolean readOnly,
      boolean session) {
    static Hostile random(Random random) {
      int[] opcodes = {
        0x20, 0x21, 0x22, 0x23, 0x24, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39,
        0x3A, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55,
        0x56, 0x57, 0x58, 0x59
      };
      int opcode =
          random.nextInt(50) == 0 ? random.nextInt(256) : opcodes[random.nextInt(opcodes.length)];
      int flags =
          switch (random.nextInt(8)) {
            case 0 -> random.nextInt(256);
            case 1 -> random.nextInt(256) & 0x35;
            default -> usual(opcode, random);
          };
      boolean vector = opcode >= 0x40 && opcode < 0x60;
      return new Hostile(
          opcode,
          flags,
          address(random),
          vector && random.nextBoolean() ? random.nextInt(1, 32) * 8L : length(random),
          vector && random.nextInt(8) != 0
              ? random.nextInt(10) | (random.nextBoolean() ? 0 : random.nextInt(10) << 8)
              : random.nextBoolean() ? address(random) : number(random),
          vector && random.nextBoolean()
              ? address(random)
              : random.nextInt(4) == 0 ? number(random) : 0,
          random.nextInt(5) == 0,
          random.nextBoolean());
    }

    private static int usual(int opcode, Random random) {
      int width = new int[] {0, 0x10, 0x20, 0}[random.nextInt(4)];
      return switch (opcode) {
        case Opcode.READ -> 0;
        case Opcode.WRITE -> Machine.DATA;
        case Opcode.COMPARE_AND_SWAP ->
            width == 0x20 ? width | Machine.DATA : width | Machine.OPERANDS;
        default ->
            Machine.isAtomic(opcode)
                ? (random.nextBoolean() ? Machine.OPERANDS : 0) | width
                : Machine.OPERANDS | (opcode >= 0x40 && random.nextBoolean() ? Machine.DATA : 0);
      };
    }

    private static long address(Random random) {
      long[] corners = {
        0, -1, Long.MAX_VALUE, Long.MIN_VALUE, Machine.BASE, Machine.BASE + Machine.BYTES
      };
      return switch (random.nextInt(4)) {
        case 0 -> random.nextLong();
        case 1 -> corners[random.nextInt(corners.length)] + random.nextInt(33) - 16;
        case 2 -> Machine.BASE + random.nextInt(Machine.BYTES / 16) * 16L;
        default -> Machine.BASE + random.nextInt(Machine.BYTES);
      };
    }

    private static long length(Random random) {
      long[] corners = {
        0, 1, 32, Machine.RESULT_BYTES, Machine.BYTES, 1 << 24, (1 << 24) + 1, 1L << 31, 0xFFFFFFFFL
      };
      return switch (random.nextInt(3)) {
        case 0 -> random.nextLong() & 0xFFFFFFFFL;
        case 1 -> corners[random.nextInt(corners.length)];
        default -> random.nextInt(Machine.BYTES);
      };
    }

    private static long number(Random random) {
      long[] corners = {0, 1, -1, 1L << 32, (1L << 32) + 1, (1L << 48) - 1, 1L << 48};
      return random.nextBoolean() ? random.nextLong() : corners[random.nextInt(corners.length)];
    }

    int width() {
      return (flags & 0x30) == 0x10 ? 4 : (flags & 0x30) == 0x20 ? 16 : 8;
    }

    boolean has(int flag) {
      return (flags & flag) != 0;
    }

    /** Operand 0 as the protocol says: packed in the length if it is not there. */
    long operand() {
      return has(Machine.OPERANDS) ? operand0 : Machine.isAtomic(opcode) ? (int) length : 0;
    }
  }

  /** What the rules say. */
  record Verdict(Status status, long detail) {
    static final Verdict DONE = new Verdict(Status.DONE, 0);

    boolean done() {
      return status == Status.DONE;
    }

    static Verdict of(Status status) {
      return new Verdict(status, 0);
    }
  }

  private static Verdict verdict(Hostile x) {
    boolean base = x.opcode >= 0x20 && x.opcode <= 0x24;
    boolean atomic = x.opcode >= 0x30 && x.opcode <= 0x3A;
    boolean vector = x.opcode >= 0x40 && x.opcode <= 0x47 || x.opcode >= 0x50 && x.opcode <= 0x59;
    if (!base && !atomic && !vector) {
      return Verdict.of(Status.UNKNOWN_OPCODE);
    }
    if (x.has(Machine.FENCED)) {
      return Verdict.of(Status.UNSUPPORTED);
    }
    boolean takesOperands = x.opcode != Opcode.READ && x.opcode != Opcode.WRITE;
    boolean takesData = x.opcode == Opcode.WRITE || x.opcode == Opcode.COMPARE_AND_SWAP;
    takesData |= vector && takesSecond(x.opcode);
    if (x.has(0xC8)
        || x.has(Machine.OPERANDS) && !takesOperands
        || x.has(Machine.DATA) && !takesData
        || x.has(0x30) && !atomic
        || (x.flags & 0x30) == 0x30
        || !x.has(Machine.OPERANDS) && takesOperands && !atomic) {
      return Verdict.of(Status.BAD_OPERAND);
    }
    return base ? baseVerdict(x) : atomic ? atomicVerdict(x) : vectorVerdict(x);
  }

  private static boolean takesSecond(int opcode) {
    return opcode != 0x46 && opcode != 0x56 && opcode != 0x57 && opcode != 0x59;
  }

  private static Verdict vectorVerdict(Hostile x) {
    int[] sizes = {0, 1, 2, 4, 8, 2, 2, 4, 8};
    long type = x.operand0 & 0xFF;
    long target = x.operand0 >>> 8 & 0xFF;
    boolean converts = (x.opcode & 15) == 7;
    boolean scales = (x.opcode & 15) == 6;
    boolean second = takesSecond(x.opcode) && !x.has(Machine.DATA);
    if (x.operand0 >>> 16 != 0
        || type < 1
        || type > 8
        || converts != (target >= 1 && target <= 8)
        || !converts && target != 0) {
      return Verdict.of(Status.BAD_OPERAND);
    }
    int size = sizes[(int) type];
    int ownSize = x.opcode == 0x47 ? sizes[(int) target] : size;
    long result = converts ? x.length / size * sizes[(int) target] : x.length;
    if (x.length == 0
        || x.length % size != 0
        || Math.max(x.length, result) > 8192
        || x.operand1 != 0 && !second && !scales) {
      return Verdict.of(Status.BAD_OPERAND);
    }
    Verdict range = range(x.address, x.opcode == 0x47 ? result : x.length);
    if (range.done() && second) {
      range = range(x.operand1, x.length);
    }
    if (!range.done()) {
      return range;
    }
    if (x.address % ownSize != 0 || second && x.operand1 % size != 0) {
      return new Verdict(Status.MISALIGNED, x.address % ownSize != 0 ? ownSize : size);
    }
    if (x.opcode >= 0x50 && x.opcode <= 0x57 && result > Machine.RESULT_BYTES) {
      return new Verdict(Status.REPLY_TOO_LARGE, Machine.RESULT_BYTES);
    }
    return x.opcode < 0x50 && x.readOnly ? Verdict.of(Status.READ_ONLY) : Verdict.DONE;
  }

  private static Verdict baseVerdict(Hostile x) {
    boolean bulk = x.opcode == Opcode.COPY || x.opcode == Opcode.FILL;
    if (x.opcode == Opcode.OUTCOME) {
      boolean number = x.operand0 >= 0 && x.operand0 < 1L << 48;
      return !number
          ? Verdict.of(Status.BAD_OPERAND)
          : x.session
              ? x.operand0 % 2 == 0 ? Verdict.DONE : Verdict.of(Status.NOT_RECORDED)
              : Verdict.of(Status.SESSION_REQUIRED);
    }
    if (x.length == 0
        || bulk && x.length > 16_777_216
        || x.opcode == Opcode.COPY && x.operand1 != 0
        || x.opcode == Opcode.WRITE && !x.has(Machine.DATA)) {
      return Verdict.of(Status.BAD_OPERAND);
    }
    Verdict range = range(x.address, x.length);
    if (range.done() && x.opcode == Opcode.COPY) {
      range = range(x.operand0, x.length);
    }
    if (!range.done()) {
      return range;
    }
    if (x.opcode == Opcode.READ) {
      return x.length > Machine.RESULT_BYTES
          ? new Verdict(Status.REPLY_TOO_LARGE, Machine.RESULT_BYTES)
          : Verdict.DONE;
    }
    return x.readOnly ? Verdict.of(Status.READ_ONLY) : Verdict.DONE;
  }

  private static Verdict atomicVerdict(Hostile x) {
    boolean compare = x.opcode == Opcode.COMPARE_AND_SWAP;
    boolean ticket = x.opcode == Opcode.TICKET_RANGE;
    if (x.width() == 16 && !compare && x.opcode != Opcode.SWAP || ticket && x.width() != 8) {
      return Verdict.of(Status.UNSUPPORTED);
    }
    boolean wide = x.width() == 16;
    if (compare && (x.has(Machine.DATA) != wide || x.has(Machine.OPERANDS) == wide)
        || compare && wide && x.length != 32
        || ticket && (x.operand() < 1 || x.operand() > 1L << 32)) {
      return Verdict.of(Status.BAD_OPERAND);
    }
    Verdict range = range(x.address, x.width());
    if (!range.done()) {
      return range;
    }
    if (x.address % x.width() != 0) {
      return new Verdict(Status.MISALIGNED, x.width());
    }
    return x.readOnly ? Verdict.of(Status.READ_ONLY) : Verdict.DONE;
  }

  private static Verdict range(long address, long length) {
    BigInteger first = BigInteger.valueOf(address).mod(TWO_64);
    BigInteger end = first.add(BigInteger.valueOf(length));
    BigInteger low = BigInteger.valueOf(Machine.BASE);
    BigInteger high = BigInteger.valueOf(Machine.BASE + Machine.BYTES);
    if (first.compareTo(low) < 0 || first.compareTo(high) >= 0) {
      return new Verdict(Status.OUT_OF_RANGE, address);
    }
    return end.compareTo(high) > 0
        ? new Verdict(Status.OUT_OF_RANGE, high.longValue())
        : Verdict.DONE;
  }

  private static Status run(Machine machine, Hostile x) {
    machine.readOnly = x.readOnly;
    machine.outcomes = x.session ? number -> number % 2 == 0 ? 0 : -1 : null;
    return machine.run(x.opcode, x.flags, x.address, x.length, x.operand0, x.operand1);
  }

  /** Statuses by opcode that hostile operands provoke, without those of rule 2 (fences). */
  static Map<Integer, Set<Status>> provoked() {
    Machine machine = new Machine();
    Random random = new Random(9);
    Map<Integer, Set<Status>> seen = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      Hostile x = Hostile.random(random);
      if (!x.has(Machine.FENCED)) {
        seen.computeIfAbsent(x.opcode, key -> EnumSet.noneOf(Status.class)).add(run(machine, x));
      }
    }
    return seen;
  }

  @Test
  void refusalsFollowTheRulesAndChangeNothing() {
    Machine machine = new Machine();
    Random random = new Random(10);
    machine.randomize(random);
    Set<Status> seen = EnumSet.noneOf(Status.class);
    byte[] before = machine.bytes();
    for (int round = 0; round < ROUNDS; round++) {
      Hostile x = Hostile.random(random);
      Verdict verdict = verdict(x);
      Status status = run(machine, x);
      assertThat(status).as("%s", x).isEqualTo(verdict.status);
      seen.add(status);
      byte[] after = machine.bytes();
      if (status != Status.DONE) {
        assertThat(machine.execution.value()).as("%s", x).isEqualTo(verdict.detail);
        assertThat(machine.execution.valueHigh()).isZero();
        assertThat(machine.execution.wide()).isFalse();
        assertThat(machine.execution.dataLength()).isZero();
        assertThat(after).as("%s", x).isEqualTo(before);
      }
      before = after;
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            Status.DONE,
            Status.OUT_OF_RANGE,
            Status.MISALIGNED,
            Status.UNKNOWN_OPCODE,
            Status.BAD_OPERAND,
            Status.SESSION_REQUIRED,
            Status.REPLY_TOO_LARGE,
            Status.READ_ONLY,
            Status.UNSUPPORTED,
            Status.NOT_RECORDED);
  }
}
