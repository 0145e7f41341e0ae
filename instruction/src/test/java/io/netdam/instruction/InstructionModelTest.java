package io.netdam.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Goal: each instruction that is not refused does exactly what docs/instructions.md says, value and
 * memory to the bit. The model works on big integers and byte arrays and shares no code.
 */
class InstructionModelTest {
  private static final int ROUNDS = 4000;
  private static final BigInteger TWO = BigInteger.TWO;

  private final Machine machine = new Machine();
  private final Random random = new Random(8);

  private interface Model {
    /** New content of a cell; all numbers unsigned, below 2^bits. */
    BigInteger next(BigInteger old, BigInteger operand, int bits);
  }

  private static BigInteger signed(BigInteger value, int bits) {
    return value.testBit(bits - 1) ? value.subtract(TWO.pow(bits)) : value;
  }

  private static BigInteger unsigned(long value, int bits) {
    return BigInteger.valueOf(value).mod(TWO.pow(bits));
  }

  /** A little-endian number. */
  private static BigInteger cell(byte[] memory, int at, int width) {
    BigInteger value = BigInteger.ZERO;
    for (int i = width - 1; i >= 0; i--) {
      value = value.shiftLeft(8).or(BigInteger.valueOf(memory[at + i] & 0xFF));
    }
    return value;
  }

  private static void store(byte[] memory, int at, int width, BigInteger value) {
    for (int i = 0; i < width; i++) {
      memory[at + i] = value.shiftRight(8 * i).byteValue();
    }
  }

  private long interesting() {
    long[] corners = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, -(1L << 31), 0xFFFFFFFFL};
    return random.nextInt(3) == 0 ? corners[random.nextInt(corners.length)] : random.nextLong();
  }

  private void check(int opcode, Model model) {
    for (int round = 0; round < ROUNDS; round++) {
      int width = random.nextBoolean() ? 8 : 4;
      checkOne(opcode, width, model);
    }
  }

  private void checkOne(int opcode, int width, Model model) {
    int bits = 8 * width;
    machine.randomize(random);
    int at = random.nextInt(Machine.BYTES / width) * width;
    if (random.nextInt(4) == 0) {
      machine.memory.set(ValueLayout.JAVA_LONG, at & ~7, interesting());
    }
    byte[] expected = machine.bytes();
    boolean packed = random.nextBoolean();
    long operand = packed ? (int) interesting() : interesting();
    BigInteger old = cell(expected, at, width);
    store(expected, at, width, model.next(old, unsigned(operand, bits), bits));
    int flags = (packed ? 0 : Machine.OPERANDS) | (width == 4 ? Machine.WIDTH_4 : 0);
    long length = packed ? operand & 0xFFFFFFFFL : random.nextInt(100);
    Status status =
        machine.run(opcode, flags, Machine.BASE + at, length, operand, random.nextLong());
    assertThat(status).isEqualTo(Status.DONE);
    assertThat(BigInteger.valueOf(machine.execution.value()).mod(TWO.pow(64))).isEqualTo(old);
    assertThat(machine.execution.wide()).isFalse();
    assertThat(machine.execution.dataLength()).isZero();
    assertThat(machine.bytes()).isEqualTo(expected);
  }

  @Test
  void fetchAndChangeFollowsTheModel() {
    check(Opcode.FETCH_ADD, (old, operand, bits) -> old.add(operand));
    check(Opcode.SWAP, (old, operand, bits) -> operand);
    check(Opcode.FETCH_AND, (old, operand, bits) -> old.and(operand));
    check(Opcode.FETCH_OR, (old, operand, bits) -> old.or(operand));
    check(Opcode.FETCH_XOR, (old, operand, bits) -> old.xor(operand));
    check(
        Opcode.FETCH_MIN,
        (old, operand, bits) ->
            signed(old, bits).compareTo(signed(operand, bits)) <= 0 ? old : operand);
    check(
        Opcode.FETCH_MAX,
        (old, operand, bits) ->
            signed(old, bits).compareTo(signed(operand, bits)) >= 0 ? old : operand);
    check(Opcode.FETCH_MIN_UNSIGNED, (old, operand, bits) -> old.min(operand));
    check(Opcode.FETCH_MAX_UNSIGNED, (old, operand, bits) -> old.max(operand));
  }

  @Test
  void compareAndSwapExchangesOnlyTheExpected() {
    for (int round = 0; round < ROUNDS; round++) {
      int width = random.nextBoolean() ? 8 : 4;
      machine.randomize(random);
      int at = random.nextInt(Machine.BYTES / width) * width;
      byte[] memory = machine.bytes();
      BigInteger old = cell(memory, at, width);
      boolean equal = random.nextBoolean();
      // The bits above a 4-byte cell do not count.
      long expected = (equal ? old : old.flipBit(random.nextInt(8 * width))).longValue();
      expected |= width == 4 ? random.nextLong() << 32 : 0;
      long desired = random.nextLong();
      if (equal) {
        store(memory, at, width, unsigned(desired, 8 * width));
      }
      Status status =
          machine.atomic(Opcode.COMPARE_AND_SWAP, width, Machine.BASE + at, expected, desired);
      assertThat(status).isEqualTo(Status.DONE);
      assertThat(BigInteger.valueOf(machine.execution.value()).mod(TWO.pow(64))).isEqualTo(old);
      assertThat(machine.bytes()).isEqualTo(memory);
    }
  }

  @Test
  void sixteenBytesFollowTheModel() {
    for (int round = 0; round < ROUNDS; round++) {
      machine.randomize(random);
      int at = random.nextInt(Machine.BYTES / 16) * 16;
      byte[] memory = machine.bytes();
      BigInteger old = cell(memory, at, 16);
      Status status;
      int kind = random.nextInt(3);
      if (kind == 0) {
        boolean equal = random.nextBoolean();
        BigInteger expected = equal ? old : old.flipBit(random.nextInt(128));
        BigInteger desired = new BigInteger(128, random);
        byte[] data = new byte[32];
        store(data, 0, 16, expected);
        store(data, 16, 16, desired);
        machine.data.asSlice(16, 32).copyFrom(java.lang.foreign.MemorySegment.ofArray(data));
        if (equal) {
          store(memory, at, 16, desired);
        }
        int flags = Machine.DATA | Machine.WIDTH_16;
        status = machine.run(Opcode.COMPARE_AND_SWAP, flags, Machine.BASE + at, 32, 0, 0);
      } else if (kind == 1) {
        BigInteger value = new BigInteger(128, random);
        store(memory, at, 16, value);
        status =
            machine.atomic(
                Opcode.SWAP,
                16,
                Machine.BASE + at,
                value.longValue(),
                value.shiftRight(64).longValue());
      } else {
        int value = random.nextInt();
        store(memory, at, 16, unsigned(value, 128));
        status =
            machine.run(
                Opcode.SWAP, Machine.WIDTH_16, Machine.BASE + at, value & 0xFFFFFFFFL, 0, 0);
      }
      assertThat(status).isEqualTo(Status.DONE);
      assertThat(machine.execution.wide()).isTrue();
      assertThat(BigInteger.valueOf(machine.execution.value()).mod(TWO.pow(64)))
          .isEqualTo(old.mod(TWO.pow(64)));
      assertThat(BigInteger.valueOf(machine.execution.valueHigh()).mod(TWO.pow(64)))
          .isEqualTo(old.shiftRight(64));
      assertThat(machine.bytes()).isEqualTo(memory);
    }
  }

  @Test
  void ticketRangesAreConsecutiveAndWrap() {
    machine.memory.set(ValueLayout.JAVA_LONG, 8, -3);
    long next = -3;
    for (long tickets : new long[] {1, 2, 1L << 32, 1000}) {
      assertThat(machine.atomic(Opcode.TICKET_RANGE, 8, Machine.BASE + 8, tickets, 9))
          .isEqualTo(Status.DONE);
      assertThat(machine.execution.value()).isEqualTo(next);
      next += tickets;
    }
    assertThat(machine.run(Opcode.TICKET_RANGE, 0, Machine.BASE + 8, 5, 0, 0))
        .isEqualTo(Status.DONE);
    assertThat(machine.memory.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(next + 5);
  }

  @Test
  void bulkInstructionsMoveExactlyTheirBytes() {
    for (int round = 0; round < ROUNDS; round++) {
      machine.randomize(random);
      byte[] memory = machine.bytes();
      byte[] data = machine.data.toArray(ValueLayout.JAVA_BYTE);
      int length = 1 + random.nextInt(Machine.RESULT_BYTES);
      int at = random.nextInt(Machine.BYTES - length + 1);
      int from = random.nextInt(Machine.BYTES - length + 1);
      long address = Machine.BASE + at;
      Status status;
      long value = length;
      switch (random.nextInt(4)) {
        case 0 -> {
          status = machine.run(Opcode.READ, 0, address, length, 0, 0);
          value = 0;
          assertThat(machine.execution.dataLength()).isEqualTo(length);
          for (int i = 0; i < length; i++) {
            assertThat(machine.result.get(ValueLayout.JAVA_BYTE, 64 + i)).isEqualTo(memory[at + i]);
          }
        }
        case 1 -> {
          status = machine.run(Opcode.WRITE, Machine.DATA, address, length, 0, 0);
          for (int i = 0; i < length; i++) {
            memory[at + i] = data[16 + i];
          }
        }
        case 2 -> {
          status =
              machine.run(Opcode.COPY, Machine.OPERANDS, address, length, Machine.BASE + from, 0);
          byte[] before = memory.clone();
          for (int i = 0; i < length; i++) {
            memory[at + i] = before[from + i];
          }
        }
        default -> {
          long pattern = random.nextLong();
          status =
              machine.run(
                  Opcode.FILL, Machine.OPERANDS, address, length, pattern, random.nextLong());
          for (int i = 0; i < length; i++) {
            memory[at + i] = (byte) pattern;
          }
        }
      }
      assertThat(status).isEqualTo(Status.DONE);
      assertThat(machine.execution.value()).isEqualTo(value);
      assertThat(machine.bytes()).isEqualTo(memory);
    }
  }

  @Test
  void outcomeAsksTheSession() {
    machine.outcomes = number -> number == 7 ? Status.MISALIGNED.code() : -1;
    assertThat(machine.run(Opcode.OUTCOME, Machine.OPERANDS, 5, 6, 7, 8)).isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(Status.MISALIGNED.code());
    assertThat(machine.run(Opcode.OUTCOME, Machine.OPERANDS, 5, 6, 8, 8))
        .isEqualTo(Status.NOT_RECORDED);
    assertThat(machine.execution.value()).isZero();
  }
}
