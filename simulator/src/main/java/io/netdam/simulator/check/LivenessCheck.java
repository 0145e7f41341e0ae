package io.netdam.simulator.check;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Call.Phase;
import io.netdam.simulator.history.Chronicle;
import io.netdam.wire.Status;

/**
 * When the network behaves again, everything works again: new calls succeed. Right after, a session
 * may still turn out to be lost; later nothing may.
 */
final class LivenessCheck implements Check {
  private final boolean crowded;

  LivenessCheck(boolean crowded) {
    this.crowded = crowded;
  }

  @Override
  public String name() {
    return "works again";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    for (Call call : chronicle.calls()) {
      if (call.phase == Phase.HOSTILE || !call.polite || call.ended(Outcome.DONE)) {
        continue;
      }
      boolean busy = call.ended(Outcome.REFUSED) && call.status == Status.BUSY;
      boolean full = crowded && call.status == Status.SESSIONS_FULL;
      boolean mended = call.phase == Phase.MENDED;
      boolean lost = mended && call.sessionsLostAfter > call.sessionsLostBefore;
      boolean closed = mended && call.status == Status.NOT_RECORDED; // by a late OUTCOME
      if (!busy && !full && !lost && !closed) {
        findings.add(this, "all was well, but: " + call);
      }
    }
  }
}
