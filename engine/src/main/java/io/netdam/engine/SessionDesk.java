package io.netdam.engine;

import io.netdam.transport.ClientSession;
import io.netdam.transport.ClientSession.Address;
import io.netdam.transport.PacketLedger;
import io.netdam.transport.Path;
import io.netdam.transport.PathState;
import io.netdam.wire.Close;
import io.netdam.wire.DropReason;
import io.netdam.wire.Form;
import io.netdam.wire.FrameLayout;
import io.netdam.wire.Open;
import io.netdam.wire.Opened;
import io.netdam.wire.Retry;
import io.netdam.wire.Ticket;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks for sessions and tickets, takes the answers, ends sessions. A session is asked for when a
 * changing operation waits; further paths ask for a ticket while there is anything to do.
 */
final class SessionDesk {
  /** Owner of an OPEN in the packet ledger: no slot, in the session. */
  private static final long OPEN_OWNER = (1L << 32) - 1;

  private static final int FRAME_BYTES_MIN = 128;
  private static final long MILLISECOND_NS = 1_000_000;
  private static final double JITTER_PART = 8;

  /** Durations of two clocks are compared: one may run this part slower. */
  private static final int RATE_PART = 100;

  private final ClientSettings settings;
  private final ClientCounters counters;
  private final Endings endings;
  private final LossRecovery recovery;
  private final RequestEncoder encoder;
  private final RandomGenerator random;
  private final Open open = new Open();
  private final Opened opened = new Opened();
  private final Retry retry = new Retry();
  private final Close close = new Close();

  SessionDesk(
      ClientSettings settings,
      ClientCounters counters,
      Endings endings,
      LossRecovery recovery,
      RequestEncoder encoder,
      RandomGenerator random) {
    this.settings = settings;
    this.counters = counters;
    this.endings = endings;
    this.recovery = recovery;
    this.encoder = encoder;
    this.random = random;
  }

  /**
   * Sends what is due.
   *
   * @return false if the outbox is full
   */
  boolean poll(ClientPeer peer, long nowNs, Outbox outbox) {
    ClientSession session = peer.session;
    if (peer.closingSession != ClientSession.NONE) {
      if (!sendClose(peer, peer.closingSession, peer.closingPath, nowNs, outbox)) {
        return false;
      }
      peer.closingSession = ClientSession.NONE;
    }
    peer.closing |= session.exists() && peer.window.next() >= settings.sessionOperationsMax();
    if (peer.closing && !closeSession(peer, nowNs, outbox)) {
      return false;
    }
    if (session.exists()) {
      // Before its first answer the session may not exist at the device: nothing to resume, unless
      // the client moved meanwhile, for then its ticket is good nowhere.
      boolean asks = session.proven() || !usableSomewhere(peer);
      return peer.slots.used() == 0 || !asks || askForPaths(peer, nowNs, outbox);
    }
    boolean wanted = !peer.queuedChanging.isEmpty();
    return !wanted || askForSession(peer, nowNs, outbox);
  }

  private static boolean usableSomewhere(ClientPeer peer) {
    boolean usable = false;
    for (int path = 0; path < peer.paths.count(); path++) {
      usable |= peer.session.usable(path);
    }
    return usable;
  }

  /** Says CLOSE once nothing is unresolved, until RETRY tells that the session is over. */
  private boolean closeSession(ClientPeer peer, long nowNs, Outbox outbox) {
    if (peer.changingUnresolved()) {
      return true;
    }
    if (nowNs >= peer.closeAgainNs) {
      if (!sendClose(peer, peer.session.id(), closingPath(peer), nowNs, outbox)) {
        return false;
      }
      peer.closeAgainNs = nowNs + settings.retryFirstNs();
    }
    peer.wakeAt(peer.closeAgainNs);
    return true;
  }

  /** Asks on one path; on the next one if there is no answer. */
  private boolean askForSession(ClientPeer peer, long nowNs, Outbox outbox) {
    ClientSession session = peer.session;
    int path = 0;
    for (int i = 0; i < peer.paths.count(); i++) {
      if (session.address(i) == Address.ASKED && session.askNs(i) > nowNs) {
        peer.wakeAt(session.askNs(i));
        return true;
      }
      if (session.attempts(i) < session.attempts(path)) {
        path = i;
      }
    }
    return sendOpen(peer, path, nowNs, outbox);
  }

  private boolean askForPaths(ClientPeer peer, long nowNs, Outbox outbox) {
    for (int path = 0; path < peer.paths.count(); path++) {
      if (!peer.session.needsTicket(path)) {
        continue;
      }
      if (peer.session.askNs(path) <= nowNs && !sendOpen(peer, path, nowNs, outbox)) {
        return false;
      }
      peer.wakeAt(peer.session.askNs(path));
    }
    return true;
  }

  private boolean sendOpen(ClientPeer peer, int path, long nowNs, Outbox outbox) {
    MemorySegment frame = outbox.claim(Open.BYTES);
    if (frame == null) {
      counters.increment(ClientCounter.WAITED_OUTBOX);
      return false;
    }
    ClientSession session = peer.session;
    PathState state = peer.paths.state(path);
    long waitNs =
        state.roundTrip().known()
            ? Math.max(settings.probeMinNs(), 2 * state.roundTrip().timeoutNs())
            : settings.retryFirstNs();
    waitNs += (long) (waitNs / JITTER_PART * random.nextDouble());
    long nonce = session.onAsked(nowNs, path, random.nextLong(), waitNs, settings.retryMaxNs());
    open.begin(frame, 0)
        .sessionId(session.id())
        .packetNumber(peer.ledger.record(nowNs, OPEN_OWNER, path, 0))
        .windowWanted(settings.windowWanted())
        .versionMinimum(Form.VERSION)
        .versionMaximum(Form.VERSION)
        .frameBytesWanted(settings.frameBytes())
        .nonce(nonce);
    if (session.exists()) {
      open.flags(Open.FLAG_RESUME);
      MemorySegment.copy(
          session.tickets(),
          session.latestTicketOffset(),
          frame,
          Ticket.OFFSET_IN_OPEN,
          Ticket.BYTES);
    }
    encoder.seal(frame, Open.BYTES);
    outbox.commit(state.path(), Open.BYTES);
    counters.increment(ClientCounter.OPENS);
    counters.increment(ClientCounter.FRAMES_SENT);
    counters.add(ClientCounter.BYTES_SENT, Open.BYTES);
    peer.wakeAt(session.askNs(path));
    return true;
  }

  private boolean sendClose(ClientPeer peer, long sessionId, Path path, long nowNs, Outbox outbox) {
    MemorySegment frame = outbox.claim(Close.BYTES);
    if (frame == null) {
      counters.increment(ClientCounter.WAITED_OUTBOX);
      return false;
    }
    int index = Math.max(0, peer.paths.indexOf(path));
    close
        .begin(frame, 0)
        .sessionId(sessionId)
        .packetNumber(peer.ledger.record(nowNs, OPEN_OWNER, index, 0));
    encoder.seal(frame, Close.BYTES);
    outbox.commit(path, Close.BYTES);
    counters.increment(ClientCounter.FRAMES_SENT);
    counters.add(ClientCounter.BYTES_SENT, Close.BYTES);
    return true;
  }

  /** OPENED came. */
  @Nullable DropReason onOpened(
      ClientPeer peer, int path, long nowNs, MemorySegment segment, long offset) {
    ClientSession session = peer.session;
    opened.wrap(segment, offset);
    int frameBytes =
        (int) Math.min(settings.frameBytes(), opened.frameBytesGranted())
            & -FrameLayout.BLOCK_BYTES;
    int window = Math.min(settings.windowWanted(), opened.windowGranted());
    if (!session.expects(path, opened.nonce(), opened.sessionId())
        || frameBytes < FRAME_BYTES_MIN
        || window < 1) {
      return DropReason.NOT_EXPECTED;
    }
    if (session.attempts(path) == 1) {
      peer.paths.state(path).roundTrip().sample(nowNs - session.askedNs(path));
    }
    boolean made =
        session.onOpened(nowNs, path, opened.sessionId(), segment, offset + Ticket.OFFSET_IN_OPEN);
    if (made) {
      session.grant(
          opened.epoch(),
          window,
          frameBytes,
          opened.leaseMs() * MILLISECOND_NS,
          opened.unscheduledBytes());
      peer.window.open(window);
      peer.credit.open(opened.unscheduledBytes());
      peer.acknowledgedTo = 0;
      counters.increment(ClientCounter.SESSIONS);
    }
    return null;
  }

  /** RETRY came. */
  @Nullable DropReason onRetry(
      ClientPeer peer, int path, long nowNs, MemorySegment segment, long offset) {
    ClientSession session = peer.session;
    retry.wrap(segment, offset);
    if (!session.exists() || retry.sessionId() != session.id()) {
      return DropReason.NOT_EXPECTED;
    }
    int position = peer.ledger.find(retry.echo());
    if (position == PacketLedger.NONE
        || !OperationSlots.ownerInSession(peer.ledger.owner(position))
        || peer.ledger.path(position) != path) {
      return DropReason.ECHO_WRONG;
    }
    long sentNs = peer.ledger.sentNs(position);
    switch (retry.reason()) {
      case Retry.REASON_MOVED -> {
        if (session.onMoved(path, sentNs)) {
          counters.increment(ClientCounter.MOVES);
          recovery.giveBackAll(peer, path);
        }
        return null;
      }
      case Retry.REASON_UNKNOWN, Retry.REASON_TICKET_STALE -> {
        peer.paths.state(path).roundTrip().sample(nowNs - sentNs);
        lose(peer, nowNs, retry.epochAgeNs());
        return null;
      }
      default -> {
        return DropReason.NOT_EXPECTED;
      }
    }
  }

  /**
   * The device says that the session is over: nothing of it runs any more. What was first sent
   * within the last lease, and within this epoch of the device, has not run either: had it, its
   * session would still be there. It goes to the next session with what was never sent; the rest
   * may have run.
   */
  private void lose(ClientPeer peer, long nowNs, long epochAgeNs) {
    counters.increment(ClientCounter.SESSIONS_LOST);
    long leaseNs = peer.session.leaseNs();
    long why = epochAgeNs < leaseNs ? Completions.DEVICE_RESTARTED : Completions.LEASE_OVER;
    long spanNs = Math.min(leaseNs, Math.max(0, epochAgeNs));
    spanNs -= spanNs / RATE_PART;
    forget(peer);
    OperationSlots slots = peer.slots;
    for (int path = 0; path < peer.paths.count(); path++) {
      recovery.giveBackAll(peer, path);
    }
    for (int slot = 0; slot < slots.capacity; slot++) {
      if (slots.state[slot] != OperationSlots.LOST || !slots.is(slot, OperationSlots.CHANGING)) {
        continue;
      }
      if (nowNs - slots.firstSentNs[slot] < spanNs) {
        peer.toQueue(slot);
      } else {
        endings.giveUp(peer, slot, why);
      }
    }
  }

  /** Leaves the session of a peer that is detached; the device is told once, by the next poll. */
  void leave(ClientPeer peer) {
    if (peer.session.exists()) {
      peer.closingSession = peer.session.id();
      peer.closingPath = closingPath(peer);
      forget(peer);
    }
  }

  private static Path closingPath(ClientPeer peer) {
    for (int path = 0; path < peer.paths.count(); path++) {
      if (peer.session.address(path) == Address.PROVEN) {
        return peer.paths.state(path).path();
      }
    }
    return peer.paths.state(0).path();
  }

  private static void forget(ClientPeer peer) {
    peer.session.forget();
    peer.window.close();
    peer.credit.open(0);
    peer.acknowledgedTo = 0;
    peer.pausedUntilNs = Long.MIN_VALUE;
    peer.creditProbeNs = ClientPeer.NEVER;
    peer.knocksDue = 0;
    peer.closing = false;
    peer.closeAgainNs = Long.MIN_VALUE;
  }
}
