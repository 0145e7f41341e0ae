package io.netdam.simulator.scenario;

import io.netdam.simulator.network.Actor;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Network;
import io.netdam.simulator.network.Packet;
import io.netdam.simulator.nodes.ClientNode;
import io.netdam.simulator.nodes.DeviceNode;
import io.netdam.simulator.nodes.Node;
import io.netdam.simulator.nodes.NodeClock;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Lets the planned troubles happen, and what has to follow them. */
final class Misfortune implements Actor {
  private static final int REPLAY = -1;
  private static final long MS = 1_000_000;
  private static final int ROOM = Integer.MAX_VALUE;

  private final Plan plan;
  private final EventQueue events;
  private final Network network;
  private final Log log;
  private final Watch watch;
  private final List<DeviceNode> devices;
  private final List<ClientNode> clients;
  private final SplittableRandom random;
  private final Rogue rogue;
  private boolean over;

  Misfortune(
      Plan plan,
      EventQueue events,
      Network network,
      Log log,
      Watch watch,
      List<DeviceNode> devices,
      List<ClientNode> clients,
      SplittableRandom random,
      Rogue rogue) {
    this.plan = plan;
    this.events = events;
    this.network = network;
    this.log = log;
    this.watch = watch;
    this.devices = devices;
    this.clients = clients;
    this.random = random;
    this.rogue = rogue;
  }

  /** A clock that starts anywhere and is up to half a per cent wrong. */
  static NodeClock clock(SplittableRandom random) {
    long rate = random.nextInt(4) == 0 ? random.nextInt(-5_000, 5_001) : random.nextInt(-100, 101);
    return new NodeClock(random.nextLong(1L << 50), rate);
  }

  void begin() {
    for (int i = 0; i < plan.troubles().size(); i++) {
      events.add(plan.troubles().get(i).atNs(), this, i, null);
    }
    for (int i = 0; i < plan.replays(); i++) {
      events.add(random.nextLong(plan.hostileNs()), this, REPLAY, null);
    }
  }

  /** Nothing more happens; who stands still goes on. */
  void end() {
    over = true;
    log.note(events.nowNs(), "all is mended");
    for (Node node : devices) {
      heal(node);
    }
    for (Node node : clients) {
      heal(node);
    }
  }

  private void heal(Node node) {
    node.outboxRoom(ROOM);
    node.proceed(events.nowNs());
  }

  @Override
  public void at(long nowNs, int what, @Nullable Packet packet) {
    if (over) {
      return;
    }
    if (what == REPLAY) {
      replay(nowNs);
      return;
    }
    Trouble trouble = plan.troubles().get(what);
    log.note(nowNs, trouble.toString());
    switch (trouble.kind()) {
      case CRASH, PLANNED_RESTART -> restart(nowNs, trouble, devices.get(trouble.target()));
      case KILL, MOVE, CHANGE_PATHS, LEAVE ->
          befallClient(nowNs, trouble, clients.get(trouble.target()));
      case STOP -> {
        host(trouble.target()).stop(nowNs + trouble.lastsNs());
        watch.count(Tally.STOPS, 1);
      }
      case CUT ->
          network.cut(
              trouble.target(),
              trouble.option(),
              (trouble.lastsNs() & 1) != 0,
              nowNs + trouble.lastsNs());
      case NARROW -> {
        Node node = host(trouble.target());
        node.outboxRoom(trouble.option());
        later(nowNs + trouble.lastsNs(), () -> node.outboxRoom(ROOM));
      }
      case STORM -> {
        network.weather(plan.storm());
        later(nowNs + trouble.lastsNs(), this::storm);
      }
    }
  }

  private void storm() {
    if (!over) {
      network.weather(plan.weather());
    }
  }

  private Node host(int index) {
    return index < devices.size() ? devices.get(index) : clients.get(index - devices.size());
  }

  private void later(long atNs, Runnable what) {
    events.add(atNs, (_, _, _) -> what.run(), 0, null);
  }

  private void replay(long nowNs) {
    Packet packet = rogue.replay();
    if (packet != null) {
      watch.count(Tally.REPLAYS, 1);
      watch.rogueSends(true);
      network.send(nowNs, packet);
      watch.rogueSends(false);
    }
  }

  private void restart(long nowNs, Trouble trouble, DeviceNode device) {
    if (!device.up()) {
      return;
    }
    if (trouble.kind() == Trouble.Kind.CRASH) {
      device.crash(nowNs);
      watch.count(Tally.CRASHES, 1);
      watch.count(Tally.RESTARTS, 1);
      later(
          nowNs + trouble.lastsNs(),
          () -> device.revive(events.nowNs(), trouble.option() == 1, clock(random)));
      return;
    }
    long graceNs = trouble.option() * MS;
    if (graceNs > 0) {
      watch.count(Tally.DRAINS, 1);
      device.drain(nowNs, graceNs);
    }
    later(nowNs + graceNs + graceNs / 4, () -> stopByPlan(trouble, device));
  }

  private void stopByPlan(Trouble trouble, DeviceNode device) {
    if (!device.up()) {
      return; // it has crashed meanwhile
    }
    List<MemorySegment> stored = device.stopByPlan(events.nowNs());
    watch.count(Tally.PLANNED_RESTARTS, 1);
    watch.count(Tally.RESTARTS, 1);
    later(
        events.nowNs() + trouble.lastsNs(),
        () -> device.resume(events.nowNs(), stored, clock(random)));
  }

  private void befallClient(long nowNs, Trouble trouble, ClientNode client) {
    if (!client.up()) {
      return;
    }
    switch (trouble.kind()) {
      case KILL -> {
        client.kill(nowNs);
        watch.count(Tally.CLIENT_RESTARTS, 1);
        later(
            nowNs + trouble.lastsNs(),
            () -> client.begin(events.nowNs(), trouble.option() == 1, clock(random)));
      }
      case MOVE -> {
        client.move(trouble.option());
        watch.count(Tally.MOVES, 1);
      }
      case CHANGE_PATHS -> {
        client.changePaths(nowNs);
        watch.count(Tally.MOVES, 1);
      }
      default -> client.leaveAndReturn(nowNs);
    }
  }
}
