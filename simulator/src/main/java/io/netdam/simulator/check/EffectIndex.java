package io.netdam.simulator.check;

import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Effect;
import io.netdam.simulator.history.Step;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the first effect of a step. */
final class EffectIndex {
  private final IdentityHashMap<Step, Effect> first = new IdentityHashMap<>();

  EffectIndex(Chronicle chronicle) {
    for (Effect effect : chronicle.effects()) {
      first.putIfAbsent(effect.step(), effect);
    }
  }

  @Nullable Effect of(Step step) {
    return first.get(step);
  }
}
