package io.netdam.simulator.nodes;

import io.netdam.engine.DeviceCounter;
import io.netdam.engine.DeviceCounters;
import io.netdam.engine.DeviceEngine;
import io.netdam.engine.DeviceSettings;
import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Chronicle.Oddity;
import io.netdam.simulator.history.Witness;
import io.netdam.simulator.network.Endpoint;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Network;
import io.netdam.simulator.network.NetworkObserver;
import io.netdam.simulator.network.Packet;
import io.netdam.transport.Path;
import io.netdam.transport.Rules;
import io.netdam.wire.DropReason;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A device: shards over one memory, with crashes, after which a new epoch begins, and planned
 * restarts, after which the same epoch goes on.
 */
public final class DeviceNode extends Node {
  /** UDP port of every device. */
  public static final int PORT = 7_300;

  private static final int EPOCH_SHIFT = 40;
  private static final int HANDED_MAX = 32;

  private final int number;
  private final DevicePlan plan;
  private final Rules rules;
  private final Chronicle chronicle;
  private final Ledger ledger;
  private final Witness witness;
  private final Region region;
  private final MemorySegment memory;
  private final byte[] key = new byte[DeviceSettings.TICKET_KEY_BYTES];
  private final List<Shard> shards = new ArrayList<>();
  private final List<DeviceCounters> pastCounters = new ArrayList<>();
  private long delivered;
  private long committed;
  private long epoch;

  /** A device that is down. */
  public DeviceNode(
      int number,
      int host,
      DevicePlan plan,
      Rules rules,
      int memoryBytes,
      Chronicle chronicle,
      EventQueue events,
      Network network,
      NetworkObserver observer,
      SplittableRandom random,
      NodeClock clock) {
    super(host, events, network, observer, random, clock);
    this.number = number;
    this.plan = plan;
    this.rules = rules;
    this.chronicle = chronicle;
    this.memory = MemorySegment.ofArray(new long[memoryBytes / Long.BYTES]);
    this.region = Region.of(memory);
    this.witness = new Witness(number, chronicle, memory);
    this.ledger = new Ledger(number, chronicle);
    random.nextBytes(key);
    epoch = random.nextLong(1, 1_001);
    Path path = Path.ofIpv4(0x0A00_0001 + (number << 8), PORT, 0);
    sockets(new Endpoint[] {network.bind(path, this, 0)});
  }

  /** Where it is. */
  public Path address() {
    return sockets()[0].path();
  }

  /** What it was planned to be. */
  public DevicePlan plan() {
    return plan;
  }

  /** Starts it for the first time. */
  public void begin(long nowNs) {
    makeShards();
    start(nowNs);
  }

  private void makeShards() {
    for (int shard = 0; shard < plan.shards(); shard++) {
      shards.add(new Shard(shard));
    }
  }

  /** Kills it. */
  public void crash(long nowNs) {
    drop(nowNs);
    epoch++;
    if (!plan.keepsKey()) {
      random.nextBytes(key);
    }
    ledger.forget();
  }

  private void drop(long nowNs) {
    for (Shard shard : shards) {
      pastCounters.add(shard.counters);
      shard.handed.forEach(network.pool()::give);
    }
    shards.clear();
    halt(nowNs);
  }

  /**
   * Starts it after a crash.
   *
   * @param memoryLost whether its memory is all zero now
   * @param newClock the clock of its machine now
   */
  public void revive(long nowNs, boolean memoryLost, NodeClock newClock) {
    if (memoryLost) {
      witness.reset(nowNs);
    }
    clock(newClock);
    begin(nowNs);
  }

  /**
   * Stops it by plan.
   *
   * @return what it stores beside its memory, one for each shard
   */
  public List<MemorySegment> stopByPlan(long nowNs) {
    List<MemorySegment> stored = new ArrayList<>();
    for (Shard shard : shards) {
      MemorySegment to = MemorySegment.ofArray(new byte[(int) shard.engine.snapshotBytes()]);
      shard.engine.snapshot(clock().shown(nowNs), to);
      stored.add(to);
    }
    drop(nowNs);
    return stored;
  }

  /** Starts it after a planned stop. */
  public void resume(long nowNs, List<MemorySegment> stored, NodeClock newClock) {
    clock(newClock);
    makeShards();
    for (Shard shard : shards) {
      if (!shard.engine.restore(clock().shown(nowNs), stored.get(shard.index))) {
        chronicle.oddities().add(new Oddity(nowNs, "device " + number + " cannot be resumed"));
      }
    }
    start(nowNs);
  }

  /** Tells everybody to go. */
  public void drain(long nowNs, long graceNs) {
    for (Shard shard : shards) {
      shard.engine.drain(clock().shown(nowNs), graceNs, outbox());
    }
    wakeAt(nowNs);
  }

  @Override
  protected void take(long nowNs, Packet packet) {
    long shownNs = clock().shown(nowNs);
    Path path = packet.from.path(packet.to.socket());
    Shard shard = shards.get(steer(packet));
    ledger.received(nowNs, packet);
    shard.take(nowNs, shownNs, path, packet.frame, packet.length);
  }

  private int steer(Packet packet) {
    if (plan.shards() == 1) {
      return 0;
    }
    int owner =
        packet.length > 16 ? packet.frame.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 8) : 0;
    boolean strays = random.nextDouble() < plan.steering();
    boolean owned = owner > 0 && owner < plan.shards();
    return strays
        ? random.nextInt(plan.shards())
        : owned ? owner : packet.from.path().port() % plan.shards();
  }

  @Override
  protected long work(long nowNs) {
    long shownNs = clock().shown(nowNs);
    long nextNs = NEVER;
    boolean handed = true;
    while (handed) {
      handed = false;
      for (Shard shard : shards) {
        handed |= shard.takeHanded(nowNs, shownNs);
      }
    }
    for (Shard shard : shards) {
      shard.engine.occupancy(0);
      nextNs = Math.min(nextNs, shard.engine.poll(shownNs, outbox()));
    }
    return clock().virtual(nextNs);
  }

  @Override
  protected void leaving(long nowNs, Packet packet) {
    committed++;
    ledger.sent(nowNs, packet);
  }

  /** Notes what is left though everybody has gone, and whether its counters add up. */
  public void account() {
    long sessions = 0;
    long results = 0;
    for (Shard shard : shards) {
      sessions += shard.engine.sessions();
      results += shard.engine.resultsKept();
    }
    String device = "device " + number + ": ";
    chronicle.leftovers().add(new Chronicle.Leftover(device + "sessions", sessions));
    chronicle.leftovers().add(new Chronicle.Leftover(device + "kept results", results));
    String frames = device + "datagrams ";
    chronicle
        .sums()
        .add(new Chronicle.Sum(frames + "in", count(DeviceCounter.DATAGRAMS_IN), delivered));
    chronicle
        .sums()
        .add(new Chronicle.Sum(frames + "out", count(DeviceCounter.DATAGRAMS_OUT), committed));
  }

  /** A counter over all shards and lives. */
  public long count(DeviceCounter counter) {
    long sum = 0;
    for (DeviceCounters past : pastCounters) {
      sum += past.count(counter);
    }
    for (Shard shard : shards) {
      sum += shard.counters.count(counter);
    }
    return sum;
  }

  /** Drops for a reason over all shards and lives. */
  public long dropped(DropReason reason) {
    long sum = 0;
    for (DeviceCounters past : pastCounters) {
      sum += past.dropped(reason);
    }
    for (Shard shard : shards) {
      sum += shard.counters.dropped(reason);
    }
    return sum;
  }

  private final class Shard {
    private final int index;
    private final DeviceCounters counters = new DeviceCounters();
    private final DeviceEngine engine;
    private final Deque<Packet> handed = new ArrayDeque<>();

    private Shard(int index) {
      this.index = index;
      DeviceSettings settings =
          DeviceSettings.builder(epoch, key)
              .deviceId(number, number)
              .shard(index, plan.shards())
              .sessionsMax(plan.sessionsMax())
              .windowDefault(plan.windowDefault())
              .windowMax(plan.windowMax())
              .windowBudget(4 * plan.windowMax())
              .resultBytes(plan.resultBytes())
              .leaseNs(plan.leaseNs())
              .ticketLifeNs(plan.ticketLifeNs())
              .frameBytes(plan.frameBytes())
              .firstSession((epoch & 0xFFFF) << EPOCH_SHIFT | 1)
              .trusted(path -> true)
              .rules(rules)
              .build();
      engine = new DeviceEngine(settings, region, InstructionSet.standard(), counters, this::hand);
    }

    private boolean hand(int to, Path path, MemorySegment frame, long offset, int length) {
      Shard other = shards.get(to);
      Endpoint from = network.at(path);
      if (other.handed.size() >= HANDED_MAX || from == null) {
        return false;
      }
      other.handed.addLast(network.packet(from, sockets()[0], frame, length));
      return true;
    }

    private boolean takeHanded(long nowNs, long shownNs) {
      Packet packet = handed.pollFirst();
      if (packet == null) {
        return false;
      }
      take(nowNs, shownNs, packet.from.path(0), packet.frame, packet.length);
      network.pool().give(packet);
      return true;
    }

    private void take(long nowNs, long shownNs, Path path, MemorySegment frame, int length) {
      delivered++;
      engine.onDatagram(shownNs, path, frame, 0, length, outbox());
      witness.look(nowNs, frame, length);
    }
  }
}
