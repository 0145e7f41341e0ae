package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Status;

/**
 * What the atomics with one operand share: width, range, alignment, and the old value as result.
 * The operand is operand 0 or, where the core came without operands, its length field,
 * sign-extended.
 */
abstract class FetchInstruction implements Instruction {
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  /** Works on 8 bytes; returns the old value. */
  abstract long apply(Region region, long address, long operand);

  /** Works on 4 bytes; returns the old value. */
  abstract int applyInt(Region region, long address, int operand);

  /** Works on 16 bytes; SWAP alone has this form. */
  Status applyWide(Execution execution) {
    return execution.refused(Status.UNSUPPORTED, 0);
  }

  @Override
  public final Effect effect() {
    return Effect.CHANGING;
  }

  @Override
  public final int operandBytes() {
    return Long.BYTES;
  }

  @Override
  public final boolean takesData() {
    return false;
  }

  @Override
  public final Status execute(Execution execution) {
    int width = execution.width();
    if (width > Long.BYTES) {
      return applyWide(execution);
    }
    Status refusal = AtomicAccess.refusal(execution, width);
    if (refusal != Status.DONE) {
      return refusal;
    }
    Region region = execution.region();
    long address = execution.address();
    long operand = execution.operand0();
    return execution.done(
        width == Long.BYTES
            ? apply(region, address, operand)
            : applyInt(region, address, (int) operand) & LOW_HALF);
  }

  @Override
  public final int resultDataBytes(InstructionCore core) {
    return 0;
  }
}
