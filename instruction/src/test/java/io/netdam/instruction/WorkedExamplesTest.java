package io.netdam.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: one example of each instruction, worked out by hand, comes out as docs/instructions.md
 * says: status, value, data and memory.
 */
class WorkedExamplesTest {
  private final Machine machine = new Machine();

  private long cell(int at) {
    return machine.memory.get(ValueLayout.JAVA_LONG, at);
  }

  private void cell(int at, long value) {
    machine.memory.set(ValueLayout.JAVA_LONG, at, value);
  }

  private String memory(int at, int length) {
    return HexFormat.of().formatHex(machine.bytes(), at, at + length);
  }

  @ParameterizedTest
  @CsvSource({
    // opcode, old, operand, new
    "0x30, 0x00000000ffffffff, 0x0000000000000002, 0x0000000100000001",
    "0x31, 0x1122334455667788, 0x0102030405060708, 0x0102030405060708",
    "0x33, 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0, 0x0f000f000f000f00",
    "0x34, 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0, 0xfff0fff0fff0fff0",
    "0x35, 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0, 0xf0f0f0f0f0f0f0f0",
    "0x36, 0xfffffffffffffffe, 0x0000000000000005, 0xfffffffffffffffe",
    "0x37, 0xfffffffffffffffe, 0x0000000000000005, 0x0000000000000005",
    "0x38, 0xfffffffffffffffe, 0x0000000000000005, 0x0000000000000005",
    "0x39, 0xfffffffffffffffe, 0x0000000000000005, 0xfffffffffffffffe",
  })
  void fetchInstructionsOnEightBytes(String opcode, String old, String operand, String expected) {
    cell(64, Long.parseUnsignedLong(old.substring(2), 16));
    cell(72, 7);
    Status status =
        machine.atomic(
            Integer.decode(opcode),
            8,
            Machine.BASE + 64,
            Long.parseUnsignedLong(operand.substring(2), 16),
            0);
    assertThat(status).isEqualTo(Status.DONE);
    assertThat(Long.toHexString(machine.execution.value()))
        .isEqualTo(Long.toHexString(Long.parseUnsignedLong(old.substring(2), 16)));
    assertThat(cell(64)).isEqualTo(Long.parseUnsignedLong(expected.substring(2), 16));
    assertThat(cell(72)).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "0x30, 0xffffffff, 0x00000002, 0x00000001",
    "0x31, 0x11223344, 0x01020304, 0x01020304",
    "0x33, 0xff00ff00, 0x0ff00ff0, 0x0f000f00",
    "0x34, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0",
    "0x35, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0",
    "0x36, 0xfffffffe, 0x00000005, 0xfffffffe",
    "0x37, 0xfffffffe, 0x00000005, 0x00000005",
    "0x38, 0xfffffffe, 0x00000005, 0x00000005",
    "0x39, 0xfffffffe, 0x00000005, 0xfffffffe",
  })
  void fetchInstructionsOnFourBytes(String opcode, String old, String operand, String expected) {
    long above = 0xAABBCCDD_00000000L;
    cell(64, above | Long.decode(old));
    Status status =
        machine.atomic(Integer.decode(opcode), 4, Machine.BASE + 64, Long.decode(operand), 0);
    assertThat(status).isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(Long.decode(old));
    assertThat(cell(64)).isEqualTo(above | Long.decode(expected));
  }

  @Test
  void compareAndSwapOnEightBytes() {
    cell(8, 41);
    assertThat(machine.atomic(Opcode.COMPARE_AND_SWAP, 8, Machine.BASE + 8, 40, 43))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(41);
    assertThat(cell(8)).isEqualTo(41);
    assertThat(machine.atomic(Opcode.COMPARE_AND_SWAP, 8, Machine.BASE + 8, 41, 43))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(41);
    assertThat(cell(8)).isEqualTo(43);
  }

  @Test
  void swapOnSixteenBytes() {
    cell(32, 0x1111);
    cell(40, 0x2222);
    assertThat(machine.atomic(Opcode.SWAP, 16, Machine.BASE + 32, 0x3333, 0x4444))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.wide()).isTrue();
    assertThat(machine.execution.value()).isEqualTo(0x1111);
    assertThat(machine.execution.valueHigh()).isEqualTo(0x2222);
    assertThat(cell(32)).isEqualTo(0x3333);
    assertThat(cell(40)).isEqualTo(0x4444);
  }

  /** The short form carries 32 bits, and its sign fills all 128. */
  @Test
  void swapOnSixteenBytesWithAPackedOperand() {
    assertThat(machine.run(Opcode.SWAP, Machine.WIDTH_16, Machine.BASE + 32, 0xFFFFFFFEL, 9, 9))
        .isEqualTo(Status.DONE);
    assertThat(cell(32)).isEqualTo(-2);
    assertThat(cell(40)).isEqualTo(-1);
    assertThat(machine.run(Opcode.SWAP, Machine.WIDTH_16, Machine.BASE + 32, 6, 9, 9))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(-2);
    assertThat(machine.execution.valueHigh()).isEqualTo(-1);
    assertThat(cell(32)).isEqualTo(6);
    assertThat(cell(40)).isZero();
  }

  @Test
  void compareAndSwapOnSixteenBytes() {
    cell(48, 0x11);
    cell(56, 0x22);
    long[] expectedThenDesired = {0x11, 0x22, 0x55, 0x66};
    for (int i = 0; i < 4; i++) {
      machine.data.set(ValueLayout.JAVA_LONG, 16 + 8 * i, expectedThenDesired[i]);
    }
    int flags = Machine.WIDTH_16 | Machine.DATA;
    assertThat(machine.run(Opcode.COMPARE_AND_SWAP, flags, Machine.BASE + 48, 32, 0, 0))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.wide()).isTrue();
    assertThat(machine.execution.value()).isEqualTo(0x11);
    assertThat(machine.execution.valueHigh()).isEqualTo(0x22);
    assertThat(cell(48)).isEqualTo(0x55);
    assertThat(cell(56)).isEqualTo(0x66);
    // Once more: now another value is there, and it stays.
    machine.run(Opcode.COMPARE_AND_SWAP, flags, Machine.BASE + 48, 32, 0, 0);
    assertThat(machine.execution.value()).isEqualTo(0x55);
    assertThat(machine.execution.valueHigh()).isEqualTo(0x66);
    assertThat(cell(56)).isEqualTo(0x66);
  }

  @Test
  void readWriteCopyAndFill() {
    for (int i = 0; i < 12; i++) {
      machine.data.set(ValueLayout.JAVA_BYTE, 16 + i, (byte) (0xA0 + i));
    }
    assertThat(machine.run(Opcode.WRITE, Machine.DATA, Machine.BASE + 3, 12, 0, 0))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(12);
    assertThat(memory(0, 18)).isEqualTo("000000a0a1a2a3a4a5a6a7a8a9aaab000000");

    assertThat(machine.run(Opcode.READ, 0, Machine.BASE + 5, 4, 0, 0)).isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isZero();
    assertThat(machine.execution.dataLength()).isEqualTo(4);
    byte[] result = machine.result.asSlice(64, 5).toArray(ValueLayout.JAVA_BYTE);
    assertThat(HexFormat.of().formatHex(result)).isEqualTo("a2a3a4a500");

    // Overlapping: as if through a buffer.
    assertThat(
            machine.run(Opcode.COPY, Machine.OPERANDS, Machine.BASE + 5, 10, Machine.BASE + 3, 0))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(10);
    assertThat(memory(0, 18)).isEqualTo("000000a0a1a0a1a2a3a4a5a6a7a8a9000000");

    assertThat(machine.run(Opcode.FILL, Machine.OPERANDS, Machine.BASE + 4, 3, 0x1234, 0))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(3);
    assertThat(memory(0, 18)).isEqualTo("000000a034343" + "4a2a3a4a5a6a7a8a9000000");
  }

  @Test
  void ticketsAreConsecutive() {
    cell(16, 100);
    assertThat(machine.atomic(Opcode.TICKET_RANGE, 8, Machine.BASE + 16, 10, 0))
        .isEqualTo(Status.DONE);
    assertThat(machine.execution.value()).isEqualTo(100);
    assertThat(cell(16)).isEqualTo(110);
  }

  @Test
  void theSizeOfAReplyIsKnownBeforehand() {
    for (int opcode : new int[] {Opcode.SWAP, Opcode.COMPARE_AND_SWAP}) {
      assertThat(wide(opcode, Machine.WIDTH_16)).isTrue();
      assertThat(wide(opcode, Machine.WIDTH_4)).isFalse();
      assertThat(wide(opcode, 0)).isFalse();
    }
    assertThat(wide(Opcode.FETCH_ADD, 0)).isFalse();
    assertThat(dataBytes(Opcode.READ, 24)).isEqualTo(24);
    assertThat(dataBytes(Opcode.READ, 0xFFFFFFFFL)).isEqualTo(Integer.MAX_VALUE);
    assertThat(dataBytes(Opcode.FILL, 24)).isZero();
    assertThat(dataBytes(Opcode.FETCH_ADD, 24)).isZero();
  }

  private boolean wide(int opcode, int flags) {
    return instruction(opcode).wideValue(core(opcode, flags, 0));
  }

  private int dataBytes(int opcode, long length) {
    return instruction(opcode).resultDataBytes(core(opcode, 0, length));
  }

  private Instruction instruction(int opcode) {
    return Objects.requireNonNull(machine.set.find(opcode));
  }

  private static InstructionCore core(int opcode, int flags, long length) {
    MemorySegment wire = Arena.ofAuto().allocate(64, 8);
    new InstructionCore.Fields(opcode, flags, 0, length, 0, 0, 0, 0, 0).emit(wire, 8);
    return new InstructionCore().wrap(wire, 8);
  }
}
