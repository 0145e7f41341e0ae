package io.netdam.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** {@code ./netdam bench}: runs the rows and says which bounds hold. */
public final class Main {
  private static final List<Row> ROWS =
      List.of(new ReadRow(), new AllocationRow(), new IdleRow(), new ReadyRow(), new MemifRow());
  private static final int ROUNDS = 9;
  private static final int ROUNDS_MAX = 99;

  private Main() {}

  /**
   * Runs the benchmarks.
   *
   * @param arguments {@code [--row NAME]... [--rounds N]}; exit code 0: all bounds hold, 1: one
   *     does not or could not be measured, 2: usage
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  static int run(String[] arguments, PrintStream out, PrintStream err) {
    List<Row> chosen = new ArrayList<>();
    int rounds = ROUNDS;
    for (int i = 0; i < arguments.length; i++) {
      String value = i + 1 < arguments.length ? arguments[i + 1] : "";
      switch (arguments[i]) {
        case "--row" -> {
          ROWS.stream().filter(row -> row.name().equals(value)).forEach(chosen::add);
          if (chosen.isEmpty()) {
            err.println("netdam bench: no row '" + value + "'; --help lists them");
            return 2;
          }
          i++;
        }
        case "--rounds" -> {
          if (!value.matches("[1-9][0-9]?")) {
            err.println(
                "netdam bench: --rounds takes 1 to " + ROUNDS_MAX + ", not '" + value + "'");
            return 2;
          }
          rounds = Integer.parseInt(value);
          i++;
        }
        case "--help", "-h" -> {
          help(out);
          return 0;
        }
        default -> {
          err.println("netdam bench: unknown option " + arguments[i] + "; see --help");
          return 2;
        }
      }
    }
    return measure(chosen.isEmpty() ? ROWS : chosen, rounds, out, err);
  }

  private static void help(PrintStream out) {
    out.println("Usage: netdam bench [--row NAME]... [--rounds N]");
    out.println("Measures against a limit in the same interleaved run; leave the machine alone.");
    for (Row row : ROWS) {
      out.printf("  %-12s %s%n", row.name(), row.title());
    }
  }

  private static int measure(List<Row> rows, int rounds, PrintStream out, PrintStream err) {
    boolean all = true;
    for (Row row : rows) {
      out.println(row.name() + ": " + row.title());
      try {
        boolean holds = row.run(rounds, out);
        out.println(holds ? "  holds" : "  DOES NOT HOLD");
        all &= holds;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return 1;
      } catch (Exception e) {
        err.println("netdam bench: " + row.name() + " could not be measured: " + e.getMessage());
        all = false;
      }
    }
    return all ? 0 : 1;
  }
}
