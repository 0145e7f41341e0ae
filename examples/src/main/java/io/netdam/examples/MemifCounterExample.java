package io.netdam.examples;

import io.netdam.memif.FrameBurst;
import io.netdam.memif.MemifPort;
import io.netdam.memif.PortCounters;
import java.io.IOException;

/** Counts frames and bytes, and prints both once a second. */
public final class MemifCounterExample {
  private static final long SECOND_NS = 1_000_000_000;

  private long printedNs = System.nanoTime();
  private PortCounters printed = new PortCounters(0, 0, 0, 0, 0, 0, 0, 0);

  private MemifCounterExample() {}

  private void onBurst(MemifPort port, FrameBurst burst) {
    long now = System.nanoTime();
    if (now - printedNs >= SECOND_NS) {
      PortCounters counters = port.counters();
      System.out.printf(
          "%,d frames/s, %,d bytes/s, last of %d bytes%n",
          (counters.receivedFrames() - printed.receivedFrames()) * SECOND_NS / (now - printedNs),
          (counters.receivedBytes() - printed.receivedBytes()) * SECOND_NS / (now - printedNs),
          burst.length(burst.count() - 1));
      printed = counters;
      printedNs = now;
    }
  }

  /** Arguments: {@code server|client SOCKET}. */
  public static void main(String[] arguments) throws IOException {
    MemifLoop.run(MemifLoop.options(arguments), () -> false, new MemifCounterExample()::onBurst);
  }
}
