package io.netdam.simulator.network;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Packets to be used again; all memory outside the heap, as sockets have it. */
public final class PacketPool {
  private static final int SLAB_PACKETS = 256;

  private final int frameBytes;
  private final Arena arena = Arena.ofAuto();
  private @Nullable Packet free;
  private int out;

  /** Without packets yet. */
  public PacketPool(int frameBytes) {
    this.frameBytes = (frameBytes + 63) & -64;
  }

  /** A packet whose bytes may be anything. */
  public Packet take() {
    Packet packet = free == null ? slab() : free;
    free = packet.next;
    packet.next = null;
    packet.damaged = false;
    out++;
    return packet;
  }

  /** More memory: the packets of a slab, one behind the other. */
  private Packet slab() {
    MemorySegment slab = arena.allocate((long) frameBytes * SLAB_PACKETS, 64);
    Packet first = new Packet(slab.asSlice(0, frameBytes), Endpoint.NOWHERE);
    Packet last = first;
    for (int i = 1; i < SLAB_PACKETS; i++) {
      Packet packet = new Packet(slab.asSlice((long) i * frameBytes, frameBytes), Endpoint.NOWHERE);
      last.next = packet;
      last = packet;
    }
    return first;
  }

  /** A packet with the same bytes, from and to. */
  public Packet copy(Packet of) {
    return copy(of, of.length);
  }

  /** The same, where only the first bytes are in the packet. */
  public Packet copy(Packet of, int bytesMax) {
    Packet packet = take();
    MemorySegment.copy(of.frame, 0, packet.frame, 0, Math.min(of.length, bytesMax));
    packet.length = of.length;
    packet.from = of.from;
    packet.to = of.to;
    packet.sentNs = of.sentNs;
    packet.damaged = of.damaged;
    return packet;
  }

  /** Takes a packet back. */
  public void give(Packet packet) {
    packet.next = free;
    packet.from = Endpoint.NOWHERE;
    packet.to = Endpoint.NOWHERE;
    free = packet;
    out--;
  }

  /** How many are in use. */
  public int out() {
    return out;
  }
}
