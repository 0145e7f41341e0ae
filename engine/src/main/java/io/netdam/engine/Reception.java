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
  private final boolean resumeCounts;

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
    this.resumeCounts = settings.rules().keeps(Rule.RESUME_COUNTS);
    this.checksAddress = settings.rules().keeps(Rule.ADDRESS);
  }

  /** No session is made from now on. */
  void drain() {
    draining = true;
  }

  /** Answers OPEN. Nothing is kept of a new client. */
  void open(long nowNs, Path path, MemorySegment segment, long offset, TransportHeader header) {
    open.wrap(segment, offset);
    if ((open.flags() & Open.FLAG_RESUME) != 0) {
      resume(nowNs, path, segment, offset, header);
      return;
    }
    int window = windowFor(open.windowWanted());
    int bytes = frameFor(open.frameBytesWanted());
    answer(path, tickets.issueSessionId(), window, bytes, nowNs + ticketLifeNs);
  }

  /**
   * RESUME shows a ticket of the session. If the session is not there, it gets another only while
   * the shown one could still make it, and with the same expiry: so the end of what can make a
   * session never moves behind the back of its state.
   */
  private void resume(
      long nowNs, Path path, MemorySegment segment, long offset, TransportHeader header) {
    long id = open.sessionId();
    Session session = id == 0 ? null : table.find(id);
    Verdict verdict = tickets.checkAnywhere(nowNs, segment, offset + Ticket.OFFSET_IN_OPEN, id);
    boolean genuine = verdict == Verdict.VALID || verdict == Verdict.EXPIRED;
    if (session != null && session.live()) {
      if (!genuine) {
        counters.drop(DropReason.TICKET_FORGED); // not its client: tell nothing about it
        return;
      }
      long expiryNs = nowNs + ticketLifeNs;
      boolean sent = answer(path, id, session.guard().window(), session.frameBytes(), expiryNs);
      if (sent && resumeCounts) {
        session.ticketUntil(expiryNs);
      }
    } else if (session == null && verdict == Verdict.VALID) {
      ticket.wrap(segment, offset + Ticket.OFFSET_IN_OPEN);
      answer(path, id, ticket.window(), (int) ticket.frameBytes(), ticket.expiryNs());
    } else if (session == null) {
      turnAway(verdict, header, path);
    } else {
      counters.drop(DropReason.SESSION_UNKNOWN);
      sender.retry(header, Retry.REASON_UNKNOWN, path);
    }
  }

  private boolean answer(Path path, long id, int window, int bytes, long expiryNs) {
    MemorySegment frame = sender.opened(id, window, bytes, open.nonce(), grants.unscheduledBytes());
    if (frame == null) {
      return false;
    }
    tickets.mint(frame, Ticket.OFFSET_IN_OPEN, id, window, bytes, expiryNs, path);
    counters.add(DeviceCounter.TICKETS_ISSUED);
    sender.commit(frame, Opened.BYTES, path);
    return true;
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
      case ADDRESS -> {
        counters.drop(DropReason.TICKET_ADDRESS);
        reason = Retry.REASON_MOVED; // not over: it may still be made at its own address
      }
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

  /**
   * CLOSE: the answer says that the session is over, so that its client need not ask again. A
   * client closes only what the device has answered within, so one that is not there is over too.
   */
  void close(long nowNs, Path path, TransportHeader header) {
    Session session = header.sessionId() == 0 ? null : table.find(header.sessionId());
    if (session == null || !session.live()) {
      counters.drop(DropReason.SESSION_UNKNOWN);
      sender.retry(header, Retry.REASON_UNKNOWN, path);
      return;
    }
    if (session.addressOf(path) == Session.NOT_HERE) {
      counters.drop(DropReason.SESSION_MOVED);
      sender.retry(header, Retry.REASON_MOVED, path);
      return;
    }
    sender.retry(header, Retry.REASON_UNKNOWN, path);
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
