package io.netdam.simulator.command;

import io.netdam.simulator.check.Findings.Violation;
import io.netdam.simulator.scenario.World;
import io.netdam.transport.Rule;
import io.netdam.transport.Rules;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Switches off one rule of the engines after the other and looks for a seed in which a check
 * notices. A rule whose absence nobody notices would be a rule that nobody tests.
 */
public final class PlantedCommand {
  private static final double SECOND_NS = 1e9;

  private final SeedRange seeds;
  private final List<Rule> rules;
  private final PrintStream out;

  /**
   * The command.
   *
   * @param seeds where to look
   * @param rules which rules
   * @param out takes the report
   */
  public PlantedCommand(SeedRange seeds, List<Rule> rules, PrintStream out) {
    this.seeds = seeds;
    this.rules = rules;
    this.out = out;
  }

  /** The rules that engines keep; how a caller is woken is the business of runtimes. */
  public static List<Rule> ofEngines() {
    return List.of(Rule.values()).stream().filter(rule -> rule != Rule.WAKE_UP).toList();
  }

  /**
   * Runs it.
   *
   * @return 0, or 1 if the absence of a rule went unnoticed
   */
  public int run() {
    int unnoticed = 0;
    out.printf("%-30s %5s  %-28s %8s%n", "rule switched off", "seed", "noticed by", "seconds");
    for (Rule rule : rules) {
      unnoticed += look(rule) ? 0 : 1;
    }
    out.printf("%n%d of %d planted faults noticed%n", rules.size() - unnoticed, rules.size());
    return unnoticed == 0 ? 0 : 1;
  }

  private boolean look(Rule rule) {
    Rules without = Rules.without(rule);
    long startNs = System.nanoTime();
    for (long seed = seeds.first(); seed <= seeds.last(); seed++) {
      List<Violation> found = World.run(seed, without, null).findings().violations();
      if (!found.isEmpty()) {
        double seconds = (System.nanoTime() - startNs) / SECOND_NS;
        out.printf(
            Locale.ROOT, "%-30s %5d  %-28s %8.1f%n", rule, seed, found.get(0).check(), seconds);
        return true;
      }
    }
    out.printf("%-30s   none in %d seeds%n", rule, seeds.count());
    return false;
  }
}
