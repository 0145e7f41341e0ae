package io.netdam.bench;

import java.io.PrintStream;

/** Time from the start of a process to a device that serves. */
final class ReadyRow implements Row {
  private static final double BOUND_MS = 500;

  @Override
  public String name() {
    return "ready";
  }

  @Override
  public String title() {
    return "start of the process to a serving device, 64 MiB of memory; bound 500 ms";
  }

  @Override
  public boolean run(int rounds, PrintStream out) throws Exception {
    double[] timesMs = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long startNs = System.nanoTime();
      try (Child device =
          Child.java(-1, "io.netdam.bench/io.netdam.bench.DeviceChild", "ADAPTIVE")) {
        device.answer();
        timesMs[round] = (System.nanoTime() - startNs) / 1e6;
      }
    }
    out.printf(
        "  median %.0f ms, worst %.0f ms%n", Samples.median(timesMs), Samples.worst(timesMs));
    return Samples.median(timesMs) < BOUND_MS;
  }
}
