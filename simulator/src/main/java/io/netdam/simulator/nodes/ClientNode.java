package io.netdam.simulator.nodes;

import io.netdam.engine.ClientCounter;
import io.netdam.engine.ClientCounters;
import io.netdam.engine.ClientEngine;
import io.netdam.engine.ClientSettings;
import io.netdam.engine.Completions;
import io.netdam.engine.Outcome;
import io.netdam.engine.RequestBuilder;
import io.netdam.engine.RequestResults;
import io.netdam.engine.Submission;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Step;
import io.netdam.simulator.network.Endpoint;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Network;
import io.netdam.simulator.network.NetworkObserver;
import io.netdam.simulator.network.Packet;
import io.netdam.transport.Path;
import io.netdam.transport.Rules;
import io.netdam.wire.Request;
import io.netdam.wire.Status;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One client of several devices, with a caller on top. Killed and started again it is another
 * client at the same host: what it had sent is still on its way.
 */
public final class ClientNode extends Node {
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 40_000;

  private final int number;
  private final ClientPlan plan;
  private final Rules rules;
  private final Path[] devices;
  private final Chronicle chronicle;
  private final Caller caller;
  private final int[] peers;
  private final Map<ClientCounter, Long> past = new EnumMap<>(ClientCounter.class);
  private ClientCounters counters = new ClientCounters();
  private ClientEngine engine;
  private int life;
  private int lives;
  private int nextPort;
  private long delivered;
  private long committed;
  private long accepted;

  /** Decides what is asked. */
  public interface Caller {
    /**
     * The client runs: make calls.
     *
     * @return when to be asked again, in virtual time
     */
    long act(long nowNs, ClientNode client);
  }

  /** A client that is down. */
  public ClientNode(
      int number,
      int host,
      ClientPlan plan,
      Rules rules,
      Path[] devices,
      Caller caller,
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
    this.devices = devices;
    this.caller = caller;
    this.chronicle = chronicle;
    this.peers = new int[devices.length];
    this.nextPort = FIRST_PORT + random.nextInt(PORTS);
    this.engine = newEngine();
  }

  private ClientEngine newEngine() {
    ClientSettings settings =
        ClientSettings.builder()
            .peersMax(devices.length)
            .pathsMax(plan.paths())
            .operationsMax(plan.operationsMax())
            .requestsMax(Math.min(8, plan.operationsMax()))
            .windowWanted(plan.windowWanted())
            .frameBytes(plan.frameBytes())
            .retryFirstNs(plan.retryFirstNs())
            .retryMaxNs(plan.retryMaxNs())
            .rules(rules)
            .build();
    return new ClientEngine(settings, random.split(), counters, new Told());
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** Which life of all lives of all clients this is. */
  public int life() {
    return number << 16 | life;
  }

  /** What it was planned to be. */
  public ClientPlan plan() {
    return plan;
  }

  /** How many devices it knows. */
  public int devices() {
    return devices.length;
  }

  /** How many lives it has had. */
  public int lives() {
    return lives;
  }

  /** Starts a life. */
  public void begin(long nowNs, boolean sameAddress, NodeClock newClock) {
    clock(newClock);
    if (sockets().length == 0 || !sameAddress) {
      bindAll();
    }
    life = lives++;
    counters = new ClientCounters();
    engine = newEngine();
    attachAll(nowNs);
    start(nowNs);
  }

  private void attachAll(long nowNs) {
    for (int device = 0; device < devices.length; device++) {
      peers[device] = engine.attach(clock().shown(nowNs), paths(device));
    }
  }

  private Path[] paths(int device) {
    Path to = devices[device];
    Path[] paths = new Path[plan.paths()];
    for (int source = 0; source < paths.length; source++) {
      paths[source] = Path.of(to.addressHigh(), to.addressLow(), to.port(), source);
    }
    return paths;
  }

  private void bindAll() {
    Endpoint[] bound = sockets().length == 0 ? new Endpoint[plan.paths()] : sockets();
    for (int socket = 0; socket < bound.length; socket++) {
      bind(bound, socket);
    }
    sockets(bound);
  }

  private void bind(Endpoint[] bound, int socket) {
    if (bound[socket] != null) {
      network.unbind(bound[socket]);
    }
    nextPort = nextPort + 1 < FIRST_PORT + PORTS ? nextPort + 1 : FIRST_PORT;
    bound[socket] =
        network.bind(Path.ofIpv4(0x0A01_0001 + (number << 8), nextPort, 0), this, socket);
  }

  /** One of its sockets has another address from now on; the engine is not told. */
  public void move(int socket) {
    bind(sockets(), socket % plan.paths());
  }

  /** All sockets have other addresses, and the engine is told that its paths are new. */
  public void changePaths(long nowNs) {
    bindAll();
    for (int device = 0; device < devices.length; device++) {
      engine.pathChanged(clock().shown(nowNs), peers[device], paths(device));
    }
    wakeAt(nowNs);
  }

  /** Kills it. */
  public void kill(long nowNs) {
    for (Call call : chronicle.calls()) {
      if (call.life == life() && call.endedNs == Call.NEVER) {
        call.orphaned = true;
      }
    }
    remember(false);
    halt(nowNs);
  }

  /** Leaves all devices and comes back: to them it is another client. */
  public void leaveAndReturn(long nowNs) {
    for (Call call : chronicle.calls()) {
      call.cancelled |= call.life == life() && call.endedNs == Call.NEVER;
    }
    for (int peer : peers) {
      engine.detach(peer);
    }
    life = lives++;
    attachAll(nowNs);
    wakeAt(nowNs);
  }

  private void remember(boolean checks) {
    for (ClientCounter counter : ClientCounter.values()) {
      past.merge(counter, counters.count(counter), Long::sum);
    }
    String client = "client " + number + ": ";
    if (checks) {
      long ended =
          counters.count(ClientCounter.DONE)
              + counters.count(ClientCounter.REFUSED)
              + counters.count(ClientCounter.NOT_SENT)
              + counters.count(ClientCounter.UNKNOWN);
      sum(client + "operations ended", ended, counters.count(ClientCounter.SUBMITTED));
    }
    sum(client + "operations accepted", counters.count(ClientCounter.SUBMITTED), accepted);
    sum(client + "frames sent", counters.count(ClientCounter.FRAMES_SENT), committed);
    sum(client + "frames received", counters.count(ClientCounter.FRAMES_RECEIVED), delivered);
    accepted = 0;
    committed = 0;
    delivered = 0;
  }

  private void sum(String what, long counted, long expected) {
    chronicle.sums().add(new Chronicle.Sum(what, counted, expected));
  }

  /** A counter over all lives. */
  public long count(ClientCounter counter) {
    return past.getOrDefault(counter, 0L) + counters.count(counter);
  }

  /** At the end: leaves all devices; then what it has left is noted. */
  public void account(long nowNs) {
    long open = 0;
    for (int peer : peers) {
      open += engine.outstanding(peer);
    }
    chronicle
        .leftovers()
        .add(new Chronicle.Leftover("client " + number + ": open operations", open));
    if (plan.polite()) {
      long above = counters.refused(Status.ABOVE_WINDOW);
      chronicle
          .sums()
          .add(new Chronicle.Sum("client " + number + ": refusals above its window", above, 0));
    }
    remember(true);
    halt(nowNs);
  }

  /**
   * Makes a call.
   *
   * @return whether it was accepted; if not, it never was
   */
  public boolean make(long nowNs, Call call) {
    // A clock that is slow shows some times for two nanoseconds: the deadline is the latter.
    long deadlineNs = clock().shown(call.deadlineNs - 1) + 1;
    Submission submission =
        call.steps.size() == 1 && !call.all && !call.continues
            ? single(nowNs, call, deadlineNs)
            : several(nowNs, call, deadlineNs);
    if (submission != Submission.ACCEPTED) {
      return false;
    }
    accepted++;
    call.sessionsLostBefore = counters.count(ClientCounter.SESSIONS_LOST);
    chronicle.add(call);
    return true;
  }

  private Submission single(long nowNs, Call call, long deadlineNs) {
    Step step = call.steps.get(0);
    return engine.submit(
        clock().shown(nowNs),
        peers[call.device],
        step.opcode,
        step.widthFlags(),
        0,
        step.address,
        step.length,
        step.operand0,
        step.operand1,
        step.segment(),
        0,
        deadlineNs,
        call.number);
  }

  private Submission several(long nowNs, Call call, long deadlineNs) {
    int flags = (call.all ? Request.FLAG_ALL : 0) | (call.continues ? Request.FLAG_CONTINUE : 0);
    RequestBuilder builder =
        engine.begin(clock().shown(nowNs), peers[call.device], flags, deadlineNs, call.number);
    for (Step step : call.steps) {
      builder.instruction(
          step.opcode,
          step.widthFlags(),
          0,
          step.address,
          step.length,
          step.operand0,
          step.operand1,
          step.segment(),
          0);
    }
    return builder.end();
  }

  /** Gives a call up. */
  public void cancel(Call call) {
    call.cancelled = true;
    engine.cancel(peers[call.device], call.number);
  }

  /** Calls to a device that are open. */
  public int open(int device) {
    return engine.outstanding(peers[device]);
  }

  /** Data bytes of a frame to a device. */
  public int dataBytes(int device) {
    return engine.frameDataBytes(peers[device]);
  }

  @Override
  protected void take(long nowNs, Packet packet) {
    delivered++;
    engine.onDatagram(
        clock().shown(nowNs),
        packet.from.path(packet.to.socket()),
        packet.frame,
        0,
        packet.length,
        outbox());
  }

  @Override
  protected long work(long nowNs) {
    long callerNs = caller.act(nowNs, this);
    long nextNs = engine.poll(clock().shown(nowNs), outbox());
    return Math.min(callerNs, clock().virtual(nextNs));
  }

  @Override
  protected void leaving(long nowNs, Packet packet) {
    committed++;
  }

  private final class Told implements Completions {
    @Override
    public void onCompletion(long tag, Outcome outcome, Status status, long value, long valueHigh) {
      Call call = end(tag, outcome, status);
      Step step = call.steps.get(0);
      if (outcome == Outcome.DONE || outcome == Outcome.REFUSED) {
        step.status = status;
        step.value = value;
        step.valueHigh = valueHigh;
      }
    }

    @Override
    public void onRequestCompletion(long tag, Outcome outcome, RequestResults results) {
      Status first = Status.DONE;
      for (int i = 0; i < results.count() && first == Status.DONE; i++) {
        first = results.status(i);
      }
      Call call = end(tag, outcome, first);
      List<Step> steps = call.steps;
      for (int i = 0; i < Math.min(results.count(), steps.size()); i++) {
        Step step = steps.get(i);
        step.status = results.status(i);
        step.value = results.value(i);
        step.valueHigh = results.valueHigh(i);
        if (results.dataLength(i) == step.data.length) {
          results.copyData(i, step.segment(), 0);
        }
      }
    }

    private Call end(long tag, Outcome outcome, Status status) {
      Call call = chronicle.calls().get((int) tag);
      assert call.client == number;
      call.endings++;
      call.endedNs = Math.min(call.endedNs, events.nowNs());
      call.outcome = outcome;
      call.status = status;
      call.sessionsLostAfter = counters.count(ClientCounter.SESSIONS_LOST);
      return call;
    }
  }
}
