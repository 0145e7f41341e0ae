package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A small memory with everything that one instruction needs, for tests. */
final class Machine {
  static final int BYTES = 512;
  static final long BASE = 1 << 16;
  static final int RESULT_BYTES = 200;
  static final int FENCED = InstructionCore.FLAG_FENCED;
  static final int OPERANDS = InstructionCore.FLAG_OPERANDS;
  static final int DATA = InstructionCore.FLAG_DATA;
  static final int WIDTH_4 = InstructionCore.FLAG_WIDTH_4;
  static final int WIDTH_16 = InstructionCore.FLAG_WIDTH_16;

  final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 64);
  final MemorySegment data = Arena.ofAuto().allocate(2 * BYTES, 64); // as the frame check grants
  final MemorySegment result = Arena.ofAuto().allocate(BYTES, 64);
  final Execution execution = new Execution();
  final InstructionSet set;
  private final Region region = Region.of(memory, BASE);

  boolean readOnly;
  @Nullable OutcomeLookup outcomes;

  Machine(InstructionSet set) {
    this.set = set;
  }

  Machine() {
    this(InstructionSet.standard());
  }

  void randomize(Random random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, BYTES);
    random.nextBytes(bytes);
    MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, BYTES);
  }

  byte[] bytes() {
    return memory.toArray(ValueLayout.JAVA_BYTE);
  }

  /** Runs an instruction that travelled through its encoding on the wire. */
  Status run(int opcode, int flags, long address, long length, long operand0, long operand1) {
    MemorySegment wire = Arena.ofAuto().allocate(64, 8);
    new InstructionCore.Fields(opcode, flags, 0, length, address, operand0, operand1, 0, 0)
        .emit(wire, 8);
    InstructionCore core = new InstructionCore().wrap(wire, 8);
    execution
        .region(readOnly ? region.asReadOnly() : region)
        .outcomes(outcomes)
        .output(result, 64, RESULT_BYTES)
        .input(
            core.opcode(),
            core.flags(),
            core.address(),
            core.length(),
            core.operand0(),
            core.operand1(),
            data,
            16);
    return set.execute(execution);
  }

  Status atomic(int opcode, int width, long address, long operand0, long operand1) {
    int flags = OPERANDS | (width == 4 ? WIDTH_4 : width == 16 ? WIDTH_16 : 0);
    return run(opcode, flags, address, 0, operand0, operand1);
  }

  static boolean isAtomic(int opcode) {
    return Opcode.atomic(opcode);
  }
}
