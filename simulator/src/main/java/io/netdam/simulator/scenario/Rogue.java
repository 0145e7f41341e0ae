package io.netdam.simulator.scenario;

import io.netdam.simulator.network.Endpoint;
import io.netdam.simulator.network.Network;
import io.netdam.simulator.network.Packet;
import io.netdam.simulator.network.Receiver;
import io.netdam.transport.Path;
import io.netdam.wire.Checksum;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Somebody who sees packets of clients and sends them again: at another time, from another address,
 * from an address of its own, and there also with changes of its own.
 */
final class Rogue implements Receiver {
  private static final int REMEMBERED = 256;

  private final Network network;
  private final SplittableRandom random;
  private final List<Seen> seen = new ArrayList<>();
  private final Endpoint own;
  private final Checksum checksum = new Checksum();
  private int next;

  private record Seen(MemorySegment frame, Endpoint from, Endpoint to) {}

  Rogue(Network network, SplittableRandom random) {
    this.network = network;
    this.random = random;
    this.own = network.bind(Path.ofIpv4(0x0A06_0606, 666, 0), this, 0);
  }

  /** Remembers some of the packets. */
  void see(Packet packet) {
    if (random.nextInt(4) != 0) {
      return;
    }
    MemorySegment frame = MemorySegment.ofArray(new byte[packet.length]);
    MemorySegment.copy(packet.frame, 0, frame, 0, packet.length);
    Seen one = new Seen(frame, packet.from, packet.to);
    if (seen.size() < REMEMBERED) {
      seen.add(one);
    } else {
      seen.set(next++ % REMEMBERED, one);
    }
  }

  /**
   * A packet to send.
   *
   * @return null if it has seen none
   */
  @org.jspecify.annotations.Nullable
  Packet replay() {
    if (seen.isEmpty()) {
      return null;
    }
    Seen one = seen.get(random.nextInt(seen.size()));
    int how = random.nextInt(6);
    Endpoint from =
        switch (how) {
          case 0, 1, 2 -> one.from;
          case 3 -> seen.get(random.nextInt(seen.size())).from;
          default -> own;
        };
    Packet packet = network.packet(from, one.to, one.frame, (int) one.frame.byteSize());
    if (how == 5) {
      int at = 1 + random.nextInt(packet.length - 1);
      packet.frame.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
      checksum.seal(packet.frame, 0, packet.length);
    }
    return packet;
  }

  @Override
  public void receive(long nowNs, Packet packet) {
    network.pool().give(packet);
  }

  @Override
  public int host() {
    return Integer.MAX_VALUE;
  }
}
