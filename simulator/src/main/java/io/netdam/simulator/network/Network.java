package io.netdam.simulator.network;

import io.netdam.simulator.network.NetworkObserver.Fate;
import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Carries packets between endpoints, as the weather has it. */
public final class Network implements Actor {
  private static final int ARRIVAL = 0;

  private final EventQueue events;
  private final PacketPool pool;
  private final SplittableRandom random;
  private final NetworkObserver observer;
  private final Map<Path, Endpoint> endpoints = new HashMap<>();
  private final List<Cut> cuts = new ArrayList<>();
  private Weather weather;
  private long packets;

  /** Without endpoints. */
  public Network(
      EventQueue events,
      PacketPool pool,
      SplittableRandom random,
      Weather weather,
      NetworkObserver observer) {
    this.events = events;
    this.pool = pool;
    this.random = random;
    this.weather = weather;
    this.observer = observer;
  }

  /** The weather from now on; what is under way arrives as it would have. */
  public void weather(Weather next) {
    weather = next;
  }

  /** What changes the packets, for whoever builds some. */
  public PacketPool pool() {
    return pool;
  }

  /**
   * Binds an address.
   *
   * @param path the address; its source does not matter
   * @param owner receives there
   * @param socket index among the owner's sockets
   */
  public Endpoint bind(Path path, Receiver owner, int socket) {
    Path plain = Path.of(path.addressHigh(), path.addressLow(), path.port(), 0);
    Endpoint endpoint = new Endpoint(plain, owner, socket);
    Endpoint before = endpoints.put(plain, endpoint);
    if (before != null) {
      before.release();
    }
    return endpoint;
  }

  /** The address belongs to nobody from now on; what is sent there strays. */
  public void unbind(Endpoint endpoint) {
    endpoint.release();
  }

  /** Who is, or was last, at an address; null if nobody ever was. */
  public @Nullable Endpoint at(Path path) {
    if (path.source() == 0) {
      return endpoints.get(path);
    }
    return endpoints.get(Path.of(path.addressHigh(), path.addressLow(), path.port(), 0));
  }

  /**
   * Cuts hosts off each other.
   *
   * @param one a host
   * @param other another, or −1 for all others
   * @param oneWay whether packets from the other still arrive
   * @param untilNs when it is over
   */
  public void cut(int one, int other, boolean oneWay, long untilNs) {
    cuts.add(new Cut(one, other, oneWay, untilNs));
  }

  /** Ends all partitions. */
  public void mend() {
    cuts.clear();
  }

  /**
   * Sends a packet that the caller has filled; it belongs to the network from now on.
   *
   * @param nowNs virtual time
   * @param packet with frame, length, from and to
   */
  public void send(long nowNs, Packet packet) {
    packet.number = packets++;
    packet.sentNs = nowNs;
    observer.sent(nowNs, packet);
    if (isCut(nowNs, packet)) {
      observer.fate(nowNs, packet, Fate.CUT);
      pool.give(packet);
      return;
    }
    Weather now = weather;
    if (chance(now.lateness())) {
      observer.fate(nowNs, packet, Fate.KEPT_LATE);
      carry(nowNs + random.nextLong(now.lateNs() + 1), copy(packet));
    }
    if (chance(now.loss())) {
      observer.fate(nowNs, packet, Fate.LOST);
      pool.give(packet);
      return;
    }
    if (chance(now.duplication())) {
      observer.fate(nowNs, packet, Fate.DOUBLED);
      carry(nowNs + random.nextLong(2 * now.jitterNs() + 1_000), copy(packet));
    }
    if (chance(now.damage())) {
      damage(packet);
      observer.fate(nowNs, packet, Fate.DAMAGED);
    }
    long leaveNs = nowNs;
    if (chance(now.reordering())) {
      observer.fate(nowNs, packet, Fate.REORDERED);
      leaveNs += random.nextLong(now.reorderNs() + 1);
    }
    carry(leaveNs, packet);
  }

  private Packet copy(Packet packet) {
    Packet copy = pool.copy(packet);
    copy.number = packets++;
    return copy;
  }

  private void carry(long leaveNs, Packet packet) {
    long jitterNs = weather.jitterNs() == 0 ? 0 : random.nextLong(weather.jitterNs() + 1);
    events.add(leaveNs + weather.latencyNs() + jitterNs, this, ARRIVAL, packet);
  }

  private void damage(Packet packet) {
    packet.damaged = true;
    int bits = 8 * packet.length;
    int bit = random.nextInt(bits);
    for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
      bit = (bit + 1 + random.nextInt(64)) % bits; // never the same one again
      byte now = packet.frame.get(ValueLayout.JAVA_BYTE, bit >>> 3);
      packet.frame.set(ValueLayout.JAVA_BYTE, bit >>> 3, (byte) (now ^ 1 << (bit & 7)));
    }
  }

  private boolean chance(double of) {
    return of > 0 && random.nextDouble() < of;
  }

  private boolean isCut(long nowNs, Packet packet) {
    Receiver from = packet.from.owner();
    Receiver to = packet.to.owner();
    if (cuts.isEmpty() || from == null || to == null) {
      return false;
    }
    for (Cut cut : cuts) {
      if (nowNs < cut.untilNs && cut.parts(from.host(), to.host())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void at(long nowNs, int what, @Nullable Packet packet) {
    Objects.requireNonNull(packet);
    Receiver receiver = packet.to.owner();
    if (receiver == null) {
      observer.fate(nowNs, packet, Fate.STRAYED);
      pool.give(packet);
      return;
    }
    observer.fate(nowNs, packet, Fate.ARRIVED);
    receiver.receive(nowNs, packet);
  }

  /**
   * Fills a packet.
   *
   * @param frame its bytes
   * @param length how many
   */
  public Packet packet(Endpoint from, Endpoint to, MemorySegment frame, int length) {
    Packet packet = pool.take();
    MemorySegment.copy(frame, 0, packet.frame, 0, length);
    packet.length = length;
    packet.from = from;
    packet.to = to;
    return packet;
  }

  private record Cut(int one, int other, boolean oneWay, long untilNs) {
    private boolean parts(int from, int to) {
      if (from == to) {
        return false;
      }
      boolean there = from == one && (other < 0 || to == other);
      boolean back = to == one && (other < 0 || from == other);
      return there || (!oneWay && back);
    }
  }
}
