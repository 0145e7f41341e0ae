package io.netdam.simulator.scenario;

import io.netdam.simulator.check.Findings;

/**
 * How a run ended.
 *
 * @param seed its seed
 * @param findings breaches
 * @param tallies counts by {@link Tally}
 * @param hash of every packet, in order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Result(long seed, Findings findings, long[] tallies, long hash) {
  /** One of the counts. */
  public long count(Tally tally) {
    return tallies[tally.ordinal()];
  }
}
