package io.netdam.simulator.network;

import org.jspecify.annotations.Nullable;

/** Whoever waits for a time to come. */
public interface Actor {
  /**
   * The time has come.
   *
   * @param nowNs virtual time
   * @param what the number that the actor gave when it asked
   * @param packet what it gave to keep, or null
   */
  void at(long nowNs, int what, @Nullable Packet packet);
}
