package io.netdam.engine;

import io.netdam.transport.ExpiryWheel;
import io.netdam.transport.GrantBook;
import io.netdam.transport.Path;
import io.netdam.transport.Rule;
import io.netdam.transport.Session;
import io.netdam.transport.SessionTable;
import io.netdam.transport.TicketOffice;
import io.netdam.transport.TicketOffice.Verdict;
import io.netdam.transport.WindowPool;
import io.netdam.wire.DropReason;
import io.netdam.wire.FrameLayout;
import io.netdam.wire.Open;
import io.netdam.wire.Opened;
import io.netdam.wire.Request;
import io.netdam.wire.Retry;
import io.netdam.wire.Status;
import io.netdam.wire.Ticket;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The life of sessions: tickets out, sessions made by tickets, moved, ended by their clients or by
 * time. Whoever comes without a session or a ticket learns so and leaves no trace.
 */
final class Reception {
  /** Most sessions looked at for expiry in one call. */
  private static final int EXPIRIES_MAX = 64;

  private static final int FRAME_BYTES_UNSAID = FrameLayout.BYTES_INTERNET;

  private final DeviceCounters counters;
  private final DeviceSender sender;
  private final SessionTable table;
  private final WindowPool windows;
  private final ExpiryWheel wheel;
  private final GrantBook grants;
  private final TicketOffice tickets;
  private final Open open = new Open();
  private final Ticket ticket = new Ticket();
  private final long leaseNs;
  private final long ticketLifeNs;
  private final int windowMax;
  private final int frameBytesMax;
  private final boolean byTicketOnly;
  private final boolean outlivesTickets;
  private final boolean checksAddress;

  private Status refusal = Status.DONE;
  private boolean draining;

  Reception(
      DeviceSettings settings,
      DeviceCounters counters,
      DeviceSender sender,
      SessionTable table,
      WindowPool windows,
      GrantBook grants,
      TicketOffice tickets) {
    this.counters = counters;
    this.sender = sender;
    this.table = table;
    this.windows = windows;
    this.grants = grants;
    this.tickets = tickets;
    this.leaseNs = settings.leaseNs();
    this.ticketLifeNs = settings.ticketLifeNs();
    this.windowMax = settings.windowMax();
    this.frameBytesMax = settings.frameBytes();
    this.wheel = new ExpiryWheel(Math.max(leaseNs, ticketLifeNs));
    this.byTicketOnly = settings.rules().keeps(Rule.SESSION_BY_TICKET);
    this.outlivesTickets = settings.rules().keeps(Rule.SESSION_OUTLIVES_TICKETS);
    this.checksAddress = settings.rules().keeps(Rule.ADDRESS);
  }

  /** No session is made from now on. */
  void drain() {
    draining = true;
  }

  /** Answers OPEN. Nothing is kept of a new client; RESUME notes how long its ticket is good. */
  void open(long nowNs, Path path, MemorySegment segment, long offset, TransportHeader header) {
    open.wrap(segment, offset);
    boolean resumes = (open.flags() & Open.FLAG_RESUME) != 0;
    Session session = null;
    if (resumes) {
      session = resumed(segment, offset, open.sessionId());
      if (session == null) {
        sender.retry(header, Retry.REASON_UNKNOWN, path);
        return;
      }
    }
    int window = session != null ? session.guard().window() : windowFor(open.windowWanted());
    int bytes = session != null ? session.frameBytes() : frameFor(open.frameBytesWanted());
    long id = session != null ? session.id() : tickets.issueSessionId();
    MemorySegment frame = sender.opened(id, window, bytes, open.nonce(), grants.unscheduledBytes());
    if (frame == null) {
      return;
    }
    long expiryNs = nowNs + ticketLifeNs;
    tickets.mint(frame, Ticket.OFFSET_IN_OPEN, id, window, bytes, expiryNs, path);
    if (session != null) {
      session.ticketUntil(expiryNs);
    }
    counters.add(DeviceCounter.TICKETS_ISSUED);
    sender.commit(frame, Opened.BYTES, path);
  }

  private @Nullable Session resumed(MemorySegment segment, long offset, long id) {
    Session session = id == 0 ? null : table.find(id);
    if (session == null || !session.live()) {
      counters.drop(DropReason.SESSION_UNKNOWN);
      return null;
    }
    if (!tickets.belongsTo(segment, offset + Ticket.OFFSET_IN_OPEN, id)) {
      counters.drop(DropReason.TICKET_FORGED);
      return null;
    }
    return session;
  }

  private int windowFor(int wanted) {
    return windows.available(Math.min(wanted, windowMax));
  }

  private int frameFor(long wanted) {
    long bytes = wanted == 0 ? FRAME_BYTES_UNSAID : wanted;
    long clamped = Math.clamp(bytes, FrameLayout.BYTES_MINIMUM, frameBytesMax);
    return (int) clamped / FrameLayout.BLOCK_BYTES * FrameLayout.BLOCK_BYTES;
  }

  /**
   * Finds the session of a request, or makes it.
   *
   * @return the session; null: it has been answered, or {@link #refusal} says what to answer
   */
  @Nullable Session admit(
      long nowNs, Path path, MemorySegment segment, TransportHeader header, Request request) {
    refusal = Status.DONE;
    Session session = table.find(header.sessionId());
    int address;
    if (session == null) {
      session = make(nowNs, path, segment, header, request);
      if (session == null) {
        return null;
      }
      address = session.addAddress(path, nowNs);
    } else if (!session.live()) {
      counters.drop(DropReason.SESSION_UNKNOWN);
      sender.retry(header, Retry.REASON_UNKNOWN, path);
      return null;
    } else {
      address = session.addressOf(path);
      if (address == Session.NOT_HERE) {
        address = move(session, nowNs, path, segment, header, request);
        if (address == Session.NOT_HERE) {
          return null;
        }
      }
    }
    session.heard(nowNs, leaseNs, header.packetNumber(), address, path);
    return session;
  }

  /** Why {@link #admit} made no session though the ticket is valid; DONE if that is not so. */
  Status refusal() {
    return refusal;
  }

  private @Nullable Session make(
      long nowNs, Path path, MemorySegment segment, TransportHeader header, Request request) {
    long id = header.sessionId();
    int window = windows.windowDefault();
    int frameBytes = FRAME_BYTES_UNSAID;
    long expiryNs = nowNs;
    boolean valid = false;
    if (request.hasTicket()) {
      long at = request.ticketOffset();
      Verdict verdict = tickets.check(nowNs, segment, at, id, path);
      valid = verdict == Verdict.VALID;
      if (valid) {
        ticket.wrap(segment, at);
        window = ticket.window();
        frameBytes = (int) ticket.frameBytes();
        expiryNs = ticket.expiryNs();
      } else if (byTicketOnly) {
        turnAway(verdict, header, path);
        return null;
      }
    }
    if (!valid && byTicketOnly) {
      counters.drop(DropReason.SESSION_UNKNOWN);
      sender.retry(header, Retry.REASON_UNKNOWN, path);
      return null;
    }
    if (draining) {
      refusal = Status.DRAINING;
      return null;
    }
    Session session = table.create(id, window, frameBytes, sender.firstPacketNumber());
    if (session == null) {
      counters.add(DeviceCounter.SESSIONS_REFUSED);
      refusal = Status.SESSIONS_FULL;
      return null;
    }
    session.ticketUntil(expiryNs);
    wheel.add(session, nowNs, nowNs + leaseNs);
    counters.add(DeviceCounter.SESSIONS_CREATED);
    return session;
  }

  private void turnAway(Verdict verdict, TransportHeader header, Path path) {
    int reason = Retry.REASON_UNKNOWN;
    switch (verdict) {
      case FORGED -> counters.drop(DropReason.TICKET_FORGED);
      case EPOCH -> counters.drop(DropReason.TICKET_EPOCH);
      case ADDRESS -> counters.drop(DropReason.TICKET_ADDRESS);
      case EXPIRED -> {
        counters.drop(DropReason.TICKET_EXPIRED);
        reason = Retry.REASON_TICKET_STALE;
      }
      case VALID -> throw new IllegalStateException("a valid ticket is not turned away");
    }
    sender.retry(header, reason, path);
  }

  private int move(
      Session session,
      long nowNs,
      Path path,
      MemorySegment segment,
      TransportHeader header,
      Request request) {
    boolean proven =
        request.hasTicket()
            && tickets.check(nowNs, segment, request.ticketOffset(), session.id(), path)
                == Verdict.VALID;
    if (proven || !checksAddress) {
      counters.add(DeviceCounter.SESSIONS_MOVED);
      return session.addAddress(path, nowNs);
    }
    counters.drop(DropReason.SESSION_MOVED);
    sender.retry(header, Retry.REASON_MOVED, path);
    return Session.NOT_HERE;
  }

  /** CLOSE: not answered, whatever it finds. */
  void close(long nowNs, Path path, TransportHeader header) {
    Session session = header.sessionId() == 0 ? null : table.find(header.sessionId());
    if (session == null || !session.live()) {
      counters.drop(DropReason.SESSION_UNKNOWN);
      return;
    }
    if (session.addressOf(path) == Session.NOT_HERE) {
      counters.drop(DropReason.SESSION_MOVED);
      return;
    }
    grants.forget(session);
    table.close(session);
    counters.add(DeviceCounter.SESSIONS_CLOSED);
    wheel.remove(session);
    if (endNs(session) - nowNs <= 0) {
      table.remove(session);
    } else {
      wheel.add(session, nowNs, endNs(session));
    }
  }

  /** Ends sessions whose time has run out, a bounded number of them. */
  void expire(long nowNs) {
    for (int i = 0; i < EXPIRIES_MAX; i++) {
      Session session = wheel.next(nowNs);
      if (session == null) {
        return;
      }
      long endNs = endNs(session);
      if (endNs - nowNs > 0) {
        wheel.add(session, nowNs, endNs);
      } else {
        if (session.live()) {
          grants.forget(session);
          counters.add(DeviceCounter.SESSIONS_EXPIRED);
        }
        table.remove(session);
      }
    }
  }

  /** When a session may be forgotten. */
  private long endNs(Session session) {
    if (!session.live()) {
      return session.ticketEndNs();
    }
    return outlivesTickets
        ? Math.max(session.leaseEndNs(), session.ticketEndNs())
        : session.leaseEndNs() - leaseNs + leaseNs / 8;
  }

  /** Puts a restored session under the clock. */
  void watch(Session session, long nowNs) {
    wheel.add(session, nowNs, endNs(session));
  }

  /** When {@link #expire} has work again, or {@link Long#MAX_VALUE}. */
  long nextDueNs() {
    return wheel.nextDueNs();
  }
}
