package io.netdam.simulator.model;

import java.util.EnumMap;
import java.util.Map;

/**
 * How large the modelled world is.
 *
 * @param name name of the scope
 * @param clients number of clients
 * @param shards shards of the device; session ids name their shard
 * @param tableSize sessions that each shard has room for
 * @param window W, operations
 * @param leaseTicks lease of a session
 * @param ticketTicks life of a ticket
 * @param keepsKey whether a planned restart keeps the key of tickets
 * @param operations operations that a client issues at most, over its restarts
 * @param most how often each kind of step may be taken at most; absent: always
 */
record Scope(
    String name,
    int clients,
    int shards,
    int tableSize,
    int window,
    int leaseTicks,
    int ticketTicks,
    boolean keepsKey,
    int operations,
    Map<Step.Kind, Integer> most) {

  /** Whether any kind of step may be taken any number of times. */
  boolean unlimited() {
    return most.isEmpty();
  }

  /** A scope for every order: each named kind of step may be taken as often as it is named. */
  static Scope tiny(
      String name, int clients, int tableSize, int window, int operations, Step.Kind... allowed) {
    Map<Step.Kind, Integer> most = new EnumMap<>(Step.Kind.class);
    for (Step.Kind kind : Step.Kind.values()) {
      if (!kind.always()) {
        most.put(kind, 0);
      }
    }
    for (Step.Kind kind : allowed) {
      most.merge(kind, 1, Integer::sum);
    }
    return new Scope(name, clients, 1, tableSize, window, 1, 2, true, operations, most);
  }

  /** A scope without limits on kinds of step, for random walks. */
  static Scope wide(
      int shards, int tableSize, int window, int leaseTicks, int ticketTicks, boolean keepsKey) {
    return new Scope(
        "wide", 2, shards, tableSize, window, leaseTicks, ticketTicks, keepsKey, 40, Map.of());
  }
}
