package io.netdam.simulator.scenario;

import io.netdam.engine.ClientCounter;
import io.netdam.engine.DeviceCounter;
import io.netdam.engine.Outcome;
import io.netdam.simulator.check.Checks;
import io.netdam.simulator.check.Findings;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Call.Phase;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Network;
import io.netdam.simulator.network.PacketPool;
import io.netdam.simulator.nodes.ClientNode;
import io.netdam.simulator.nodes.ClientPlan;
import io.netdam.simulator.nodes.DeviceNode;
import io.netdam.simulator.nodes.NodeClock;
import io.netdam.simulator.nodes.RestlessException;
import io.netdam.simulator.workload.Layout;
import io.netdam.simulator.workload.RandomCaller;
import io.netdam.transport.Path;
import io.netdam.transport.Rule;
import io.netdam.transport.Rules;
import io.netdam.wire.DropReason;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A planned world: its nodes, its network, and the phases of its life. */
public final class World {
  private static final long MS = 1_000_000;
  private static final int FRAME_BYTES = 1_536;
  private static final long START_NS = MS;
  private static final int CALLS = 8;
  private static final double MENDED_LOSS = 0.05;

  private final Plan plan;
  private final SplittableRandom random;
  private final EventQueue events = new EventQueue();
  private final PacketPool pool = new PacketPool(FRAME_BYTES);
  private final Chronicle chronicle = new Chronicle();
  private final Log log;
  private final Watch watch;
  private final Network network;
  private final Misfortune misfortune;
  private final List<DeviceNode> devices = new ArrayList<>();
  private final List<ClientNode> clients = new ArrayList<>();
  private final List<RandomCaller> callers = new ArrayList<>();

  private World(Plan plan, Rules rules, @Nullable PrintStream trace) {
    this.plan = plan;
    this.random = new SplittableRandom(plan.seed() ^ 0x5DEE_CE66_D1CE_4E5BL);
    this.log = new Log(trace);
    this.watch = new Watch(chronicle, log, plan);
    this.network = new Network(events, pool, random.split(), plan.weather(), watch);
    Rogue rogue = new Rogue(network, random.split());
    watch.rogue(rogue);
    for (int i = 0; i < plan.devices().size(); i++) {
      devices.add(
          new DeviceNode(
              i,
              i,
              plan.devices().get(i),
              rules,
              Layout.END,
              chronicle,
              events,
              network,
              watch,
              random.split(),
              clock()));
    }
    Path[] addresses = devices.stream().map(DeviceNode::address).toArray(Path[]::new);
    for (int i = 0; i < plan.clients().size(); i++) {
      addClient(i, rules, addresses);
    }
    misfortune =
        new Misfortune(plan, events, network, log, watch, devices, clients, random.split(), rogue);
  }

  private void addClient(int index, Rules rules, Path[] addresses) {
    ClientPlan client = plan.clients().get(index);
    RandomCaller caller =
        new RandomCaller(
            plan.work().get(index),
            chronicle,
            random.split(),
            device -> watch.latestNumber(index, device));
    callers.add(caller);
    clients.add(
        new ClientNode(
            index,
            devices.size() + index,
            client,
            client.polite() ? rules : Rules.without(Rule.WINDOW_RESPECTED),
            addresses,
            caller,
            chronicle,
            events,
            network,
            watch,
            random.split(),
            clock()));
  }

  private NodeClock clock() {
    return Misfortune.clock(random);
  }

  /**
   * Lives through a seed.
   *
   * @param seed says everything
   * @param rules the rules that the engines keep
   * @param trace takes the log of packets, or null
   */
  public static Result run(long seed, Rules rules, @Nullable PrintStream trace) {
    World world = new World(Plan.of(seed), rules, trace);
    try {
      world.live();
    } catch (RestlessException restless) {
      world
          .chronicle
          .spins()
          .add(new Chronicle.Spin(world.events.nowNs(), restless.host(), restless.runs()));
    } catch (RuntimeException | AssertionError thrown) {
      StackTraceElement[] stack = thrown.getStackTrace();
      String where = stack.length == 0 ? "" : " at " + stack[0];
      world
          .chronicle
          .oddities()
          .add(new Chronicle.Oddity(world.events.nowNs(), "thrown: " + thrown + where));
      if (trace != null) {
        thrown.printStackTrace(trace);
      }
    }
    return world.result();
  }

  private void live() {
    devices.forEach(device -> device.begin(START_NS));
    clients.forEach(client -> client.begin(START_NS, false, client.clock()));
    misfortune.begin();
    events.run(plan.hostileNs());
    misfortune.end();
    // Mended, and yet a few packets are lost: who waits must notice by himself.
    network.weather(plan.weather().lossy(MENDED_LOSS));
    network.mend();
    long nowNs = events.nowNs();
    long longestNs = plan.leaseNs();
    events.run(nowNs + longestNs); // whoever is down comes back
    // What is under way may be as old as the latest copy, and each call has its deadline.
    callers.forEach(caller -> caller.quieten(Phase.MENDED, CALLS, 40 * longestNs));
    runUntilFinished(400 * longestNs);
    network.weather(plan.weather().calm());
    fallSilent();
    events.run(events.nowNs() + 6 * longestNs + plan.forgottenNs());
    callers.forEach(caller -> caller.quieten(Phase.CALM, CALLS, 40 * longestNs));
    runUntilFinished(400 * longestNs);
    fallSilent();
    events.run(events.nowNs() + 2 * plan.forgottenNs());
    clients.forEach(client -> client.account(events.nowNs()));
    devices.forEach(DeviceNode::account);
  }

  private void fallSilent() {
    callers.forEach(RandomCaller::fallSilent);
  }

  private void runUntilFinished(long mostNs) {
    long endNs = events.nowNs() + mostNs;
    while (!callers.stream().allMatch(RandomCaller::finished) && events.nowNs() < endNs) {
      events.run(events.nowNs() + MS);
    }
  }

  private Result result() {
    Findings findings = new Checks(plan.stopNs() + 10 * MS, plan.crowded()).examine(chronicle);
    watch.count(Tally.UNDECIDED_CELLS, findings.undecidedCount());
    watch.count(Tally.EFFECTS, chronicle.effects().size());
    for (Call call : chronicle.calls()) {
      watch.count(Tally.OPERATIONS, 1);
      watch.count(tally(call), 1);
    }
    for (DeviceNode device : devices) {
      watch.count(Tally.SESSIONS, device.count(DeviceCounter.SESSIONS_CREATED));
      watch.count(Tally.EXPIRIES, device.count(DeviceCounter.SESSIONS_EXPIRED));
      watch.count(Tally.CLOSED, device.count(DeviceCounter.SESSIONS_CLOSED));
      watch.count(Tally.ANSWERED_FROM_RECORD, device.count(DeviceCounter.DUPLICATES));
      watch.count(Tally.HANDED_OVER, device.count(DeviceCounter.HANDED_OVER));
      watch.count(Tally.DAMAGE_CAUGHT, device.dropped(DropReason.CHECKSUM_WRONG));
      watch.count(Tally.OUTBOX_FULL, device.outboxRefusals());
    }
    for (ClientNode client : clients) {
      watch.count(Tally.RETRANSMISSIONS, client.count(ClientCounter.RETRANSMISSIONS));
      watch.count(Tally.OUTBOX_FULL, client.outboxRefusals());
    }
    return new Result(plan.seed(), findings, watch.tallies(), log.hash());
  }

  private static Tally tally(Call call) {
    Outcome outcome = call.outcome;
    if (outcome == null) {
      return Tally.ORPHANED;
    }
    return switch (outcome) {
      case DONE -> Tally.DONE;
      case REFUSED -> Tally.REFUSED;
      case NOT_SENT -> Tally.NOT_SENT;
      case UNKNOWN -> Tally.UNKNOWN;
    };
  }
}
