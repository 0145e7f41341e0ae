package io.netdam.simulator.model;

import static io.netdam.simulator.model.Step.Kind.ABANDON;
import static io.netdam.simulator.model.Step.Kind.ASK;
import static io.netdam.simulator.model.Step.Kind.CLIENT_RESTART;
import static io.netdam.simulator.model.Step.Kind.CLOSE;
import static io.netdam.simulator.model.Step.Kind.DEVICE_CRASH;
import static io.netdam.simulator.model.Step.Kind.GATE;
import static io.netdam.simulator.model.Step.Kind.MOVE;
import static io.netdam.simulator.model.Step.Kind.PLANNED_RESTART;
import static io.netdam.simulator.model.Step.Kind.TICK;

import java.util.List;

/** The two searches: every order of a few steps in small scopes, and long random walks. */
public final class Search {
  private static final int WALK_STEPS = 400;
  private static final int MOST_STATES = 1_000_000;

  /** One corner of the rules each, so that every order stays a matter of seconds. */
  private static final List<Scope> SCOPES =
      List.of(
          Scope.tiny("time passes", 1, 1, 2, 3, TICK, TICK, TICK),
          Scope.tiny("given up", 1, 1, 3, 3, ABANDON, ASK),
          Scope.tiny("refused", 1, 1, 2, 3, GATE, GATE, ABANDON, ASK),
          Scope.tiny("restarts", 1, 1, 2, 3, PLANNED_RESTART, DEVICE_CRASH, TICK),
          Scope.tiny("moves", 1, 1, 2, 2, MOVE, MOVE, TICK, TICK, ABANDON),
          Scope.tiny("full table", 2, 1, 2, 1, TICK, TICK),
          Scope.tiny("lives", 1, 2, 2, 3, CLIENT_RESTART, CLOSE, TICK, TICK));

  private Search() {}

  /** Names of the scopes of {@link #everyOrder}. */
  public static List<String> scopes() {
    return SCOPES.stream().map(Scope::name).toList();
  }

  /**
   * Takes every order of steps in a scope, to a depth.
   *
   * @param scope one of {@link #scopes()}
   * @param fault rule that is off
   * @param depth steps
   * @param inside whether promises about the inside of the device count, or only what a caller can
   *     see
   * @return the first finding, with a shortest trace; not complete when there were too many states
   */
  public static Finding everyOrder(String scope, Fault fault, int depth, boolean inside) {
    Scope found = SCOPES.stream().filter(s -> s.name().equals(scope)).findFirst().orElseThrow();
    return new Explorer(scope, new World(found, fault, inside), MOST_STATES).explore(depth);
  }

  /** The walk from one seed; its trace is the same each time. */
  public static Finding walk(long seed, Fault fault, boolean inside) {
    return new RandomWalk(seed, fault, inside).walk(WALK_STEPS);
  }

  /**
   * Walks at random from each of the seeds 1 to {@code seeds}, until one breaks a promise.
   *
   * @param fault rule that is off
   * @param seeds number of seeds
   * @param inside as in {@link #everyOrder}
   * @return the first finding, or the sum of all walks
   */
  public static Finding walks(Fault fault, int seeds, boolean inside) {
    long steps = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      Finding finding = walk(seed, fault, inside);
      if (finding.found()) {
        return finding;
      }
      steps += finding.states();
    }
    return new Finding("seeds 1 to " + seeds, null, List.of(), steps, true);
  }
}
