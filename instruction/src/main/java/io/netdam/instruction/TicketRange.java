package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/**
 * TICKET_RANGE: takes several consecutive tickets from a counter of 8 bytes; the first of them is
 * the result. The counter wraps modulo 2^64.
 */
final class TicketRange implements Instruction {
  private static final long TICKETS_MAX = 1L << 32;

  @Override
  public int opcode() {
    return Opcode.TICKET_RANGE;
  }

  @Override
  public String mnemonic() {
    return "TICKET_RANGE";
  }

  @Override
  public Effect effect() {
    return Effect.CHANGING;
  }

  @Override
  public int operandBytes() {
    return 8;
  }

  @Override
  public boolean takesData() {
    return false;
  }

  @Override
  public String describe() {
    return "takes operand 0 consecutive tickets from a counter";
  }

  @Override
  public Status execute(Execution execution) {
    if (execution.width() != Long.BYTES) {
      return execution.refused(Status.UNSUPPORTED, 0);
    }
    long tickets = execution.operand0();
    if (tickets < 1 || tickets > TICKETS_MAX) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    Status refusal = AtomicAccess.refusal(execution, Long.BYTES);
    if (refusal != Status.DONE) {
      return refusal;
    }
    Region region = execution.region();
    return execution.done(region.getAndAdd(execution.address(), tickets));
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return 0;
  }
}
