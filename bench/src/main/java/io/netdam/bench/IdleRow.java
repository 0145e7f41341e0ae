package io.netdam.bench;

import java.io.PrintStream;

/** CPU of a device that nobody asks for anything, in its default mode. */
final class IdleRow implements Row {
  private static final long WINDOW_MS = 10_000;
  private static final double BOUND_PERCENT = 1.0;

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public String title() {
    return "CPU of an idle device in adaptive mode, percent of one CPU; bound 1";
  }

  @Override
  public boolean run(int rounds, PrintStream out) throws Exception {
    try (Child device = Child.java(-1, "io.netdam.bench/io.netdam.bench.DeviceChild", "ADAPTIVE")) {
      String port = device.answer();
      try (Child client = Child.java(-1, "io.netdam.bench/io.netdam.bench.ClientChild", port)) {
        client.ask("blocking 10000"); // it has been busy before
      }
      Thread.sleep(1_000);
      long before = device.cpuTicks();
      long startNs = System.nanoTime();
      Thread.sleep(WINDOW_MS);
      double elapsedTicks = (System.nanoTime() - startNs) / 1e7;
      double percent = 100.0 * (device.cpuTicks() - before) / elapsedTicks;
      out.printf("  %.2f %%%n", percent);
      return percent < BOUND_PERCENT;
    }
  }
}
