package io.netdam.simulator.nodes;

/**
 * What a device is, by its scenario.
 *
 * @param shards how many
 * @param sessionsMax the table of each shard
 * @param windowDefault window of a session
 * @param windowMax the largest window
 * @param resultBytes room for large results
 * @param leaseNs a session's life without packets
 * @param ticketLifeNs a ticket's life
 * @param frameBytes the longest frame
 * @param keepsKey whether its ticket key outlives a crash
 * @param steering chance that a packet lands at a shard that does not own its session
 */
public record DevicePlan(
    int shards,
    int sessionsMax,
    int windowDefault,
    int windowMax,
    int resultBytes,
    long leaseNs,
    long ticketLifeNs,
    int frameBytes,
    boolean keepsKey,
    double steering) {

  /** How long after the last packet nothing of it can be left at the device. */
  public long forgottenNs() {
    return leaseNs + ticketLifeNs + Math.max(leaseNs, ticketLifeNs);
  }
}
