package io.netdam.simulator.command;

import io.netdam.simulator.check.Findings.Violation;
import io.netdam.simulator.scenario.Result;
import io.netdam.simulator.scenario.Tally;
import io.netdam.simulator.scenario.World;
import io.netdam.transport.Rules;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lives through a range of seeds, prints what was counted, and every breach of a promise. */
public final class SeedsCommand {
  private static final List<Tally> MUST_HAPPEN =
      List.of(
          Tally.OPERATIONS,
          Tally.LOSSES,
          Tally.DUPLICATES,
          Tally.REORDERINGS,
          Tally.LATE_COPIES,
          Tally.DAMAGED,
          Tally.RESTARTS,
          Tally.EXPIRIES,
          Tally.RETRANSMISSIONS,
          Tally.ANSWERED_FROM_RECORD);
  private static final int SEEDS_TO_JUDGE = 20;
  private static final int SHOWN_OF_A_SEED = 3;
  private static final int SHOWN_CHARACTERS = 600;

  private final SeedRange seeds;
  private final boolean traced;
  private final PrintStream out;

  /**
   * The command.
   *
   * @param seeds which
   * @param traced whether to print every packet
   * @param out takes the report
   */
  public SeedsCommand(SeedRange seeds, boolean traced, PrintStream out) {
    this.seeds = seeds;
    this.traced = traced;
    this.out = out;
  }

  /**
   * Runs it.
   *
   * @return 0, or 1 if a promise was broken or too little happened
   */
  public int run() {
    Map<Tally, Long> sums = new EnumMap<>(Tally.class);
    Map<Tally, Long> seedsWith = new EnumMap<>(Tally.class);
    long violations = 0;
    long failed = 0;
    long hash = 0;
    for (long seed = seeds.first(); seed <= seeds.last(); seed++) {
      Result result = World.run(seed, Rules.ALL, traced ? out : null);
      for (Tally tally : Tally.values()) {
        sums.merge(tally, result.count(tally), Long::sum);
        seedsWith.merge(tally, result.count(tally) > 0 ? 1L : 0L, Long::sum);
      }
      hash = hash * 31 + result.hash();
      List<Violation> found = result.findings().violations();
      if (!found.isEmpty()) {
        failed++;
        violations += found.size();
        report(seed, found);
      }
    }
    out.printf("%n%-22s %14s %8s%n", "", "in all", "seeds");
    for (Tally tally : Tally.values()) {
      out.printf(
          Locale.ROOT,
          "%-22s %,14d %8d%n",
          tally.label(),
          sums.getOrDefault(tally, 0L),
          seedsWith.getOrDefault(tally, 0L));
    }
    boolean enough = enough(seedsWith);
    out.printf(
        Locale.ROOT,
        "%n%d seeds, %d violations in %d of them, hash %016x%n",
        seeds.count(),
        violations,
        failed,
        hash);
    return violations == 0 && enough ? 0 : 1;
  }

  private boolean enough(Map<Tally, Long> seedsWith) {
    boolean enough = true;
    for (Tally tally : MUST_HAPPEN) {
      if (seeds.count() >= SEEDS_TO_JUDGE
          && seedsWith.getOrDefault(tally, 0L) * 10 < seeds.count() * 9) {
        out.println("too few seeds with " + tally.label() + ": nine of ten must have some");
        enough = false;
      }
    }
    return enough;
  }

  private void report(long seed, List<Violation> found) {
    out.println("seed " + seed + ": " + found.size() + " violations");
    for (Violation violation : found.subList(0, Math.min(SHOWN_OF_A_SEED, found.size()))) {
      String what = violation.what();
      out.println(
          "  "
              + violation.check()
              + ": "
              + (what.length() > SHOWN_CHARACTERS ? what.substring(0, SHOWN_CHARACTERS) : what));
    }
    out.println("  replay: netdam simulate --seeds " + seed + " --trace");
  }
}
