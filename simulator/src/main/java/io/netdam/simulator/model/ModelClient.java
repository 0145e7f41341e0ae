package io.netdam.simulator.model;

import io.netdam.simulator.model.Operation.Outcome;
import io.netdam.simulator.model.Packet.Kind;
import io.netdam.simulator.model.Packet.Status;
import java.util.List;

/** The client's side of the rules. */
final class ModelClient {
  private static final int NO_SESSION = 0;

  private final World world;
  private final int id;

  private int life;
  int address;
  private int moves;

  /** Stands for a random number: fresh for every question, over restarts too. */
  private int nonce;

  /** An OPEN with this nonce awaits its answer. */
  private boolean opening;

  private int session = NO_SESSION;
  private Ticket ticket = Ticket.NONE;

  /**
   * The device has answered within the session since the ticket came: the ticket can stay at home.
   */
  private boolean confirmed;

  private boolean ticketSent;
  private boolean resuming;
  private boolean closing;
  private int nextNumber;

  ModelClient(World world, int id) {
    this.world = world;
    this.id = id;
    address = address(0);
  }

  ModelClient(World world, ModelClient other) {
    this.world = world;
    id = other.id;
    life = other.life;
    address = other.address;
    moves = other.moves;
    nonce = other.nonce;
    opening = other.opening;
    session = other.session;
    ticket = other.ticket;
    confirmed = other.confirmed;
    ticketSent = other.ticketSent;
    resuming = other.resuming;
    closing = other.closing;
    nextNumber = other.nextNumber;
  }

  /**
   * Three addresses, one more than a session has: a client also returns to one that was forgotten.
   */
  private int address(int move) {
    return (id + 1) * 10 + move % 3;
  }

  private boolean faulty(Fault fault) {
    return world.fault() == fault;
  }

  int owner() {
    return id * 1000 + life;
  }

  private List<Operation> mine() {
    return world.operationsOf(owner());
  }

  // ---- what the client can do

  boolean canOpen() {
    return (session == NO_SESSION || resuming) && (!opening || world.repeats());
  }

  void open() {
    if (!opening) {
      nonce++;
      opening = true;
    }
    world.send(packet(Kind.OPEN, nonce, 0, 0, resuming ? ticket : Ticket.NONE));
  }

  private Packet packet(Kind kind, int number, int low, int operation, Ticket trailer) {
    return new Packet(kind, address, session, number, low, operation, Status.NOTHING, trailer);
  }

  /** The lowest number whose end the caller has not been told; abandoned ones do not count. */
  private int lowest() {
    int lowest = nextNumber;
    for (Operation operation : mine()) {
      if (operation.outcome == Outcome.OPEN && operation.number >= 0) {
        lowest = Math.min(lowest, operation.number);
      }
    }
    return lowest;
  }

  /** Within the window, and nothing that was given up could still run after the new change. */
  boolean canSend() {
    if (session == NO_SESSION || closing) {
      return false;
    }
    int low = lowest();
    if (nextNumber >= low + world.scope().window() && !faulty(Fault.WINDOW_OVERRUN)) {
      return false;
    }
    boolean fenced = mine().stream().noneMatch(op -> op.dangling() && op.number >= low);
    return fenced || faulty(Fault.ABANDONED_NOT_FENCED);
  }

  Operation firstQueued() {
    return mine().stream()
        .filter(op -> op.outcome == Outcome.OPEN && op.number < 0)
        .findFirst()
        .orElseGet(() -> world.issue(owner()));
  }

  void sendFirst(Operation operation) {
    operation.number = nextNumber++;
    operation.sentAt = world.now();
    sendChange(operation);
  }

  boolean canRetransmit(Operation operation) {
    return operation.outcome == Outcome.OPEN && operation.number >= 0;
  }

  void retransmit(Operation operation) {
    if (faulty(Fault.RETRY_WITH_NEW_NUMBER)) {
      operation.number = nextNumber++;
    }
    sendChange(operation);
  }

  private void sendChange(Operation operation) {
    world.send(packet(Kind.CHANGE, operation.number, lowest(), operation.index, trailer()));
  }

  private Ticket trailer() {
    boolean carry = faulty(Fault.TICKET_SENT_ONCE) ? !ticketSent : !confirmed;
    ticketSent = true;
    return carry ? ticket : Ticket.NONE;
  }

  void abandon(Operation operation) {
    boolean sent = operation.number >= 0;
    world.resolve(operation, sent ? Outcome.UNKNOWN : Outcome.NOT_SENT);
  }

  void ask(Operation operation) {
    world.send(packet(Kind.OUTCOME, operation.number, lowest(), operation.index, trailer()));
  }

  /** Ends the session; a new one is begun only when the device says that this one is over. */
  boolean canClose() {
    return session != NO_SESSION && mine().stream().noneMatch(this::canRetransmit);
  }

  void close() {
    closing = true;
    world.send(packet(Kind.CLOSE, nextNumber, lowest(), 0, trailer()));
  }

  boolean closing() {
    return closing;
  }

  void move() {
    moves++;
    address = address(moves);
    opening = false;
  }

  /** The process dies and a new one starts, which remembers nothing. */
  void restart() {
    mine().forEach(this::forget);
    life++;
    leaveSession();
    opening = false;
    if (faulty(Fault.NONCE_REUSED)) {
      nonce = 0;
    }
  }

  private void forget(Operation operation) {
    operation.number = -1;
    if (operation.outcome == Outcome.OPEN) {
      operation.outcome = Outcome.UNKNOWN;
    }
  }

  private void leaveSession() {
    session = NO_SESSION;
    ticket = Ticket.NONE;
    resuming = false;
    closing = false;
  }

  // ---- what the client hears

  void receive(Packet packet) {
    if (packet.kind() == Kind.OPENED) {
      opened(packet);
    } else if (session != NO_SESSION && packet.session() == session) {
      switch (packet.kind()) {
        case REPLY -> reply(packet);
        case ACK -> acknowledged(packet);
        case RETRY_UNKNOWN -> sessionOver(packet.low());
        case RETRY_MOVED -> {
          opening = opening && resuming;
          resuming = true;
        }
        default -> throw new IllegalStateException("not for a client: " + packet);
      }
    }
  }

  private void opened(Packet packet) {
    if (!opening || packet.number() != nonce) {
      return;
    }
    opening = false;
    if (session == NO_SESSION) {
      nextNumber = 0;
    }
    session = packet.session();
    ticket = packet.ticket();
    confirmed = false;
    ticketSent = false;
    resuming = false;
  }

  /**
   * What was sent may have run, and ends UNKNOWN. But what was first sent within this epoch and
   * less than a lease ago has not: had it run, the session would still be there. Like all that was
   * never sent it goes to the next session.
   */
  private void sessionOver(int epochAge) {
    for (Operation operation : mine()) {
      int age = world.now() - operation.sentAt;
      boolean ranNever = age < Math.min(epochAge, world.scope().leaseTicks());
      if (canRetransmit(operation) && !ranNever && !faulty(Fault.REQUEUED_TOO_LATE)) {
        world.resolve(operation, Outcome.UNKNOWN);
      }
      operation.number = -1;
    }
    opening = false;
    leaveSession();
  }

  private void reply(Packet packet) {
    confirmed |= packet.status() != Status.SESSIONS_FULL;
    if (packet.status() == Status.SESSIONS_FULL && faulty(Fault.FULL_ENDS_SESSION)) {
      sessionOver(0);
      return;
    }
    for (Operation operation : mine()) {
      if (operation.number == packet.number()) {
        learn(operation, packet.status());
      }
    }
  }

  /** Only an outcome resolves an operation. "Not now", "not here", "not in the window" do not. */
  private void learn(Operation operation, Status status) {
    switch (status) {
      case DONE -> end(operation, Outcome.DONE);
      case REFUSED, NEVER -> end(operation, Outcome.REFUSED);
      case SESSIONS_FULL -> endIf(Fault.FULL_IS_REFUSAL, operation);
      case BELOW_WINDOW -> endIf(Fault.WINDOW_IS_REFUSAL, operation);
      case FORGOTTEN -> operation.number = -1;
      case ABOVE_WINDOW, NOTHING -> {}
    }
  }

  private void endIf(Fault fault, Operation operation) {
    if (faulty(fault)) {
      end(operation, Outcome.REFUSED);
    }
  }

  private void end(Operation operation, Outcome outcome) {
    if (operation.outcome == Outcome.OPEN) {
      world.resolve(operation, outcome);
    } else if (operation.dangling()) {
      world.learnLater(operation, outcome);
    }
  }

  private void acknowledged(Packet packet) {
    confirmed = true;
    for (Operation operation : mine()) {
      int beyond = operation.number - packet.number() - 1;
      boolean covered = beyond < -1 || (beyond >= 0 && ((packet.low() >> beyond) & 1) == 1);
      if (covered && operation.quiet() && canRetransmit(operation)) {
        world.resolve(operation, Outcome.DONE);
      }
    }
  }

  long code() {
    long code = Mix.mix(((long) life << 32) | address, ((long) moves << 32) | nonce);
    int bits = (opening ? 1 : 0) | (confirmed ? 2 : 0) | (resuming ? 4 : 0) | (closing ? 8 : 0);
    code = Mix.mix(code, ((long) session << 32) | bits | (ticketSent ? 16 : 0));
    return Mix.mix(Mix.mix(code, ticket.code()), nextNumber);
  }
}
