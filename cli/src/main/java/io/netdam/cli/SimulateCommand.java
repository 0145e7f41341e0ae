package io.netdam.cli;

import io.netdam.simulator.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code netdam simulate}: the simulator reads its own options and prints its own help. */
@Command(
    name = "simulate",
    description = "Runs the production engines on virtual time, with faults by seed, and judges.")
final class SimulateCommand implements Callable<Integer> {

  private final Streams streams;

  @Unmatched private List<String> arguments = new ArrayList<>();

  SimulateCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    return Simulation.run(arguments.toArray(String[]::new), streams.out(), streams.err());
  }
}
