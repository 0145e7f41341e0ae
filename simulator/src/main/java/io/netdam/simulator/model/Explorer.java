package io.netdam.simulator.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes every possible step in every order, breadth first, so that the trace of a violation is a
 * shortest one.
 */
final class Explorer {
  private record Node(World world, @Nullable Path path) {}

  private record Path(@Nullable Path before, Step step) {}

  private final String name;
  private final World start;
  private final int mostStates;

  Explorer(String name, World start, int mostStates) {
    this.name = name;
    this.start = start;
    this.mostStates = mostStates;
  }

  Finding explore(int depth) {
    Set<Long> seen = new HashSet<>();
    List<Node> level = List.of(new Node(start, null));
    for (int i = 0; i < depth && !level.isEmpty(); i++) {
      List<Node> next = new ArrayList<>();
      for (Node node : level) {
        for (Step step : steps(node.world())) {
          World world = node.world().copy();
          Path path = new Path(node.path(), step);
          try {
            world.take(step);
          } catch (Violation violation) {
            return finding(violation, replay(path), seen.size(), false);
          }
          if (seen.add(world.code())) {
            next.add(new Node(world, path));
          }
          if (seen.size() >= mostStates) {
            return finding(null, List.of(), seen.size(), false);
          }
        }
      }
      level = next;
    }
    return finding(null, List.of(), seen.size(), true);
  }

  private Finding finding(
      @Nullable Violation violation, List<String> trace, int states, boolean complete) {
    return new Finding("every order of \"" + name + "\"", violation, trace, states, complete);
  }

  private static List<Step> steps(World world) {
    List<Step> steps = new ArrayList<>();
    for (Step.Kind kind : Step.Kind.values()) {
      world.possible(kind, steps::add);
    }
    return steps;
  }

  private List<String> replay(Path last) {
    List<Step> steps = new ArrayList<>();
    for (Path path = last; path != null; path = path.before()) {
      steps.addFirst(path.step());
    }
    World world = start.copy();
    List<String> trace = new ArrayList<>();
    for (Step step : steps) {
      trace.add(world.describe(step));
      try {
        world.take(step);
      } catch (Violation violation) {
        break;
      }
    }
    return trace;
  }
}
