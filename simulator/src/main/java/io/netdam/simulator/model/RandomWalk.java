package io.netdam.simulator.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A long walk of random steps from a seed, and then the network behaves: everything must end. */
final class RandomWalk {
  private static final int MOST_PACKETS = 40;
  private static final int NEWEST = 4;

  /**
   * Each seed does some kinds of step never and others often: no single mixture reaches every
   * corner.
   */
  private static final int[] MOODS = {0, 0, 1, 3};

  private final long seed;
  private final SplittableRandom random;
  private final World world;
  private final Map<Step.Kind, Integer> weights = new EnumMap<>(Step.Kind.class);

  RandomWalk(long seed, Fault fault, boolean structural) {
    this.seed = seed;
    random = new SplittableRandom(seed);
    int shards = 1 + random.nextInt(2);
    int window = 1 + random.nextInt(4);
    int leaseTicks = 1 + random.nextInt(4);
    int ticketTicks = 1 + random.nextInt(4);
    int tableSize = 1 + random.nextInt(2);
    world =
        new World(
            Scope.wide(shards, tableSize, window, leaseTicks, ticketTicks, random.nextBoolean()),
            fault,
            structural);
    for (Step.Kind kind : Step.Kind.values()) {
      int mood = kind.always() ? 1 : MOODS[random.nextInt(MOODS.length)];
      weights.put(kind, kind.weight() * mood);
    }
  }

  /** The world as it stands: after {@link #walk}, at its end. */
  World world() {
    return world;
  }

  Finding walk(int steps) {
    List<String> trace = new ArrayList<>();
    String search = "seed " + seed;
    try {
      for (int i = 0; i < steps; i++) {
        Step step = next();
        trace.add(world.describe(step));
        world.take(step);
        while (world.packets() > MOST_PACKETS) {
          world.lose(random.nextInt(world.packets()));
        }
      }
      trace.add("the network behaves from now on");
      world.settle();
    } catch (Violation violation) {
      return new Finding(search, violation, trace, trace.size(), false);
    }
    return new Finding(search, null, List.of(), trace.size(), true);
  }

  private Step next() {
    List<Step> steps = new ArrayList<>();
    while (steps.isEmpty()) {
      world.possible(kind(), steps::add);
    }
    int size = steps.size();
    boolean fresh = steps.getFirst().kind() == Step.Kind.DELIVER && random.nextInt(10) < 7;
    int index = fresh ? size - 1 - random.nextInt(Math.min(NEWEST, size)) : random.nextInt(size);
    return steps.get(index);
  }

  private Step.Kind kind() {
    int all = weights.values().stream().mapToInt(Integer::intValue).sum();
    int ticket = random.nextInt(all);
    for (Map.Entry<Step.Kind, Integer> entry : weights.entrySet()) {
      ticket -= entry.getValue();
      if (ticket < 0) {
        return entry.getKey();
      }
    }
    throw new IllegalStateException("a ticket beyond " + all);
  }
}
