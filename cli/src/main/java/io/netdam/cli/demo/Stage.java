package io.netdam.cli.demo;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Where a round takes place.
 *
 * @param network calm or hostile
 * @param crew the processes
 * @param directory for files of this run
 * @param results takes how fast it went
 * @param out takes what was found
 */
record Stage(String network, Crew crew, Path directory, Results results, PrintStream out) {

  /** Lets children work, and keeps how long each operation took. */
  void run(String operation, long goal, Map<Child, Message> commands, LongConsumer watcher)
      throws InterruptedException {
    long startNs = System.nanoTime();
    crew.run(network + " " + operation, goal, commands, watcher);
    long elapsedNs = System.nanoTime() - startNs;
    Latencies all = new Latencies();
    for (Child child : commands.keySet()) {
      if (child.running()) {
        all.add(Latencies.decoded(child.answer().text("latencies")));
      }
    }
    results.add(network, operation, all, elapsedNs);
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
  void say(String format, Object... values) {
    out.println("  " + network + ": " + format.formatted(values));
    out.flush();
  }
}
