package io.netdam.simulator;

import io.netdam.simulator.command.PlantedCommand;
import io.netdam.simulator.command.SeedRange;
import io.netdam.simulator.command.SeedsCommand;
import io.netdam.simulator.command.TableCommand;
import io.netdam.simulator.command.TableCommand.Mode;
import io.netdam.transport.Rule;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The command {@code netdam simulate}. */
public final class Simulation {
  private static final String HELP =
      """
      Usage: netdam simulate [--seeds A..B] [--trace]
             netdam simulate --planted [RULE] [--seeds A..B]
             netdam simulate --table [--check | --write] [FILE]

      Runs the production engines of devices and clients on virtual time, in one process and one
      thread. The same seed is the same run, to the byte.

        --seeds A..B   Lives through these seeds (default 1..500). A seed says everything: devices,
                       shards, clients, what they ask, and what goes wrong: loss, doubling,
                       reordering, packets later than every lease, damage, partitions, crashes,
                       restarts, moves, pauses. Afterwards all is mended, and checks examine
                       whether every promise was kept. Prints what happened, and for each breach
                       the command that replays it.
        --trace        Prints every packet. With one seed: the replay of a breach.
        --planted      Switches off one rule of the engines after the other and looks for the first
                       seed in which a check notices; RULE: that rule only.

        --table        Prints goodput over loss, round trip and paths on a link of 10 Gb/s.
          --check      Compares with FILE (default docs/generated/goodput.csv) byte for byte, and
                       measures what congestion control promises: fairness, incast, a policer.
          --write      Writes FILE.

      Exit status: 0 fine; 1 a promise was broken, or a check failed; 2 wrong usage.
      """;

  private Simulation() {}

  /**
   * Runs the command.
   *
   * @param args what follows {@code netdam simulate}
   * @param out takes reports
   * @param err takes complaints about the usage
   * @return exit status: 0 fine, 1 a check failed, 2 wrong usage
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    try {
      return new Options(args).run(out);
    } catch (IllegalArgumentException wrong) {
      err.println("netdam simulate: " + wrong.getMessage());
      err.println("Try: netdam simulate --help");
      return 2;
    }
  }

  private static final class Options {
    private static final List<String> KNOWN =
        List.of("--seeds", "--trace", "--planted", "--table", "--check", "--write", "--help");

    private final List<String> left;

    private Options(String[] args) {
      left = new java.util.ArrayList<>(Arrays.asList(args));
    }

    private int run(PrintStream out) {
      if (take("--help") || take("-h")) {
        out.print(HELP);
        return 0;
      }
      if (take("--planted")) {
        SeedRange seeds = seeds();
        List<Rule> rules =
            left.isEmpty() ? PlantedCommand.ofEngines() : List.of(rule(left.removeFirst()));
        end();
        return new PlantedCommand(seeds, rules, out).run();
      }
      if (take("--table")) {
        return table(out);
      }
      SeedRange seeds = seeds();
      boolean traced = take("--trace");
      end();
      return new SeedsCommand(seeds, traced, out).run();
    }

    private int table(PrintStream out) {
      boolean checks = take("--check");
      boolean writes = take("--write");
      if (checks && writes) {
        throw new IllegalArgumentException("--check and --write exclude each other");
      }
      boolean named = !left.isEmpty() && !left.getFirst().startsWith("--");
      Path file = Path.of(named ? left.removeFirst() : "docs/generated/goodput.csv");
      end();
      Mode mode = checks ? Mode.CHECK : writes ? Mode.WRITE : Mode.PRINT;
      return new TableCommand(mode, file, out).run();
    }

    private SeedRange seeds() {
      int at = left.indexOf("--seeds");
      if (at < 0) {
        return new SeedRange(1, 500);
      }
      left.remove(at);
      if (at == left.size()) {
        throw new IllegalArgumentException("--seeds wants a range such as 1..500");
      }
      return SeedRange.parse(left.remove(at));
    }

    private static Rule rule(String name) {
      String upper = name.toUpperCase(Locale.ROOT).replace('-', '_');
      return PlantedCommand.ofEngines().stream()
          .filter(rule -> rule.name().equals(upper))
          .findFirst()
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "no rule of the engines is "
                      + name
                      + "; there are "
                      + PlantedCommand.ofEngines()));
    }

    private boolean take(String option) {
      return left.remove(option);
    }

    private void end() {
      if (!left.isEmpty()) {
        String first = left.getFirst();
        throw new IllegalArgumentException(
            KNOWN.contains(first)
                ? first + " does not go together with the rest"
                : "unknown argument " + first);
      }
    }
  }
}
