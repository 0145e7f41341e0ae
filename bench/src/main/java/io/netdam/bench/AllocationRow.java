package io.netdam.bench;

import java.io.PrintStream;

/** Heap bytes per operation, on both sides, counted by the threads' own counters. */
final class AllocationRow implements Row {
  private static final int COUNT = 1_000_000;

  /** Reading the counters allocates a little; nothing that grows with the operations. */
  private static final double BOUND = 0.01;

  @Override
  public String name() {
    return "allocation";
  }

  @Override
  public String title() {
    return "heap bytes per fetch-add over 1,000,000, blocking and asynchronous; bound 0";
  }

  @Override
  public boolean run(int rounds, PrintStream out) throws Exception {
    boolean holds = true;
    try (Child device = Child.java(1, "io.netdam.bench/io.netdam.bench.DeviceChild", "SPIN")) {
      String port = device.answer();
      try (Child client = Child.java(0, "io.netdam.bench/io.netdam.bench.ClientChild", port)) {
        for (String form : new String[] {"blocking", "operations"}) {
          client.ask(form + " " + COUNT / 10);
          long before = Long.parseLong(device.ask("allocated"));
          double ours = Double.parseDouble(client.ask(form + " " + COUNT)) / COUNT;
          double theirs = (double) (Long.parseLong(device.ask("allocated")) - before) / COUNT;
          out.printf("  %s: client %.4f, device %.4f bytes per operation%n", form, ours, theirs);
          holds &= ours < BOUND && theirs < BOUND;
        }
      }
    }
    return holds;
  }
}
