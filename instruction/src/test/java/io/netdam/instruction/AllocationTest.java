package io.netdam.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Goal: executing an instruction, done or refused, allocates nothing. */
class AllocationTest {
  private static final int WARM_UP = 20_000;
  private static final int ROUNDS = 200_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Region region = Region.of(Arena.ofAuto().allocate(4096, 64));
  private final MemorySegment packet = Arena.ofAuto().allocate(512, 64);
  private final MemorySegment reply = Arena.ofAuto().allocate(512, 64);
  private final InstructionSet set = InstructionSet.standard();
  private final Execution execution = new Execution();
  private final InstructionCore core = new InstructionCore();
  private final OutcomeLookup outcomes = number -> number;

  private void encode(int opcode, int flags, long address, long length) {
    boolean converts = opcode == Opcode.VECTOR_CONVERT || opcode == Opcode.PACKET_CONVERT;
    long operand0 = converts ? 0x0201 : 1; // as types: from i8 to i16
    new InstructionCore.Fields(opcode, flags, 0, length, address, operand0, 0, 0, 0)
        .emit(packet, 0);
  }

  private int rounds(int rounds) {
    int done = 0;
    for (int round = 0; round < rounds; round++) {
      execution
          .region(region)
          .outcomes(outcomes)
          .output(reply, 64, 256)
          .input(core.wrap(packet, 0), packet);
      Instruction instruction = set.find(core.opcode());
      done += instruction != null && instruction.resultDataBytes(core) < 0 ? 1 : 0;
      done += set.execute(execution) == Status.DONE ? 1 : 0;
    }
    return done;
  }

  private long allocated() {
    rounds(WARM_UP);
    long thread = Thread.currentThread().threadId();
    long before = threads.getThreadAllocatedBytes(thread);
    rounds(ROUNDS);
    return threads.getThreadAllocatedBytes(thread) - before;
  }

  /** What the measuring itself may take, far less than a byte for each round. */
  private static final long TOLERANCE = ROUNDS / 100;

  private static int flags(Instruction instruction, int width) {
    boolean wideCompare = instruction.opcode() == Opcode.COMPARE_AND_SWAP && width == 0x20;
    int flags = width;
    if (instruction.operandBytes() > 0 && !wideCompare) {
      flags |= InstructionCore.FLAG_OPERANDS;
    }
    if (instruction.opcode() == Opcode.WRITE || wideCompare) {
      flags |= InstructionCore.FLAG_DATA;
    }
    return flags;
  }

  @Test
  void theMeasureSeesAllocation() {
    long thread = Thread.currentThread().threadId();
    long before = threads.getThreadAllocatedBytes(thread);
    Object[] keep = new Object[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      keep[round] = new Object();
    }
    assertThat(threads.getThreadAllocatedBytes(thread) - before).isGreaterThan(TOLERANCE);
    assertThat(keep).doesNotContainNull();
  }

  @Test
  void executionAllocatesNothing() {
    for (Instruction instruction : set.instructions()) {
      int[] widths = Opcode.atomic(instruction.opcode()) ? new int[] {0, 0x10, 0x20} : new int[1];
      for (int width : widths) {
        encode(instruction.opcode(), flags(instruction, width), 64, 32);
        boolean exists =
            width != 0x20
                || instruction.opcode() == Opcode.SWAP
                || instruction.opcode() == Opcode.COMPARE_AND_SWAP;
        exists &= width == 0 || instruction.opcode() != Opcode.TICKET_RANGE;
        assertThat(rounds(1)).as(instruction.mnemonic()).isEqualTo(exists ? 1 : 0);
        assertThat(allocated()).as(instruction.mnemonic() + " " + width).isLessThan(TOLERANCE);
      }
    }
  }

  @Test
  void bulkExecutionAllocatesNothing() {
    for (int opcode : new int[] {Opcode.READ, Opcode.WRITE, Opcode.COPY, Opcode.FILL}) {
      Instruction instruction =
          set.instructions().stream().filter(i -> i.opcode() == opcode).findFirst().orElseThrow();
      encode(opcode, flags(instruction, 0), 69, 250);
      assertThat(rounds(1)).isEqualTo(1);
      assertThat(allocated()).as(instruction.mnemonic()).isLessThan(TOLERANCE);
    }
  }

  @Test
  void refusalAllocatesNothing() {
    encode(Opcode.FETCH_ADD, 0, 68, 1);
    assertThat(rounds(1)).isZero();
    assertThat(allocated()).isLessThan(TOLERANCE);
    encode(0xB0, 0, 64, 1);
    assertThat(allocated()).isLessThan(TOLERANCE);
  }
}
