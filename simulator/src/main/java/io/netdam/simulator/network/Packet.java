package io.netdam.simulator.network;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A datagram under way; used again by {@link PacketPool}. */
public final class Packet {
  /** Holds it from offset 0. */
  public final MemorySegment frame;

  /** Its bytes. */
  public int length;

  /** Where it came from. */
  public Endpoint from;

  /** Where it goes. */
  public Endpoint to;

  /** Its number in the log of this run; copies have numbers of their own. */
  public long number;

  /** When it was sent. */
  public long sentNs;

  /** Whether the network has changed a bit of it. */
  public boolean damaged;

  @Nullable Packet next;

  Packet(MemorySegment frame, Endpoint nowhere) {
    this.frame = frame;
    this.from = nowhere;
    this.to = nowhere;
  }
}
