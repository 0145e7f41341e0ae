package io.netdam.simulator.table;

import io.netdam.simulator.network.Actor;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Packet;
import io.netdam.simulator.network.PacketPool;
import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Brings frames through a bottleneck to a host. Of long frames it carries the first bytes only: the
 * rest is known to be zero, and nobody copies it.
 */
final class Lane implements Actor {
  /** Bytes of a frame that are carried. */
  static final int CARRIED_BYTES = 192;

  private final EventQueue events;
  private final PacketPool pool;
  private final Bottleneck bottleneck;
  private final Host to;
  private final Path from;

  /** Takes frames. */
  interface Host {
    /**
     * A frame has arrived.
     *
     * @param from where from
     * @param packet its first bytes, and its length; given back to the pool afterwards
     */
    void arrived(long nowNs, Path from, Packet packet);
  }

  /**
   * A lane.
   *
   * @param from the sender's address, as the receiver sees it
   */
  Lane(EventQueue events, PacketPool pool, Bottleneck bottleneck, Host to, Path from) {
    this.events = events;
    this.pool = pool;
    this.bottleneck = bottleneck;
    this.to = to;
    this.from = from;
  }

  /** Sends a frame. */
  void send(long nowNs, MemorySegment frame, int length) {
    long arrivalNs = bottleneck.carry(nowNs, length);
    if (arrivalNs == Bottleneck.DROPPED) {
      return;
    }
    Packet packet = pool.take();
    MemorySegment.copy(frame, 0, packet.frame, 0, Math.min(length, CARRIED_BYTES));
    packet.length = length;
    packet.sentNs = nowNs;
    events.add(arrivalNs, this, 0, packet);
  }

  @Override
  public void at(long nowNs, int what, @Nullable Packet packet) {
    Objects.requireNonNull(packet);
    to.arrived(nowNs, from, packet);
    pool.give(packet);
  }
}
