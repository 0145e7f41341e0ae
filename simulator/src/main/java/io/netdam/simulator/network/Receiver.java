package io.netdam.simulator.network;

/** A node: has sockets. */
public interface Receiver {
  /**
   * A packet has arrived; the receiver gives it back to the pool.
   *
   * @param nowNs virtual time
   * @param packet the packet
   */
  void receive(long nowNs, Packet packet);

  /** Names the host, for partitions: nodes of the same number are never cut off each other. */
  int host();
}
