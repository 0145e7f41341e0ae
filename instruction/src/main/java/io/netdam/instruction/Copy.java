package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/**
 * COPY: copies from memory to memory within the region, as if through a buffer: where the ranges
 * overlap the target gets what the source held. Words stay whole if both addresses are equal modulo
 * 8; else on the side of the target.
 *
 * <p>The length is limited, because a device runs its instructions one after the other: others
 * would wait for a long one.
 */
final class Copy implements Instruction {
  /** Longest range of COPY and FILL, 16 MiB: a few milliseconds. */
  static final long LENGTH_MAX = 1 << 24;

  @Override
  public int opcode() {
    return Opcode.COPY;
  }

  @Override
  public String mnemonic() {
    return "COPY";
  }

  @Override
  public Effect effect() {
    return Effect.CHANGING;
  }

  @Override
  public int operandBytes() {
    return 16;
  }

  @Override
  public boolean takesData() {
    return false;
  }

  @Override
  public String describe() {
    return "copies from memory to memory, overlapping ranges as if through a buffer";
  }

  @Override
  public Status execute(Execution execution) {
    Region region = execution.region();
    long target = execution.address();
    long source = execution.operand0();
    long length = execution.length();
    if (length == 0 || length > LENGTH_MAX || execution.operand1() != 0) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    if (!region.contains(target, length)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(target));
    }
    if (!region.contains(source, length)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(source));
    }
    if (region.readOnly()) {
      return execution.refused(Status.READ_ONLY, 0);
    }
    region.copyWithin(source, target, length);
    return execution.done(length);
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return 0;
  }
}
