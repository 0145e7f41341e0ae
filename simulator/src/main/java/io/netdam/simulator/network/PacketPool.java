package io.netdam.simulator.network;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
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
    if (free == null) {
      MemorySegment slab = arena.allocate((long) frameBytes * SLAB_PACKETS, 64);
      for (int i = SLAB_PACKETS - 1; i >= 0; i--) {
        Packet packet =
            new Packet(slab.asSlice((long) i * frameBytes, frameBytes), Endpoint.NOWHERE);
        packet.next = free;
        free = packet;
      }
    }
    Packet packet = Objects.requireNonNull(free);
    free = packet.next;
    packet.next = null;
    packet.damaged = false;
    out++;
    return packet;
  }

  /** A packet with the same bytes, from and to. */
  public Packet copy(Packet of) {
    Packet packet = take();
    MemorySegment.copy(of.frame, 0, packet.frame, 0, of.length);
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
