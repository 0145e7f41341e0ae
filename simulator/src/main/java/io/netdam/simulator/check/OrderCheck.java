package io.netdam.simulator.check;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Effect;
import java.util.List;

/**
 * Nothing runs after a newer change of the same client whose caller already knew how the older one
 * ended, UNKNOWN included: else a late write undoes a newer one (docs/decisions/0001, promise 2).
 */
final class OrderCheck implements Check {
  @Override
  public String name() {
    return "old never over new";
  }

  @Override
  public void examine(Chronicle chronicle, Findings findings) {
    List<Effect> effects = chronicle.effects();
    for (int i = 0; i < effects.size(); i++) {
      Call old = effects.get(i).step().call;
      if (old == null
          || !old.polite
          || !old.ended(Outcome.UNKNOWN)
          || effects.get(i).atNs() <= old.endedNs) {
        continue;
      }
      for (Effect earlier : before(effects, i)) {
        Call newer = earlier.step().call;
        if (newer != null
            && newer.life == old.life
            && earlier.device() == effects.get(i).device()
            // At the same instant nobody can tell which came first.
            && newer.invokedNs > old.endedNs
            && newer != old) {
          findings.add(
              this, "ran at " + effects.get(i).atNs() + ": " + old + " after the newer " + newer);
          break;
        }
      }
    }
  }

  /** Effects before one, the latest first. */
  private static List<Effect> before(List<Effect> effects, int index) {
    return effects.subList(0, index).reversed();
  }
}
