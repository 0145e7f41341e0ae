package io.netdam.simulator.scenario;

import io.netdam.simulator.check.Findings;
import java.util.Map;

/**
 * How a run ended.
 *
 * @param seed its seed
 * @param findings breaches
 * @param tallies counts; what is missing is 0
 * @param hash of every packet, in order
 */
public record Result(long seed, Findings findings, Map<Tally, Long> tallies, long hash) {
  /** One of the counts. */
  public long count(Tally tally) {
    return tallies.getOrDefault(tally, 0L);
  }
}
