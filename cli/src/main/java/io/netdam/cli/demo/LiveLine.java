package io.netdam.cli.demo;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * Tells how far it is: a line that is written over on a terminal, else a line every five seconds.
 */
final class LiveLine {

  private static final long TERMINAL_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long OTHER_EVERY_NS = TimeUnit.SECONDS.toNanos(5);
  private static final int WIDTH = 70;

  private final PrintStream err;
  private final boolean terminal;
  private final long startNs = System.nanoTime();
  private String what = "";
  private long goal;
  private long shownNs = startNs;
  private boolean dirty;

  LiveLine(PrintStream err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  void begin(String stage, long whole) {
    what = stage;
    goal = whole;
  }

  void show(long done) {
    long now = System.nanoTime();
    if (now - shownNs < (terminal ? TERMINAL_EVERY_NS : OTHER_EVERY_NS)) {
      return;
    }
    shownNs = now;
    String line =
        "[%2d s] %s: %,d of %,d"
            .formatted(TimeUnit.NANOSECONDS.toSeconds(now - startNs), what, done, goal);
    if (terminal) {
      err.print("\r" + line + " ".repeat(Math.max(0, WIDTH - line.length())));
      dirty = true;
    } else {
      err.println(line);
    }
    err.flush();
  }

  void end() {
    if (dirty) {
      err.print("\r" + " ".repeat(WIDTH) + "\r");
      err.flush();
      dirty = false;
    }
  }
}
