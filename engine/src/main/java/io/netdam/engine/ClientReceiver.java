package io.netdam.engine;

import io.netdam.transport.CongestionControl;
import io.netdam.transport.PacketLedger;
import io.netdam.transport.PathState;
import io.netdam.wire.Acknowledgement;
import io.netdam.wire.DropReason;
import io.netdam.wire.Form;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.Opcode;
import io.netdam.wire.PacketKind;
import io.netdam.wire.Reply;
import io.netdam.wire.Result;
import io.netdam.wire.Status;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Takes frames: each is checked whole, must come from a path of a peer, name its session and a
 * packet that was sent, and answer an operation that has not ended. All else is dropped with a
 * reason and changes nothing.
 */
final class ClientReceiver {
  private static final long PAUSE_MIN_NS = 1_000_000;
  private static final long PAUSE_MAX_NS = 1_000_000_000;

  private final ClientCounters counters;
  private final Endings endings;
  private final SessionDesk desk;
  private final FrameCheck check = new FrameCheck();
  private final TransportHeader header = new TransportHeader();
  private final Reply reply = new Reply();
  private final Result result = new Result();
  private final Acknowledgement acknowledgement = new Acknowledgement();
  private final ReplyResults results = new ReplyResults();

  ClientReceiver(ClientCounters counters, Endings endings, SessionDesk desk) {
    this.counters = counters;
    this.endings = endings;
    this.desk = desk;
  }

  /** The structural check, before anybody asks whom the frame concerns. */
  @Nullable DropReason check(MemorySegment segment, long offset, int length) {
    DropReason wrong = check.check(segment, offset, length, false);
    if (wrong != null) {
      return wrong;
    }
    return header.wrap(segment, offset).form() == Form.FULL_BYTE ? null : DropReason.NOT_EXPECTED;
  }

  /** Takes a checked frame that came from a path of the peer. */
  @Nullable DropReason take(
      ClientPeer peer, int path, long nowNs, MemorySegment segment, long offset) {
    header.wrap(segment, offset);
    return switch (header.kind()) {
      case PacketKind.REPLY -> onReply(peer, nowNs, segment, offset);
      case PacketKind.ACK -> onAcknowledgement(peer, nowNs, segment, offset);
      case PacketKind.OPENED -> desk.onOpened(peer, path, nowNs, segment, offset);
      case PacketKind.RETRY -> desk.onRetry(peer, path, nowNs, segment, offset);
      case PacketKind.GOAWAY -> onGoAway(peer);
      default -> DropReason.NOT_EXPECTED;
    };
  }

  /** A hint that nobody can prove: the device itself refuses what comes too late. */
  private @Nullable DropReason onGoAway(ClientPeer peer) {
    if (header.sessionId() != 0 && header.sessionId() != peer.session.id()) {
      return DropReason.NOT_EXPECTED;
    }
    counters.increment(ClientCounter.GOAWAYS);
    return null;
  }

  private @Nullable DropReason onReply(
      ClientPeer peer, long nowNs, MemorySegment segment, long offset) {
    long sessionId = header.sessionId();
    if (sessionId != 0 && sessionId != peer.session.id()) {
      return DropReason.NOT_EXPECTED;
    }
    reply.wrap(segment, offset);
    OperationSlots slots = peer.slots;
    int position = peer.ledger.find(reply.echo());
    int slot = slotOf(peer, position, header.operationNumber());
    if (slot == OperationSlots.NONE) {
      return position == PacketLedger.NONE ? DropReason.ECHO_WRONG : DropReason.NOT_EXPECTED;
    }
    if (slots.number[slot] != header.operationNumber()
        || (position != PacketLedger.NONE
            && OperationSlots.ownerInSession(peer.ledger.owner(position)) != (sessionId != 0))) {
      return DropReason.ECHO_WRONG;
    }
    if (!answersRequest(peer, slot, segment)) {
      return DropReason.NOT_EXPECTED;
    }
    counters.increment(ClientCounter.REPLIES);
    if (reply.repeated()) {
      counters.increment(ClientCounter.RECORDED);
    }
    boolean signal = sessionId != 0 && signal(peer, slot);
    arrived(peer, slot, position, nowNs, sessionId != 0 && !signal);
    if (signal && !asksOutcome(slots, slot)) {
      putOff(peer, slot, nowNs);
    } else if (slots.is(slot, OperationSlots.SEVERAL)) {
      finishSeveral(peer, slot);
    } else {
      finish(peer, slot, segment);
    }
    return null;
  }

  /** The operation that a reply answers, if it has not ended. */
  private int slotOf(ClientPeer peer, int position, long number) {
    OperationSlots slots = peer.slots;
    if (position != PacketLedger.NONE) {
      return slots.ownerSlot(peer.ledger.owner(position));
    }
    // The ledger has forgotten the packet; the operation still knows its latest one.
    int slot = peer.window.slot(number);
    if (slot == OperationSlots.NONE || slots.packet[slot] != reply.echo()) {
      slot = slots.pureSlot(number);
    }
    boolean latest =
        slot != OperationSlots.NONE
            && slots.state[slot] == OperationSlots.IN_FLIGHT
            && slots.packet[slot] == reply.echo();
    return latest ? slot : OperationSlots.NONE;
  }

  /** Whether the results are such as the request can have: nothing is believed by halves. */
  private boolean answersRequest(ClientPeer peer, int slot, MemorySegment frame) {
    OperationSlots slots = peer.slots;
    if (slots.is(slot, OperationSlots.SEVERAL)) {
      return results.take(reply, frame, peer.buffers, slots.buffer[slot]);
    }
    result.walk(reply);
    if (reply.count() != 1 || !result.next() || result.opcode() != slots.opcode[slot]) {
      return false;
    }
    if (slots.is(slot, OperationSlots.INTERNAL) || result.status() != Status.DONE.code()) {
      return true;
    }
    return slots.is(slot, OperationSlots.BRINGS_DATA)
        ? result.hasData() && result.length() == slots.length[slot]
        : !result.hasData();
  }

  /** What an answer says of the path, the session and the congestion. */
  private void arrived(ClientPeer peer, int slot, int position, long nowNs, boolean inSession) {
    OperationSlots slots = peer.slots;
    boolean known = position != PacketLedger.NONE;
    int path = known ? peer.ledger.path(position) : slots.path[slot];
    long sentNs = known ? peer.ledger.sentNs(position) : slots.sentNs[slot];
    int charge = known ? peer.ledger.charge(position) : slots.charge[slot];
    PathState state = peer.paths.state(path);
    state.onEcho(
        nowNs, sentNs, reply.echo(), charge, residenceNs(header.residence()), reply.occupancy());
    boolean latest = slots.packet[slot] == reply.echo();
    if (slots.is(slot, OperationSlots.DECLARED_LOST)
        && (!latest || slots.state[slot] == OperationSlots.LOST)) {
      counters.increment(ClientCounter.SPURIOUS);
      state.onSpurious(nowNs, charge);
    }
    state.onDelivered(nowNs, sentNs, reply.echo(), charge);
    if (inSession) {
      peer.credit.onAnswer(reply.credit(), peer.window.next());
      proven(peer, path);
    }
  }

  private static void proven(ClientPeer peer, int path) {
    if (!peer.session.proven()) {
      peer.firstAfterProof = peer.ledger.next();
    }
    if (peer.session.onAnswered(path)) {
      peer.dirty = true;
    }
  }

  /**
   * Whether a refusal is a signal, not an outcome: the device has recorded nothing, and a copy of
   * the same packet may still run (docs/protocol.md section 6). The operation stays open and is
   * sent again later, under its number; a pure one at once and without the session, of which the
   * answer is no proof. A number below the window is the exception: it cannot stay open, so that it
   * ends UNKNOWN.
   *
   * <p>DRAINING is said both by a session, which records it, and for want of one, which nobody
   * records. It came from the session for certain if it is a repeated answer, or if it answers a
   * packet that left when the session had been proven: what counts is what was known when the
   * packet left, for its answer may be older than the session.
   */
  private boolean signal(ClientPeer peer, int slot) {
    Status status =
        peer.slots.is(slot, OperationSlots.SEVERAL)
            ? results.status(0)
            : Status.of(result.status());
    boolean unmade =
        !peer.slots.is(slot, OperationSlots.CHANGING)
            || !(reply.repeated() || sentAfterProof(peer, reply.echo()));
    return status == Status.SESSIONS_FULL
        || status == Status.ABOVE_WINDOW
        || (status == Status.DRAINING && unmade);
  }

  private static boolean sentAfterProof(ClientPeer peer, long packet) {
    return peer.session.proven() && packet - peer.firstAfterProof >= 0;
  }

  /** Whether it means nothing without the session. */
  private static boolean asksOutcome(OperationSlots slots, int slot) {
    return !slots.is(slot, OperationSlots.SEVERAL) && slots.opcode[slot] == Opcode.OUTCOME;
  }

  private void putOff(ClientPeer peer, int slot, long nowNs) {
    boolean several = peer.slots.is(slot, OperationSlots.SEVERAL);
    Status status = several ? results.status(0) : Status.of(result.status());
    long pauseNs = several ? results.value(0) : result.value();
    if (!peer.slots.is(slot, OperationSlots.CHANGING)) {
      peer.slots.traits[slot] |= OperationSlots.OUTSIDE;
    }
    counters.refuse(status);
    peer.slots.lastRefusal[slot] = (byte) status.code();
    peer.pausedUntilNs =
        Math.max(peer.pausedUntilNs, nowNs + Math.clamp(pauseNs, PAUSE_MIN_NS, PAUSE_MAX_NS));
    if (peer.slots.state[slot] == OperationSlots.IN_FLIGHT) {
      peer.toLost(slot);
    }
  }

  private void finish(ClientPeer peer, int slot, MemorySegment segment) {
    OperationSlots slots = peer.slots;
    Status status = Status.of(result.status());
    if (status != Status.DONE) {
      refused(peer, slot, status);
      endings.end(peer, slot, refusal(peer, slot, status), status, result.value(), 0);
      return;
    }
    if (slots.is(slot, OperationSlots.BRINGS_DATA)) {
      MemorySegment.copy(
          segment, result.dataOffset(), slots.data[slot], slots.dataOffset[slot], result.length());
    }
    endings.end(peer, slot, Outcome.DONE, status, result.value(), result.valueHigh());
  }

  private void finishSeveral(ClientPeer peer, int slot) {
    Status first = Status.DONE;
    for (int i = 0; i < results.count(); i++) {
      Status status = results.status(i);
      if (status != Status.DONE) {
        refused(peer, slot, status);
        first = first == Status.DONE ? status : first;
      }
    }
    Outcome outcome = first == Status.DONE ? Outcome.DONE : refusal(peer, slot, first);
    endings.endSeveral(peer, slot, outcome, results);
  }

  private void refused(ClientPeer peer, int slot, Status status) {
    if (!peer.slots.is(slot, OperationSlots.INTERNAL)) {
      counters.refuse(status);
    }
  }

  /** A number below the window has been given up here, or has run unseen: nobody knows. */
  private static Outcome refusal(ClientPeer peer, int slot, Status status) {
    return status == Status.BELOW_WINDOW && peer.slots.is(slot, OperationSlots.CHANGING)
        ? Outcome.UNKNOWN
        : Outcome.REFUSED;
  }

  private @Nullable DropReason onAcknowledgement(
      ClientPeer peer, long nowNs, MemorySegment segment, long offset) {
    long sessionId = header.sessionId();
    acknowledgement.wrap(segment, offset);
    if (sessionId == 0
        || sessionId != peer.session.id()
        || acknowledgement.cumulative() > peer.window.next()) {
      return DropReason.NOT_EXPECTED;
    }
    int position = peer.ledger.find(acknowledgement.echo());
    if (position == PacketLedger.NONE
        || !OperationSlots.ownerInSession(peer.ledger.owner(position))) {
      return DropReason.ECHO_WRONG;
    }
    counters.increment(ClientCounter.ACKNOWLEDGEMENTS);
    peer.credit.onAnswer(acknowledgement.credit(), peer.window.next());
    int path = peer.ledger.path(position);
    long sentNs = peer.ledger.sentNs(position);
    peer.paths
        .state(path)
        .onEcho(
            nowNs,
            sentNs,
            acknowledgement.echo(),
            peer.ledger.charge(position),
            residenceNs(acknowledgement.residence()),
            acknowledgement.occupancy());
    proven(peer, path);
    acknowledgeAll(peer, nowNs, acknowledgement.cumulative());
    return null;
  }

  private void acknowledgeAll(ClientPeer peer, long nowNs, long cumulative) {
    long session = peer.session.id();
    int words = acknowledgement.words();
    long from = Math.max(peer.window.lowest(), peer.acknowledgedTo);
    peer.acknowledgedTo = Math.max(peer.acknowledgedTo, cumulative);
    for (long number = from; number < cumulative; number++) {
      acknowledge(peer, nowNs, number);
    }
    for (int word = 0; word < words; word++) {
      long base = cumulative + 1 + (long) word * Long.SIZE;
      for (long bits = acknowledgement.word(word); bits != 0; bits &= bits - 1) {
        acknowledge(peer, nowNs, base + Long.numberOfTrailingZeros(bits));
      }
    }
    assert session == peer.session.id();
  }

  /** The operation was executed: that is all that the caller of a silent one waits for. */
  private void acknowledge(ClientPeer peer, long nowNs, long number) {
    OperationSlots slots = peer.slots;
    int slot = peer.window.slot(number);
    if (slot == OperationSlots.NONE || !slots.is(slot, OperationSlots.SILENT)) {
      return;
    }
    PathState state = peer.paths.state(slots.path[slot]);
    if (slots.is(slot, OperationSlots.DECLARED_LOST)
        && (slots.state[slot] == OperationSlots.LOST
            || nowNs - slots.sentNs[slot] < state.roundTrip().minimumNs())) {
      counters.increment(ClientCounter.SPURIOUS);
      state.onSpurious(nowNs, slots.charge[slot]);
    }
    if (slots.state[slot] == OperationSlots.IN_FLIGHT) {
      state.onDelivered(nowNs, slots.sentNs[slot], slots.packet[slot], slots.charge[slot]);
    }
    if (slots.is(slot, OperationSlots.SEVERAL)) {
      results.allDone(peer.buffers, slots.buffer[slot]);
      endings.endSeveral(peer, slot, Outcome.DONE, results);
    } else {
      endings.end(peer, slot, Outcome.DONE, Status.DONE, slots.length[slot], 0);
    }
  }

  private static long residenceNs(int residence) {
    return residence == TransportHeader.RESIDENCE_UNKNOWN
        ? CongestionControl.NO_SAMPLE
        : (long) residence * TransportHeader.RESIDENCE_UNIT_NS;
  }
}
