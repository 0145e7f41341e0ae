package io.netdam.simulator.model;

import io.netdam.simulator.model.Operation.Outcome;
import io.netdam.simulator.model.Violation.Promise;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One device, its clients, the network between them, and the ledger by which promises are checked.
 */
final class World {
  private static final int MOST_SESSIONS_ISSUED = 4;
  private static final int SETTLING_ROUNDS = 80;

  private final Scope scope;
  private final Fault fault;

  /** Whether the rules inside are checked too, or only what callers can see. */
  private final boolean structural;

  private final ModelDevice device;
  private final List<ModelClient> clients = new ArrayList<>();
  private final List<Packet> network;
  private final List<Packet> handedOver;
  private final List<Boolean> ticketSeen;
  private final List<Operation> ledger = new ArrayList<>();
  private final Set<Integer> sessionsMade;
  private final Map<Step.Kind, Integer> taken;
  private int ledgerTime;

  /** Sum of the codes of all packets: the same for every order. */
  private long networkCode;

  World(Scope scope, Fault fault, boolean structural) {
    this.scope = scope;
    this.fault = fault;
    this.structural = structural;
    device = new ModelDevice(this);
    for (int id = 0; id < scope.clients(); id++) {
      clients.add(new ModelClient(this, id));
    }
    network = new ArrayList<>();
    handedOver = new ArrayList<>();
    ticketSeen = new ArrayList<>();
    sessionsMade = new HashSet<>();
    taken = new EnumMap<>(Step.Kind.class);
  }

  private World(World other) {
    scope = other.scope;
    fault = other.fault;
    structural = other.structural;
    device = new ModelDevice(this, other.device);
    other.clients.forEach(client -> clients.add(new ModelClient(this, client)));
    network = new ArrayList<>(other.network);
    handedOver = new ArrayList<>(other.handedOver);
    ticketSeen = new ArrayList<>(other.ticketSeen);
    other.ledger.forEach(operation -> ledger.add(new Operation(operation)));
    sessionsMade = new HashSet<>(other.sessionsMade);
    taken = new EnumMap<>(other.taken);
    ledgerTime = other.ledgerTime;
    networkCode = other.networkCode;
  }

  World copy() {
    return new World(this);
  }

  Scope scope() {
    return scope;
  }

  Fault fault() {
    return fault;
  }

  int now() {
    return device.now;
  }

  /** Whether packets can get lost for good, so that a client must be able to repeat a question. */
  boolean repeats() {
    return scope.unlimited();
  }

  // ---- steps

  /** Gives every step of the kind that is possible now. */
  void possible(Step.Kind kind, Consumer<Step> sink) {
    Integer most = scope.most().get(kind);
    if (most != null && taken.getOrDefault(kind, 0) >= most) {
      return;
    }
    switch (kind) {
      case DELIVER -> deliveries(sink);
      case HAND_OVER -> indexes(kind, 0, handedOver.size(), sink);
      case DEVICE_CRASH, PLANNED_RESTART, TICK, GATE -> sink.accept(new Step(kind, 0, 0));
      default -> {
        for (int client = 0; client < clients.size(); client++) {
          ofClient(kind, client, sink);
        }
      }
    }
  }

  private static void indexes(Step.Kind kind, int actor, int size, Consumer<Step> sink) {
    for (int index = 0; index < size; index++) {
      sink.accept(new Step(kind, actor, index));
    }
  }

  private void deliveries(Consumer<Step> sink) {
    for (int index = 0; index < network.size(); index++) {
      Packet packet = network.get(index);
      boolean opensAnew = packet.kind() == Packet.Kind.OPEN && packet.ticket().isNone();
      if (opensAnew && device.issued >= MOST_SESSIONS_ISSUED && !repeats()) {
        continue;
      }
      for (int shard = 0; shard < (packet.kind().toDevice() ? scope.shards() : 1); shard++) {
        sink.accept(new Step(Step.Kind.DELIVER, shard, index));
      }
    }
  }

  private void ofClient(Step.Kind kind, int index, Consumer<Step> sink) {
    ModelClient client = clients.get(index);
    boolean mayIssue = issuedBy(index) < scope.operations();
    boolean possible =
        switch (kind) {
          case OPEN -> client.canOpen();
          case SEND -> client.canSend() && (mayIssue || hasQueued(client));
          case ISSUE -> mayIssue;
          case CLOSE -> client.canClose();
          case RETRANSMIT -> each(kind, index, client::canRetransmit, sink);
          case ABANDON -> each(kind, index, op -> op.outcome == Outcome.OPEN, sink);
          case ASK -> !client.closing() && each(kind, index, Operation::dangling, sink);
          default -> true;
        };
    if (possible) {
      sink.accept(new Step(kind, index, 0));
    }
  }

  private boolean each(
      Step.Kind kind, int client, Predicate<Operation> wanted, Consumer<Step> sink) {
    for (Operation operation : operationsOf(clients.get(client).owner())) {
      if (wanted.test(operation)) {
        sink.accept(new Step(kind, client, operation.index));
      }
    }
    return false;
  }

  private long issuedBy(int client) {
    return ledger.stream().filter(operation -> operation.owner / 1000 == client).count();
  }

  private boolean hasQueued(ModelClient client) {
    return operationsOf(client.owner()).stream()
        .anyMatch(op -> op.outcome == Outcome.OPEN && op.number < 0);
  }

  /** Takes the step; throws {@link Violation} when it breaks a promise. */
  void take(Step step) {
    if (!step.kind().always()) {
      taken.merge(step.kind(), 1, Integer::sum);
    }
    switch (step.kind()) {
      case DELIVER -> deliver(network.get(step.index()), step.client());
      case HAND_OVER ->
          device.receive(handedOver.remove(step.index()), ticketSeen.remove(step.index()));
      case DEVICE_CRASH -> {
        handedOver.clear();
        ticketSeen.clear();
        device.crash();
      }
      case PLANNED_RESTART -> {
        handedOver.clear();
        ticketSeen.clear();
        device.plannedRestart();
      }
      case TICK -> device.tick();
      case GATE -> device.gateShut = !device.gateShut;
      default -> takeByClient(step);
    }
  }

  private void takeByClient(Step step) {
    ModelClient client = clients.get(step.client());
    switch (step.kind()) {
      case OPEN -> client.open();
      case SEND -> client.sendFirst(client.firstQueued());
      case RETRANSMIT -> client.retransmit(ledger.get(step.index()));
      case ISSUE -> issue(client.owner());
      case ABANDON -> client.abandon(ledger.get(step.index()));
      case ASK -> client.ask(ledger.get(step.index()));
      case CLOSE -> client.close();
      case CLIENT_RESTART -> client.restart();
      case MOVE -> client.move();
      default -> throw new IllegalStateException("no step of a client: " + step);
    }
  }

  private void deliver(Packet packet, int shard) {
    if (!packet.kind().toDevice()) {
      for (ModelClient client : clients) {
        if (client.address == packet.address()) {
          client.receive(packet);
        }
      }
      return;
    }
    int named = packet.kind() == Packet.Kind.OPEN ? packet.ticket().session() : packet.session();
    if (named == 0 || device.shardOf(named) == shard) {
      device.receive(packet, false);
      return;
    }
    handedOver.add(packet);
    ticketSeen.add(device.admits(packet));
    boolean runs = device.sessions.containsKey(named) && packet.kind() == Packet.Kind.CHANGE;
    if (fault == Fault.HANDOVER_RUNS_TWICE && runs) {
      takeEffect(packet.operation());
    }
  }

  /** What the step would do, for a trace. */
  String describe(Step step) {
    return switch (step.kind()) {
      case DELIVER -> "deliver to shard " + step.client() + " " + network.get(step.index());
      case HAND_OVER -> "hand over " + handedOver.get(step.index());
      case DEVICE_CRASH, PLANNED_RESTART, TICK, GATE -> step.kind() + " at " + device.now;
      case RETRANSMIT, ABANDON, ASK ->
          "client " + step.client() + " " + step.kind() + " operation " + step.index();
      default -> "client " + step.client() + " " + step.kind();
    };
  }

  // ---- the network

  void send(Packet packet) {
    if (!network.contains(packet)) {
      network.add(packet);
      networkCode += packet.code();
    }
  }

  int packets() {
    return network.size();
  }

  void lose(int index) {
    network.remove(index);
  }

  // ---- the ledger and its checks

  List<Operation> operationsOf(int owner) {
    List<Operation> operations = new ArrayList<>();
    for (Operation operation : ledger) {
      if (operation.owner == owner) {
        operations.add(operation);
      }
    }
    return operations;
  }

  Operation operation(int index) {
    return ledger.get(index);
  }

  Operation issue(int owner) {
    Operation operation = new Operation(ledger.size(), owner, ++ledgerTime);
    ledger.add(operation);
    return operation;
  }

  void takeEffect(int index) {
    Operation operation = ledger.get(index);
    operation.effects++;
    require(operation.effects == 1, Promise.AT_MOST_ONCE, operation);
    require(!operation.saidNotExecuted(), Promise.REFUSED_MEANS_NEVER, operation);
    for (Operation later : ledger) {
      boolean newer = later.owner == operation.owner && later.issuedAt > operation.resolvedAt;
      require(!newer || later.effects == 0, Promise.NOTHING_STALE, operation);
    }
  }

  void resolve(Operation operation, Outcome outcome) {
    operation.outcome = outcome;
    operation.resolvedAt = ++ledgerTime;
    check(operation, outcome);
  }

  void learnLater(Operation operation, Outcome outcome) {
    operation.later = outcome;
    check(operation, outcome);
  }

  private static void check(Operation operation, Outcome said) {
    require(said != Outcome.DONE || operation.effects == 1, Promise.DONE_MEANS_RAN, operation);
    require(
        !operation.saidNotExecuted() || operation.effects == 0,
        Promise.REFUSED_MEANS_NEVER,
        operation);
  }

  private static void require(boolean kept, Promise promise, Operation operation) {
    if (!kept) {
      throw new Violation(promise, "operation " + operation.index);
    }
  }

  /** The checker's own reading of "valid here and now", apart from the device's code. */
  void sessionMade(Session session, Packet packet) {
    Ticket ticket = packet.ticket();
    boolean once = sessionsMade.add(session.id);
    if (!structural) {
      return;
    }
    boolean ours = ticket.session() == session.id && ticket.key() == device.key;
    boolean timely = ticket.epoch() == device.epoch && device.now < ticket.expiry();
    if (!ours || !timely || ticket.address() != packet.address()) {
      throw new Violation(Promise.SESSION_NEEDS_TICKET, packet.toString());
    }
    if (!once) {
      throw new Violation(Promise.ID_IS_UNIQUE, "session " + session.id);
    }
  }

  // ---- the end

  /**
   * The network behaves from now on; what floated about is lost. Every open operation must end by
   * the rules alone, and then one more of each client must be DONE, if the table has room for all
   * clients.
   */
  void settle() {
    network.clear();
    handedOver.clear();
    ticketSeen.clear();
    device.gateShut = false;
    settleOpen();
    device.tick();
    List<Operation> last = new ArrayList<>();
    clients.forEach(client -> last.add(issue(client.owner())));
    settleOpen();
    boolean room = scope.tableSize() >= scope.clients();
    for (Operation operation : last) {
      require(!room || operation.outcome == Outcome.DONE, Promise.EVERY_OPERATION_ENDS, operation);
    }
  }

  private void settleOpen() {
    for (int round = 0; round < SETTLING_ROUNDS; round++) {
      clients.forEach(this::settle);
      if (round % 8 == 7) {
        device.tick();
      }
    }
    for (Operation operation : ledger) {
      require(operation.outcome != Outcome.OPEN, Promise.EVERY_OPERATION_ENDS, operation);
    }
  }

  private void settle(ModelClient client) {
    if (client.canOpen()) {
      client.open();
      deliverAll();
    }
    if (client.closing()) {
      client.close();
    }
    for (Operation operation : operationsOf(client.owner())) {
      if (client.canRetransmit(operation)) {
        client.retransmit(operation);
      } else if (operation.dangling() && !client.closing()) {
        client.ask(operation);
      }
      deliverAll();
    }
    while (client.canSend() && hasQueued(client)) {
      client.sendFirst(client.firstQueued());
      deliverAll();
    }
  }

  private void deliverAll() {
    while (!network.isEmpty()) {
      Packet packet = network.removeFirst();
      boolean toDevice = packet.kind().toDevice();
      if (toDevice) {
        device.receive(packet, false);
      } else {
        deliver(packet, 0);
      }
    }
  }

  /** How many operations ended in each way. */
  Map<Outcome, Long> ends() {
    return ledger.stream().collect(Collectors.groupingBy(op -> op.outcome, Collectors.counting()));
  }

  /** Sessions that were made so far. */
  int sessions() {
    return sessionsMade.size();
  }

  /**
   * A code that is the same for states which differ only in the order of what is in the network.
   * Valid while no packet is taken out of it and only one shard is modelled.
   */
  long code() {
    long code = device.code();
    for (ModelClient client : clients) {
      code = Mix.mix(code, client.code());
    }
    for (Operation operation : ledger) {
      code = Mix.mix(code, operation.code());
      for (Operation other : ledger) {
        code = Mix.mix(code, operation.issuedAt > other.resolvedAt ? 1 : 0);
      }
    }
    for (Map.Entry<Step.Kind, Integer> entry : taken.entrySet()) {
      code = Mix.mix(code + Mix.code(entry.getKey()), entry.getValue());
    }
    return Mix.mix(code, networkCode + sessionsMade.hashCode());
  }
}
