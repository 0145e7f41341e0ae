package io.netdam.engine;

import io.netdam.transport.ClientSession.Address;
import io.netdam.transport.PathSet;
import io.netdam.transport.PathState;
import io.netdam.transport.Rule;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import io.netdam.wire.Ticket;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * Sends requests: first what was lost, then what is new, changing and pure operations in turn; as
 * far as window, credit, congestion control, pace and the outbox allow.
 */
final class ClientSender {
  /** What became of an attempt to send. */
  private enum Attempt {
    SENT,
    BLOCKED,
    OUTBOX_FULL
  }

  /**
   * Farther ahead of the lowest unresolved number than this an operation asks for a REPLY: the
   * bitmap of an ACK has 640 bits.
   */
  private static final int QUIET_DISTANCE = 512;

  private static final int KNOCK_BYTES = 64;

  private final ClientCounters counters;
  private final Endings endings;
  private final RequestEncoder encoder;
  private final RandomGenerator random;
  private final boolean keepsNumber;
  private final long sessionOperationsMax;
  private boolean changingFirst;

  ClientSender(
      ClientSettings settings,
      ClientCounters counters,
      Endings endings,
      RequestEncoder encoder,
      RandomGenerator random) {
    this.counters = counters;
    this.endings = endings;
    this.encoder = encoder;
    this.random = random;
    this.keepsNumber = settings.rules().keeps(Rule.RETRY_KEEPS_NUMBER);
    this.sessionOperationsMax = settings.sessionOperationsMax();
  }

  /**
   * Sends what may be sent.
   *
   * @return false if the outbox is full
   */
  boolean send(ClientPeer peer, long nowNs, Outbox outbox) {
    if (!sendProbes(peer, nowNs, outbox)) {
      return false;
    }
    boolean changing = true;
    boolean pure = true;
    while (changing || pure) {
      boolean first = changingFirst;
      changingFirst = !changingFirst;
      if (first ? changing : pure) {
        Attempt attempt = first ? nextChanging(peer, nowNs, outbox) : nextPure(peer, nowNs, outbox);
        if (attempt == Attempt.OUTBOX_FULL) {
          counters.increment(ClientCounter.WAITED_OUTBOX);
          return false;
        }
        if (attempt == Attempt.BLOCKED) {
          changing &= !first;
          pure &= first;
        }
      }
    }
    return sendKnocks(peer, nowNs, outbox);
  }

  private Attempt nextChanging(ClientPeer peer, long nowNs, Outbox outbox) {
    int slot = peer.lostChanging.first();
    if (slot == OperationSlots.NONE) {
      slot = peer.queuedChanging.first();
      if (slot == OperationSlots.NONE || !peer.session.exists()) {
        return Attempt.BLOCKED;
      }
      if (tooLong(peer, slot)) {
        return Attempt.SENT;
      }
      if (!mayStart(peer, slot, nowNs)) {
        return Attempt.BLOCKED;
      }
    }
    if (nowNs < peer.pausedUntilNs) {
      peer.wakeAt(peer.pausedUntilNs);
      return Attempt.BLOCKED;
    }
    int allowed = sessionPaths(peer, peer.slots.requestBytes[slot]);
    return allowed == 0 ? Attempt.BLOCKED : sendSomewhere(peer, slot, allowed, nowNs, outbox);
  }

  private Attempt nextPure(ClientPeer peer, long nowNs, Outbox outbox) {
    int slot = peer.lostPure.first();
    if (slot == OperationSlots.NONE) {
      slot = peer.queuedPure.first();
      if (slot == OperationSlots.NONE) {
        return Attempt.BLOCKED;
      }
    }
    if (tooLong(peer, slot)) {
      return Attempt.SENT;
    }
    return sendSomewhere(peer, slot, (1 << peer.paths.count()) - 1, nowNs, outbox);
  }

  /** Whether a changing operation may be sent for the first time, by window and credit. */
  private boolean mayStart(ClientPeer peer, int slot, long nowNs) {
    if (peer.closing || !peer.window.room() || peer.window.next() >= sessionOperationsMax) {
      counters.increment(ClientCounter.WAITED_WINDOW);
      return false;
    }
    if (peer.credit.allows(peer.window.next(), peer.slots.requestBytes[slot])) {
      peer.creditProbeNs = ClientPeer.NEVER;
      return true;
    }
    counters.increment(ClientCounter.WAITED_CREDIT);
    return !peer.changingUnresolved() && creditProbeDue(peer, nowNs);
  }

  /** With nothing unresolved, only an operation beyond the credit can bring it to light. */
  private boolean creditProbeDue(ClientPeer peer, long nowNs) {
    if (peer.creditProbeNs == ClientPeer.NEVER) {
      PathState state = peer.paths.state(0);
      peer.creditProbeNs =
          nowNs + Math.max(peer.settings.probeMinNs(), 2 * state.roundTrip().timeoutNs());
    }
    if (nowNs < peer.creditProbeNs) {
      peer.wakeAt(peer.creditProbeNs);
      return false;
    }
    peer.creditProbeNs = ClientPeer.NEVER;
    return true;
  }

  /** Ends an operation that does not fit the frames that the device granted. */
  private boolean tooLong(ClientPeer peer, int slot) {
    int frameBytes = peer.frameBytes();
    if (peer.slots.requestBytes[slot] <= frameBytes && peer.slots.replyBytes[slot] <= frameBytes) {
      return false;
    }
    peer.slots.lastRefusal[slot] = (byte) Status.REPLY_TOO_LARGE.code();
    endings.giveUp(peer, slot);
    return true;
  }

  /** Paths on which a request of the session may leave; asks for knocks where it is too long. */
  private static int sessionPaths(ClientPeer peer, int requestBytes) {
    int allowed = 0;
    int tooLong = 0;
    for (int path = 0; path < peer.paths.count(); path++) {
      Address address = peer.session.address(path);
      if (address == Address.PROVEN) {
        allowed |= 1 << path;
      } else if (address == Address.TICKETED) {
        if (requestBytes + Ticket.BYTES <= peer.frameBytes()) {
          allowed |= 1 << path;
        } else {
          tooLong |= 1 << path;
        }
      }
    }
    peer.knocksDue |= tooLong;
    return allowed;
  }

  private Attempt sendSomewhere(ClientPeer peer, int slot, int allowed, long nowNs, Outbox outbox) {
    int charge = peer.slots.charge[slot];
    int path = peer.paths.choose(nowNs, charge, allowed);
    if (path == PathSet.NONE) {
      counters.increment(ClientCounter.WAITED_CONGESTION);
      peer.wakeAt(peer.paths.paceNs(nowNs, charge, allowed));
      return Attempt.BLOCKED;
    }
    return sendOn(peer, slot, path, nowNs, outbox) ? Attempt.SENT : Attempt.OUTBOX_FULL;
  }

  /** Probes silent tails: the newest packet again, whatever the window says. */
  private boolean sendProbes(ClientPeer peer, long nowNs, Outbox outbox) {
    for (int path = 0; peer.probesDue != 0 && path < peer.paths.count(); path++) {
      if ((peer.probesDue >>> path & 1) == 0) {
        continue;
      }
      int slot = peer.inFlight[path].last();
      if (slot != OperationSlots.NONE) {
        if (!sendOn(peer, slot, path, nowNs, outbox)) {
          return false;
        }
        counters.increment(ClientCounter.PROBES);
        peer.paths.state(path).loss().onTimeout(nowNs, random.nextDouble());
      }
      peer.probesDue &= ~(1 << path);
    }
    return true;
  }

  /** Shows tickets by a small request where all that waits is too long to carry one. */
  private boolean sendKnocks(ClientPeer peer, long nowNs, Outbox outbox) {
    OperationSlots slots = peer.slots;
    for (int path = 0; peer.knocksDue != 0 && path < peer.paths.count(); path++) {
      int slot = slots.internal(path);
      if ((peer.knocksDue >>> path & 1) != 0
          && slots.state[slot] == OperationSlots.FREE
          && peer.session.address(path) == Address.TICKETED) {
        slots.prepare(slot);
        slots.traits[slot] = OperationSlots.INTERNAL;
        slots.opcode[slot] = Opcode.READ;
        slots.instructionFlags[slot] = 0;
        slots.handle[slot] = 0;
        slots.length[slot] = 1;
        slots.address[slot] = 0;
        slots.requestBytes[slot] = KNOCK_BYTES;
        slots.replyBytes[slot] = 2 * KNOCK_BYTES;
        slots.charge[slot] = 2 * KNOCK_BYTES;
        slots.deadlineNs[slot] = ClientPeer.NEVER;
        peer.queuedPure.addLast(slot);
        if (!sendOn(peer, slot, path, nowNs, outbox)) {
          peer.unlink(slot);
          slots.release(slot);
          return false;
        }
      }
    }
    peer.knocksDue = 0;
    return true;
  }

  /** Sends an operation on a path, for the first time or again. */
  private boolean sendOn(ClientPeer peer, int slot, int path, long nowNs, Outbox outbox) {
    OperationSlots slots = peer.slots;
    boolean changing = slots.is(slot, OperationSlots.CHANGING);
    int request = slots.requestBytes[slot];
    boolean ticketed = peer.session.address(path) == Address.TICKETED;
    boolean inSession =
        changing
            || (peer.session.usable(path)
                && !slots.is(slot, OperationSlots.OUTSIDE)
                && (!ticketed || request + Ticket.BYTES <= peer.frameBytes()));
    boolean ticket = inSession && ticketed;
    int padTo = inSession ? 0 : slots.replyBytes[slot];
    int capacity = Math.max(request + (ticket ? Ticket.BYTES : 0), padTo);
    MemorySegment frame = outbox.claim(capacity);
    if (frame == null) {
      return false;
    }
    boolean first = !slots.sent(slot);
    number(peer, slot, changing, first);
    peer.unlink(slot);
    slots.packet[slot] =
        peer.ledger.record(nowNs, slots.owner(slot, inSession), path, slots.charge[slot]);
    int length =
        encoder.encode(
            peer, slot, frame, capacity, inSession, ticket ? path : -1, quiet(peer, slot), padTo);
    outbox.commit(peer.paths.state(path).path(), length);
    slots.state[slot] = OperationSlots.IN_FLIGHT;
    slots.path[slot] = path;
    slots.sentNs[slot] = nowNs;
    if (first) {
      slots.firstSentNs[slot] = nowNs;
    }
    slots.transmissions[slot]++;
    peer.inFlight[path].addLast(slot);
    peer.paths.state(path).onSent(nowNs, slots.charge[slot]);
    if (first && changing) {
      peer.credit.onSent(length);
    }
    count(first, ticket, length);
    return true;
  }

  private void number(ClientPeer peer, int slot, boolean changing, boolean first) {
    OperationSlots slots = peer.slots;
    if (!changing) {
      slots.number[slot] = slots.pureTag(slot);
    } else if (first) {
      slots.number[slot] = peer.window.assign(slot);
    } else if (!keepsNumber && peer.window.room()) {
      peer.window.resolve(slots.number[slot]);
      slots.number[slot] = peer.window.assign(slot);
    }
  }

  private static boolean quiet(ClientPeer peer, int slot) {
    return peer.slots.is(slot, OperationSlots.SILENT)
        && peer.slots.number[slot] - peer.window.lowest() < QUIET_DISTANCE;
  }

  private void count(boolean first, boolean ticket, int length) {
    counters.increment(ClientCounter.FRAMES_SENT);
    counters.add(ClientCounter.BYTES_SENT, length);
    if (!first) {
      counters.increment(ClientCounter.RETRANSMISSIONS);
    }
    if (ticket) {
      counters.increment(ClientCounter.TICKETS_SENT);
    }
  }
}
