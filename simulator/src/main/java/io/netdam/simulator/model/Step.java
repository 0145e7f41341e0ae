package io.netdam.simulator.model;

/**
 * One step of the world.
 *
 * @param kind what happens
 * @param client which client, or for DELIVER the shard on which the packet lands
 * @param index which packet or operation
 */
record Step(Kind kind, int client, int index) {

  /**
   * The kinds of step. {@link #always()}: what the protocol itself does, not the world around it.
   */
  enum Kind {
    DELIVER(470),
    HAND_OVER(80),
    OPEN(70),
    SEND(110),
    RETRANSMIT(70),
    ISSUE(20),
    ABANDON(40),
    ASK(40),
    CLOSE(8),
    CLIENT_RESTART(8),
    MOVE(16),
    DEVICE_CRASH(6),
    PLANNED_RESTART(12),
    TICK(35),
    GATE(15);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    /** How often a random walk tries it, relative to others. */
    int weight() {
      return weight;
    }

    boolean always() {
      return compareTo(RETRANSMIT) <= 0;
    }
  }
}
