package io.netdam.simulator.check;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.wire.Status;

/**
 * Every call ends, once, by its deadline, and with a reason: NOT_SENT and UNKNOWN only when the
 * time was up, the caller gave up, or the session was lost.
 */
final class EndCheck implements Check {
  private final long latenessNs;

  EndCheck(long latenessNs) {
    this.latenessNs = latenessNs;
  }

  @Override
  public String name() {
    return "typed end";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Call call : chronicle.calls()) {
      if (call.orphaned) {
        continue;
      }
      if (call.endings != 1) {
        findings.add(this, "ended " + call.endings + " times: " + call);
      } else if (call.endedNs > call.deadlineNs + latenessNs) {
        findings.add(this, "ended after its deadline " + call.deadlineNs + ": " + call);
      } else if (!justified(call)) {
        findings.add(this, "ended without reason: " + call);
      }
    }
  }

  private static boolean justified(Call call) {
    boolean open = call.ended(Outcome.UNKNOWN) || call.ended(Outcome.NOT_SENT);
    return !open
        || call.cancelled
        || call.endedNs >= call.deadlineNs
        || call.status == Status.REPLY_TOO_LARGE
        || (call.ended(Outcome.UNKNOWN) && call.sessionsLostAfter > call.sessionsLostBefore);
  }
}
