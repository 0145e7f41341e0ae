package io.netdam.simulator.check;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;

/**
 * A caller is refused only for what it asked or for what the device cannot do now; never for what
 * is the client's business: windows, sessions, numbers.
 */
final class StatusCheck implements Check {
  @Override
  public String name() {
    return "refusals are the caller's";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Call call : chronicle.calls()) {
      if (call.polite && call.ended(Outcome.REFUSED) && !allowed(call)) {
        findings.add(this, call.toString());
      }
      if (call.polite && call.status == Status.BELOW_WINDOW && call.changing()) {
        findings.add(this, call.toString());
      }
    }
  }

  private static boolean allowed(Call call) {
    return switch (call.status) {
      case OUT_OF_RANGE, MISALIGNED, BUSY, DRAINING, REPLY_TOO_LARGE -> true;
      case UNSUPPORTED, MISMATCH -> call.all;
      case NOT_RECORDED -> true; // an OUTCOME has closed its number
      case SESSION_REQUIRED, SESSIONS_FULL -> call.steps.get(0).opcode == Opcode.OUTCOME;
      default -> false;
    };
  }
}
