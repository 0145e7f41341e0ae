package io.netdam.simulator.model;

import io.netdam.simulator.model.Packet.Kind;
import io.netdam.simulator.model.Packet.Status;
import java.util.Map;
import java.util.TreeMap;

/** The device's side of the rules. */
final class ModelDevice {
  private final World world;

  int now;
  int epoch = 1;

  /** When this epoch began; a planned restart stores it. */
  private int epochStart;

  /** The MAC key of tickets: made anew by a crash, and by a planned restart unless it is stored. */
  int key = 1;

  /** Session numbers issued so far in this epoch. */
  int issued;

  /** While shut, every change is refused: stands for a right that expired, a fence, a quota. */
  boolean gateShut;

  /** Sessions by id, over all shards. */
  final Map<Integer, Session> sessions;

  /** What the last planned restart stored beside the memory; only a fault reads it again. */
  private Map<Integer, Session> stored = Map.of();

  ModelDevice(World world) {
    this.world = world;
    sessions = new TreeMap<>();
  }

  ModelDevice(World world, ModelDevice other) {
    this.world = world;
    now = other.now;
    epoch = other.epoch;
    epochStart = other.epochStart;
    key = other.key;
    issued = other.issued;
    gateShut = other.gateShut;
    sessions = copy(other.sessions);
    stored = other.stored;
  }

  private static Map<Integer, Session> copy(Map<Integer, Session> sessions) {
    Map<Integer, Session> copy = new TreeMap<>();
    sessions.forEach((id, session) -> copy.put(id, session.copy()));
    return copy;
  }

  private boolean faulty(Fault fault) {
    return world.fault() == fault;
  }

  int shardOf(int session) {
    return session % world.scope().shards();
  }

  // ---- time and restarts

  void tick() {
    now++;
    sessions.values().removeIf(this::droppable);
  }

  private boolean droppable(Session session) {
    int leaseEnd = session.closed ? 0 : session.lastActivity + world.scope().leaseTicks();
    return now
        >= (faulty(Fault.STATE_DROPPED_EARLY)
            ? leaseEnd
            : Math.max(leaseEnd, session.ticketExpiry));
  }

  /** Memory stays (it is a file), sessions and guards are lost; the epoch tells. */
  void crash() {
    key++;
    if (faulty(Fault.STATE_LOADED_TWICE) && !stored.isEmpty()) {
      sessions.clear();
      sessions.putAll(copy(stored));
      return;
    }
    sessions.clear();
    stored = Map.of();
    epoch++;
    epochStart = now;
    issued = 0;
  }

  /**
   * Stops executing, stores, starts again: same epoch, same sessions, same time, all leases afresh.
   */
  void plannedRestart() {
    if (faulty(Fault.RESTART_FORGETS_SESSIONS)) {
      sessions.clear();
    }
    if (faulty(Fault.RESTART_FORGETS_NUMBERS)) {
      sessions.clear();
      issued = 0;
    }
    if (faulty(Fault.RESTART_TURNS_TIME_BACK)) {
      now = Math.max(0, now - 2);
    }
    if (!world.scope().keepsKey()) {
      key++;
    }
    for (Session session : sessions.values()) {
      session.lastActivity = now;
      session.ticketExpiry = world.scope().keepsKey() ? session.ticketExpiry : now;
      if (faulty(Fault.RESTART_FORGETS_GUARDS)) {
        session.forgetGuards();
      }
    }
    stored = faulty(Fault.STATE_LOADED_TWICE) ? copy(sessions) : Map.of();
  }

  // ---- packets

  /**
   * Takes a packet on the shard that owns its session. {@code ticketSeen}: an earlier shard found
   * the ticket good.
   */
  void receive(Packet packet, boolean ticketSeen) {
    switch (packet.kind()) {
      case OPEN -> open(packet);
      case CHANGE, OUTCOME, CLOSE -> request(packet, ticketSeen);
      default -> throw new IllegalStateException("not for a device: " + packet);
    }
  }

  private void open(Packet packet) {
    if (!packet.ticket().isNone()) {
      resume(packet);
      return;
    }
    int id = nextSessionId();
    answerOpened(packet, new Ticket(id, epoch, key, expiry(), packet.address()));
  }

  private int nextSessionId() {
    if (faulty(Fault.SESSION_ID_REUSED)) {
      int id = 1;
      while (sessions.containsKey(id)) {
        id++;
      }
      return id;
    }
    issued++;
    return faulty(Fault.EPOCH_IGNORED) ? issued : epoch * 1000 + issued;
  }

  private int expiry() {
    return now + world.scope().ticketTicks();
  }

  private void answerOpened(Packet open, Ticket ticket) {
    world.send(
        new Packet(
            Kind.OPENED,
            open.address(),
            ticket.session(),
            open.number(),
            0,
            0,
            Status.NOTHING,
            ticket));
  }

  /**
   * RESUME shows a ticket of the session. A session that is not there gets a ticket only while the
   * shown one could still make it, and with the same expiry: so the end of what can make a session
   * never moves behind the back of its state.
   */
  private void resume(Packet packet) {
    Ticket shown = packet.ticket();
    Session session = sessions.get(shown.session());
    if (session != null && !session.closed) {
      if (!faulty(Fault.RESUME_NOT_COUNTED)) {
        session.ticketExpiry = Math.max(session.ticketExpiry, expiry());
      }
      answerOpened(packet, ticket(shown, expiry(), packet));
    } else if (session == null && faulty(Fault.RESUME_MAKES_UNKNOWN)) {
      answerOpened(packet, ticket(shown, expiry(), packet));
    } else if (session == null && inForce(shown)) {
      answerOpened(packet, ticket(shown, shown.expiry(), packet));
    } else {
      retryUnknown(packet);
    }
  }

  private Ticket ticket(Ticket shown, int expiry, Packet packet) {
    return new Ticket(shown.session(), epoch, key, expiry, packet.address());
  }

  /** Final: whatever names this session will never run again. Tells the age of the epoch. */
  private void retryUnknown(Packet packet) {
    world.send(
        new Packet(
            Kind.RETRY_UNKNOWN,
            packet.address(),
            packet.session(),
            packet.number(),
            now - epochStart,
            0,
            Status.NOTHING,
            Ticket.NONE));
  }

  private boolean inForce(Ticket ticket) {
    if (ticket.isNone()) {
      return false;
    }
    boolean fresh = now < ticket.expiry() || faulty(Fault.EXPIRED_TICKET_ACCEPTED);
    return ticket.epoch() == epoch && ticket.key() == key && fresh;
  }

  boolean admits(Packet packet) {
    Ticket ticket = packet.ticket();
    boolean here = ticket.address() == packet.address() || faulty(Fault.ADDRESS_NOT_CHECKED);
    return ticket.session() == packet.session() && inForce(ticket) && here;
  }

  private void request(Packet packet, boolean ticketSeen) {
    boolean admitted = admits(packet) || (ticketSeen && faulty(Fault.HANDOVER_CHECKED_EARLY));
    Session session = sessions.get(packet.session());
    if (session == null) {
      if (!admitted) {
        if (inForce(packet.ticket()) && !faulty(Fault.MOVE_BEFORE_CREATION_ENDS)) {
          world.send(packet.answer(Kind.RETRY_MOVED, Status.NOTHING));
        } else {
          retryUnknown(packet);
        }
        return;
      }
      if (faulty(Fault.LIVE_SESSION_EVICTED) && tableFull(shardOf(packet.session()))) {
        sessions.remove(sessions.keySet().iterator().next());
      }
      if (tableFull(shardOf(packet.session()))) {
        world.send(packet.answer(Kind.REPLY, Status.SESSIONS_FULL));
        return;
      }
      session = create(packet);
    } else if (!session.answersTo(packet.address()) && !admitted) {
      world.send(packet.answer(Kind.RETRY_MOVED, Status.NOTHING));
      return;
    }
    session.use(packet.address());
    if (session.closed) {
      retryUnknown(packet);
      return;
    }
    session.lastActivity = now;
    run(session, packet);
  }

  private boolean tableFull(int shard) {
    return sessions.keySet().stream().filter(id -> shardOf(id) == shard).count()
        >= world.scope().tableSize();
  }

  private Session create(Packet packet) {
    Session session = new Session(packet.session(), world.scope().window());
    session.ticketExpiry = packet.ticket().expiry();
    sessions.put(session.id, session);
    world.sessionMade(session, packet);
    return session;
  }

  private void run(Session session, Packet packet) {
    boolean movesBack = faulty(Fault.BELOW_WINDOW_ACCEPTED);
    session.base = movesBack ? packet.low() : Math.max(session.base, packet.low());
    switch (packet.kind()) {
      case CHANGE -> change(session, packet);
      case OUTCOME -> outcome(session, packet);
      default -> close(session, packet);
    }
  }

  private void change(Session session, Packet packet) {
    int number = packet.number();
    if (number < session.base) {
      world.send(packet.answer(Kind.REPLY, Status.BELOW_WINDOW));
      return;
    }
    if (number >= session.base + world.scope().window() && !faulty(Fault.WINDOW_OVERRUN)) {
      world.send(packet.answer(Kind.REPLY, Status.ABOVE_WINDOW));
      return;
    }
    if (!session.isRecorded(number) || faulty(Fault.GUARD_SKIPPED)) {
      if (!gateShut) {
        world.takeEffect(packet.operation());
        session.record(number, false);
      } else if (faulty(Fault.REFUSAL_NOT_RECORDED)) {
        world.send(packet.answer(Kind.REPLY, Status.REFUSED));
        return;
      } else {
        session.record(number, true);
      }
    }
    answerRecorded(session, packet);
  }

  private void answerRecorded(Session session, Packet packet) {
    boolean refused = session.isRefused(packet.number());
    boolean quiet = world.operation(packet.operation()).quiet();
    if (quiet && (!refused || faulty(Fault.ACK_COVERS_REFUSED))) {
      world.send(acknowledgement(session, packet));
    } else {
      world.send(packet.answer(Kind.REPLY, refused ? Status.REFUSED : Status.DONE));
    }
  }

  private boolean coveredByAck(Session session, int number) {
    boolean refused = session.isRefused(number) && !faulty(Fault.ACK_COVERS_REFUSED);
    return session.isRecorded(number) && !refused;
  }

  private Packet acknowledgement(Session session, Packet packet) {
    int cumulative = session.base;
    int end = session.base + world.scope().window();
    while (cumulative < end && coveredByAck(session, cumulative)) {
      cumulative++;
    }
    int bitmap = 0;
    for (int number = cumulative + 1; number < end; number++) {
      bitmap |= coveredByAck(session, number) ? 1 << (number - cumulative - 1) : 0;
    }
    return new Packet(
        Kind.ACK, packet.address(), session.id, cumulative, bitmap, 0, Status.NOTHING, Ticket.NONE);
  }

  /**
   * The answer is final: a number that has not run is recorded as refused, so that no late copy
   * runs it.
   */
  private void outcome(Session session, Packet packet) {
    int number = packet.number();
    if (session.isRecorded(number)) {
      boolean refused = session.isRefused(number);
      world.send(packet.answer(Kind.REPLY, refused ? Status.REFUSED : Status.DONE));
    } else if (session.isOverwritten(number)) {
      world.send(packet.answer(Kind.REPLY, Status.FORGOTTEN));
    } else {
      if (number >= session.base && !faulty(Fault.OUTCOME_NOT_FINAL)) {
        session.record(number, true);
      }
      world.send(packet.answer(Kind.REPLY, Status.NEVER));
    }
  }

  /** The id stays as a closed one until no ticket can make it again. */
  private void close(Session session, Packet packet) {
    session.closed = true;
    if (faulty(Fault.CLOSE_DROPS_STATE) || droppable(session)) {
      sessions.remove(session.id);
    }
    retryUnknown(packet);
  }

  long code() {
    long code =
        Mix.mix(((long) now << 32) | (epochStart << 8) | epoch, ((long) key << 32) | issued);
    code = Mix.mix(code, gateShut ? 1 : 0);
    for (Session session : sessions.values()) {
      code = Mix.mix(code, session.code());
    }
    for (Session session : stored.values()) {
      code = Mix.mix(code, ~session.code());
    }
    return code;
  }
}
