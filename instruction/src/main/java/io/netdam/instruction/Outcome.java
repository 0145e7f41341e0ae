package io.netdam.instruction;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/**
 * OUTCOME: asks how an earlier operation of the same session ended. It touches no memory; the
 * guards answer, through the hook that the engine has set.
 */
final class Outcome implements Instruction {
  private static final long OPERATION_NUMBER_MAX = (1L << 48) - 1;

  @Override
  public int opcode() {
    return Opcode.OUTCOME;
  }

  @Override
  public String mnemonic() {
    return "OUTCOME";
  }

  @Override
  public Effect effect() {
    return Effect.PURE;
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
    return "asks how an operation of this session ended";
  }

  @Override
  public Status execute(Execution execution) {
    long operationNumber = execution.operand0();
    if (operationNumber < 0 || operationNumber > OPERATION_NUMBER_MAX) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    OutcomeLookup outcomes = execution.outcomes();
    if (outcomes == null) {
      return execution.refused(Status.SESSION_REQUIRED, 0);
    }
    long outcome = outcomes.outcomeOf(operationNumber);
    return outcome == OutcomeLookup.NOT_RECORDED
        ? execution.refused(Status.NOT_RECORDED, 0)
        : execution.done(outcome);
  }

  @Override
  public int resultDataBytes(InstructionCore core) {
    return 0;
  }
}
