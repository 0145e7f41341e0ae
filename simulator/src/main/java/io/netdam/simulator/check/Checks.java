package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;
import java.util.List;

/** All promises. */
public final class Checks {
  private final List<Check> checks;

  /**
   * All promises.
   *
   * @param latenessNs how long after its deadline a call may end
   * @param crowded whether there are more clients than sessions
   */
  public Checks(long latenessNs, boolean crowded) {
    checks =
        List.of(
            new RestCheck(),
            new AtMostOnceCheck(),
            new LinearizabilityCheck(),
            new DoneCheck(),
            new NotExecutedCheck(),
            new OrderCheck(),
            new ReadCheck(),
            new OutcomeCheck(),
            new EndCheck(latenessNs),
            new StatusCheck(),
            new LivenessCheck(crowded),
            new IntegrityCheck(),
            new LeakCheck(),
            new AmplificationCheck(),
            new CounterCheck());
  }

  /** Examines a run. */
  public Findings examine(Chronicle chronicle) {
    Findings findings = new Findings();
    for (Check check : checks) {
      check.examine(chronicle, findings);
    }
    return findings;
  }
}
