package io.netdam.engine;

import io.netdam.instruction.OutcomeLookup;
import io.netdam.transport.GrantBook;
import io.netdam.transport.Guard;
import io.netdam.transport.Path;
import io.netdam.transport.Rule;
import io.netdam.transport.Session;
import io.netdam.wire.DropReason;
import io.netdam.wire.FrameLayout;
import io.netdam.wire.Reply;
import io.netdam.wire.ReplyWriter;
import io.netdam.wire.Request;
import io.netdam.wire.Result;
import io.netdam.wire.Status;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Takes one request from guard to reply: whether it runs, in which order of precautions, what is
 * recorded, what is answered.
 *
 * <p>The order is the point. Everything that could stop the answer (its size, the room to send it,
 * the room to keep it) is asked before the first instruction runs; what ran is recorded before its
 * answer leaves.
 */
final class RequestRunner {
  /** What a client is told to wait before it tries a device again that has no room. */
  static final long RETRY_AFTER_NS = 1_000_000;

  private static final int RESULTS_OFFSET = Reply.RESULTS;

  private final DeviceCounters counters;
  private final DeviceSender sender;
  private final GrantBook grants;
  private final ResultStore store;
  private final InstructionRunner runner;
  private final AcknowledgementQueue acknowledgements;
  private final Occupancy occupancy;
  private final Postponement postponement;
  private final int frameBytes;

  private final Request request = new Request();
  private final TransportHeader header = new TransportHeader();
  private final ReplyWriter reply = new ReplyWriter();
  private final TransportHeader replyHeader = new TransportHeader();
  private final MemorySegment scratch =
      Arena.ofAuto().allocate(FrameLayout.BYTES_MAXIMUM, FrameLayout.BLOCK_BYTES);
  private final SessionOutcomes outcomes;

  // The request being taken.
  private MemorySegment segment = MemorySegment.NULL;
  private Path path;
  private long nowNs;
  private long offset;
  private int length;
  private boolean refusesChanges;
  private int built;
  private MemorySegment target = MemorySegment.NULL;

  RequestRunner(
      DeviceSettings settings,
      DeviceCounters counters,
      DeviceSender sender,
      GrantBook grants,
      ResultStore store,
      InstructionRunner runner,
      AcknowledgementQueue acknowledgements,
      Occupancy occupancy) {
    this.counters = counters;
    this.sender = sender;
    this.grants = grants;
    this.store = store;
    this.runner = runner;
    this.acknowledgements = acknowledgements;
    this.occupancy = occupancy;
    this.frameBytes = settings.frameBytes();
    this.outcomes = new SessionOutcomes(settings.rules().keeps(Rule.OUTCOME_CLOSES));
    this.postponement = new Postponement(settings.rules());
    this.path = Path.of(0, 0, 0, 0);
  }

  /** Every change that has not run yet is refused as DRAINING from now on. */
  void refuseChanges() {
    refusesChanges = true;
  }

  /** Moves to a request; {@link #ofSession} or {@link #ofNobody} follows. */
  RequestRunner take(long now, Path from, MemorySegment frame, long frameOffset, int frameLength) {
    nowNs = now;
    path = from;
    segment = frame;
    offset = frameOffset;
    length = frameLength;
    request.wrap(frame, frameOffset, frameLength);
    header.wrap(frame, frameOffset);
    runner.survey(request);
    return this;
  }

  /** The fault behind {@link io.netdam.transport.Rule#HAND_OVER}: runs what another shard owns. */
  void runForeign(Request foreign, MemorySegment frame) {
    runner.survey(foreign);
    if (runner.replyBytes() <= FrameLayout.BYTES_MAXIMUM) {
      reply.begin(scratch, 0, (int) runner.replyBytes(), runner.resultBytes());
      runner.run(foreign, frame, null, reply, scratch);
    }
  }

  /** A request without a session: pure ones only, and no answer longer than they are. */
  void ofNobody() {
    int room = Math.min(length, frameBytes);
    if (request.hasCapability()) {
      refuseNobody(Status.UNSUPPORTED, 0);
    } else if (runner.changing()) {
      refuseNobody(Status.SESSION_REQUIRED, 0);
    } else if (runner.replyBytes() > room) {
      if (path.loopback()) {
        refuseNobody(Status.REPLY_TOO_LARGE, room);
      } else {
        counters.drop(DropReason.AMPLIFICATION);
      }
    } else {
      runPure(null);
    }
  }

  /** Refusals go to loopback and to proven addresses, others are told nothing. */
  private void refuseNobody(Status status, long detail) {
    if (path.loopback()) {
      refuse(null, status, detail);
    } else {
      counters.ended(runner.firstOpcode(), status);
      counters.drop(DropReason.REFUSAL_WITHHELD);
    }
  }

  /**
   * A request whose valid ticket cannot make its session now. Nothing about it is recorded; its
   * address is proven by the ticket.
   */
  void unmade(Status status) {
    refuse(null, status, status == Status.SESSIONS_FULL ? RETRY_AFTER_NS : 0);
  }

  /** A request of a session that answers to this address. */
  void ofSession(Session session) {
    if (!runner.changing()) {
      if (request.hasCapability()) {
        refuse(session, Status.UNSUPPORTED, 0);
      } else if (runner.replyBytes() > session.frameBytes()) {
        refuse(session, Status.REPLY_TOO_LARGE, session.frameBytes());
      } else {
        runPure(session);
      }
      return;
    }
    long number = header.operationNumber();
    if (number > Guard.NUMBER_MAX) {
      refuse(session, Status.ABOVE_WINDOW, Guard.NUMBER_MAX + 1);
      return;
    }
    Guard guard = session.guard();
    switch (guard.admit(number, header.distance())) {
      case Guard.FRESH -> fresh(session, number);
      case Guard.RECORDED -> repeat(session, number);
      case Guard.BELOW -> refuse(session, Status.BELOW_WINDOW, guard.base());
      default -> refuse(session, Status.ABOVE_WINDOW, guard.base() + guard.window());
    }
  }

  private void runPure(@Nullable Session session) {
    MemorySegment frame = sender.claim((int) runner.replyBytes());
    if (frame == null) {
      return;
    }
    runInto(frame, session);
    if (session == null && runner.status() != Status.DONE && !path.loopback()) {
      counters.drop(DropReason.REFUSAL_WITHHELD);
      return;
    }
    built = reply.finish();
    send(session);
  }

  private void fresh(Session session, long number) {
    if (!grants.within(session, number)) {
      counters.drop(DropReason.GRANT_EXCEEDED);
      acknowledgements.due(session);
      return;
    }
    postponement.settle(runner, request);
    Status obstacle = obstacle(session);
    if (obstacle != Status.DONE) {
      refuseAndRecord(session, number, obstacle);
      return;
    }
    if (postponement.takes(segment, offset, length)) {
      record(session, number, 0, request.count(), 0);
      repeat(session, number);
      return;
    }
    MemorySegment frame = request.quiet() ? scratch : sender.claim((int) runner.replyBytes());
    if (frame == null) {
      return; // no room to answer: as if it had never arrived
    }
    runInto(frame, session);
    int status = runner.status().code();
    if (request.quiet() && status == 0) {
      record(session, number, status, runner.ran(), runner.lastValue());
      acknowledgements.due(session);
      return;
    }
    built = reply.finish();
    if (runner.plain()) {
      record(session, number, status, runner.ran(), runner.lastValue());
    } else {
      keep(session, number, status, frame);
    }
    if (request.quiet()) {
      sendFromScratch(session);
    } else {
      send(session);
    }
  }

  private void record(Session session, long number, int status, int ran, long value) {
    session.guard().record(number, status, ran, value);
    grants.used(session, length, occupancy.level(), nowNs);
  }

  private void keep(Session session, long number, int status, MemorySegment frame) {
    int bytes = built - RESULTS_OFFSET;
    int reference = store.keep(session.place(), frame, RESULTS_OFFSET, bytes);
    counters.add(DeviceCounter.RESULTS_KEPT);
    session.guard().recordKept(number, status, runner.ran(), reference);
    grants.used(session, length, occupancy.level(), nowNs);
  }

  /** Why a fresh request must not run, as far as its instructions do not matter. */
  private Status obstacle(Session session) {
    if (refusesChanges) {
      return Status.DRAINING;
    }
    if (request.hasCapability()) {
      return Status.UNSUPPORTED;
    }
    if (runner.replyBytes() > session.frameBytes()) {
      return Status.REPLY_TOO_LARGE;
    }
    boolean keeps = runner.large();
    return keeps && !store.room(session.place(), runner.replyBytes() - RESULTS_OFFSET)
        ? Status.BUSY
        : Status.DONE;
  }

  private void refuseAndRecord(Session session, long number, Status status) {
    long detail =
        switch (status) {
          case REPLY_TOO_LARGE -> session.frameBytes();
          case BUSY -> RETRY_AFTER_NS;
          default -> 0;
        };
    record(session, number, status.code(), 1, detail);
    refuse(session, status, detail);
  }

  /** Answers a copy of a recorded operation. */
  private void repeat(Session session, long number) {
    counters.add(DeviceCounter.DUPLICATES);
    Guard guard = session.guard();
    boolean kept = guard.isKept(number);
    int status = guard.status(number);
    if (!kept && status == 0 && (request.quiet() || guard.ran(number) != 1)) {
      acknowledgements.due(session);
      return;
    }
    int reference = kept ? (int) guard.value(number) : 0;
    int bytes = kept ? RESULTS_OFFSET + store.length(reference) : FrameLayout.BYTES_MINIMUM;
    MemorySegment frame = sender.claim(bytes);
    if (frame == null) {
      return;
    }
    // Kept results overwrite this one.
    reply
        .begin(frame, 0, bytes, Result.BYTES)
        .result(runner.firstOpcode(), status, guard.value(number));
    address(session, Reply.FLAG_REPEATED);
    built = reply.finish();
    if (kept) {
      store.copy(reference, frame, RESULTS_OFFSET);
      replyHeader.wrap(frame, 0).count(guard.ran(number));
      built = bytes;
    }
    transmit(frame);
  }

  /** Answers a request as a whole with one refusal. */
  private void refuse(@Nullable Session session, Status status, long detail) {
    counters.ended(runner.firstOpcode(), status);
    MemorySegment frame = sender.claim(FrameLayout.BYTES_MINIMUM);
    if (frame == null) {
      return;
    }
    reply
        .begin(frame, 0, FrameLayout.BYTES_MINIMUM, Result.BYTES)
        .result(runner.firstOpcode(), status.code(), detail);
    built = reply.finish();
    target = frame;
    send(session);
  }

  private void runInto(MemorySegment frame, @Nullable Session session) {
    target = frame;
    outcomes.of(
        session == null ? null : session.guard(),
        runner.changing() ? header.operationNumber() : -1);
    reply.begin(frame, 0, (int) runner.replyBytes(), runner.resultBytes());
    runner.run(request, segment, session == null ? null : outcomes, reply, frame);
  }

  /** Sends the reply that was built in a claimed frame. */
  private void send(@Nullable Session session) {
    address(session, 0);
    transmit(target);
  }

  /** Sends the refusal of a quiet request, whose reply was built aside. */
  private void sendFromScratch(Session session) {
    MemorySegment claimed = sender.claim(built);
    if (claimed == null) {
      return; // it is recorded: the client's next copy brings it
    }
    address(session, 0);
    MemorySegment.copy(scratch, 0, claimed, 0, built);
    transmit(claimed);
  }

  private void transmit(MemorySegment frame) {
    counters.add(DeviceCounter.REPLIES);
    sender.commit(frame, built, path);
  }

  private void address(@Nullable Session session, int flags) {
    long id = header.sessionId();
    long packet = session == null ? sender.nextPacketNumber() : session.nextPacketNumber();
    int credit = session == null ? 0 : (int) session.granted();
    reply
        .header(id, packet, header.operationNumber(), 0)
        .feedback(occupancy.level(), flags, credit, header.packetNumber());
  }

  /**
   * OUTCOME's view of the guard of the session being served. Its answer is final: a number that has
   * not run is closed when it is asked for.
   */
  private static final class SessionOutcomes implements OutcomeLookup {
    private final boolean closes;
    private @Nullable Guard guard;
    private long running;

    SessionOutcomes(boolean closes) {
      this.closes = closes;
    }

    /** Moves to a request of a session; running: its own number, or -1 if it has none. */
    void of(@Nullable Guard newGuard, long newRunning) {
      guard = newGuard;
      running = newRunning;
    }

    @Override
    public long outcomeOf(long operationNumber) {
      if (guard == null) {
        return NOT_RECORDED;
      }
      if (operationNumber == running) {
        return Status.NOT_READY.code();
      }
      int outcome = guard.outcome(operationNumber);
      if (outcome == Guard.FORGOTTEN) {
        return Status.BELOW_WINDOW.code();
      }
      if (outcome != Guard.NOT_RUN) {
        return outcome == Status.NOT_RECORDED.code() ? NOT_RECORDED : outcome;
      }
      if (operationNumber >= guard.base() + guard.window()) {
        return Status.ABOVE_WINDOW.code(); // cannot be closed: it may run yet
      }
      if (operationNumber >= guard.base() && closes) {
        guard.record(operationNumber, Status.NOT_RECORDED.code(), 1, 0);
      }
      return NOT_RECORDED;
    }
  }
}
