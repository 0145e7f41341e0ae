package io.netdam.simulator.scenario;

/** What a scenario has more of than others. */
public enum Profile {
  /** Something of everything. */
  MIXED,
  /** Long bursts, whole windows under way, a client that overruns its window. */
  BURSTS,
  /** Devices that restart again and again. */
  RESTARTS,
  /** Clients that are silent for longer than their leases. */
  SILENCES,
  /** More clients than sessions. */
  CROWD,
  /** Two shards, and packets that land at the wrong one. */
  SHARDS,
  /** Clients that move and are killed. */
  WANDERERS,
  /** Little room for results, devices that drain. */
  NARROWNESS
}
