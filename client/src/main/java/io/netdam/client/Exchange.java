package io.netdam.client;

import io.netdam.engine.ClientCounters;
import io.netdam.engine.ClientEngine;
import io.netdam.engine.Outcome;
import io.netdam.engine.Submission;
import io.netdam.link.Link;
import io.netdam.transport.Path;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Turns calls into operations of the engine and ends of operations into ends of calls. Everything
 * here is guarded by the driver's lock; the engine calls back from within.
 *
 * <p>A call that the engine has no room for stands in the queue of its device. Long calls start
 * some parts, then it is the turn of the next call.
 */
final class Exchange {

  /** The most datagrams taken before the engine is polled. */
  private static final int BURST_MAX = 64;

  /** The most parts that a long call starts before it is the turn of the next. */
  private static final int PARTS_A_TURN = 16;

  /** The most times that the engine is polled in one round. */
  private static final int ROUNDS_MAX = 4;

  /** Calls that wait for room are looked at for their time limit this often. */
  private static final long EXPIRY_CHECK_NS = 10_000_000;

  private final Object lock;
  private final LinkMaker linkMaker;
  private final Link link;
  private final LinkOutbox outbox;
  private final ClientEngine engine;
  private final ClientCounters counters = new ClientCounters();
  private final Inquiries inquiries;
  private final CallPool pool;
  private final Link.Receiver receiver = this::onDatagram;

  private final Peer[] attached = new Peer[Peers.PEERS_MAX];
  private int attachedCount;
  private int unfinished;
  private int pendingCalls;
  private boolean roomMade;
  private long expiryCheckNs;
  private long engineDeadlineNs = Long.MAX_VALUE;
  private long nowNs;
  private int burst = 1;
  private @Nullable Throwable failure;

  Exchange(NetDamOptions options, LinkMaker linkMaker, Link link, Object lock) {
    this.lock = lock;
    this.linkMaker = linkMaker;
    this.link = link;
    this.outbox = new LinkOutbox(link);
    this.pool = new CallPool(options.callsMax());
    this.inquiries = new Inquiries(link);
    this.engine =
        new ClientEngine(
            Engines.settings(options, options.window()),
            Engines.random(),
            counters,
            this::onCompletion);
  }

  ClientCounters counters() {
    return counters;
  }

  CallPool pool() {
    return pool;
  }

  /** Calls begun and not ended. */
  int unfinished() {
    return unfinished;
  }

  /** Calls that wait for room in the engine. */
  int pendingCalls() {
    return pendingCalls;
  }

  /** What closed the client by itself; null if nothing did. */
  @Nullable Throwable failure() {
    return failure;
  }

  void failure(Throwable cause) {
    failure = failure == null ? cause : failure;
  }

  // --- Calls -----------------------------------------------------------------------------------

  /** Makes the device of a call known to the engine and cuts the call into parts. */
  void prepare(Call call, long now) {
    Peer peer = call.device();
    if (peer.number() < 0) {
      peer.number(engine.attach(now, linkMaker.paths(link, peer)));
      attached[attachedCount++] = peer;
    }
    if (call.partBytes == 0) {
      call.partBytes = engine.frameDataBytes(peer.number());
    }
    call.parts = Math.max(1, Math.ceilDiv(call.length, call.partBytes));
  }

  /** Begins a prepared call: as far as there is room its parts are with the engine afterwards. */
  void begin(Call call, long now) {
    unfinished++;
    call.begun = true;
    call.expiryNs = now + call.timeoutNs;
    if (call.kind == Call.Kind.INFO) {
      inquiries.add(call, linkMaker.paths(link, call.device())[0], now);
    } else {
      enqueue(call);
      advance(call.device(), now);
    }
  }

  /** Ends a call early: what was never sent is not sent any more. */
  void abandon(Call call) {
    call.fail(call.nextPart, Outcome.NOT_SENT, Status.DONE, 0);
    if (call.kind == Call.Kind.INFO) {
      inquiries.remove(call);
    } else {
      if (call.pending.taken()) {
        dequeue(call);
      }
      for (long part = call.lowestRunning(); part < call.nextPart && !call.ended; part++) {
        if (call.runs(part)) {
          engine.cancel(call.device().number(), tag(call, part));
        }
      }
    }
    if (!call.ended) {
      assert call.running == 0 : "a cancelled part has not ended";
      end(call);
    }
  }

  /** Ends every call, even if the engine is in no state to help. */
  void abandonAll() {
    pool.forEachBegun(this::abandonClosed);
  }

  private void abandonClosed(Call call) {
    if (call.ended) {
      return;
    }
    call.closed = true;
    try {
      abandon(call);
    } catch (RuntimeException | Error e) {
      failure(e);
      if (!call.ended) {
        call.anyUnknown |= call.running > 0; // the engine cannot tell any more
        end(call);
      }
    }
  }

  private void end(Call call) {
    assert !call.ended : "a call ends once";
    unfinished--;
    call.follower.leave();
    call.ended = true;
    CompletableFuture<?> future = call.future;
    if (future != null) {
      Failures.complete(call, future, failure);
      pool.give(call, lock);
    } else if (call.waiter != Thread.currentThread()) {
      LockSupport.unpark(call.waiter);
    }
  }

  private void enqueue(Call call) {
    call.device().pending().addLast(call.pending);
    pendingCalls++;
  }

  private void dequeue(Call call) {
    call.pending.leave();
    pendingCalls--;
  }

  // --- Parts -----------------------------------------------------------------------------------

  private void advanceAll(long now) {
    for (int i = 0; i < attachedCount && pendingCalls > 0; i++) {
      advance(attached[i], now);
    }
  }

  /** Hands parts to the engine as long as it takes them, by turns. */
  private void advance(Peer peer, long now) {
    for (Call call = peer.firstPending(); call != null; call = peer.firstPending()) {
      int turn = PARTS_A_TURN;
      while (turn > 0 && call.wantsPart()) {
        if (!submitPart(call, now)) {
          return;
        }
        turn--;
      }
      dequeue(call);
      if (call.wantsPart()) {
        enqueue(call);
      }
    }
  }

  private boolean submitPart(Call call, long now) {
    long part = call.nextPart;
    long offset = call.partOffset(part);
    Submission submission =
        engine.submit(
            now,
            call.device().number(),
            call.opcode,
            call.flags,
            0,
            call.address + offset,
            call.partLength(part),
            call.copies() ? call.operand0 + offset : call.operand0,
            call.operand1,
            call.data,
            call.dataOffset + offset,
            now + call.timeoutNs,
            tag(call, part));
    if (submission != Submission.ACCEPTED) {
      return false;
    }
    call.partStarted();
    call.expiryNs = now + call.timeoutNs;
    return true;
  }

  /** Index of the call (20 bits), how often it was used (12 bits), number of the part (32 bits). */
  private static long tag(Call call, long part) {
    return (long) call.index << 44 | (call.generation & 0xFFFL) << 32 | (part & 0xFFFF_FFFFL);
  }

  private void onCompletion(long tag, Outcome outcome, Status status, long value, long valueHigh) {
    Call call = pool.call((int) (tag >>> 44));
    assert (tag >>> 32 & 0xFFF) == (call.generation & 0xFFF) : "the end of a call used before";
    roomMade = true;
    call.partEnded(tag & 0xFFFF_FFFFL, outcome, status, value);
    if (call.complete()) {
      if (call.pending.taken()) {
        dequeue(call);
      }
      end(call);
    } else if (call.wantsPart() && !call.pending.taken()) {
      enqueue(call);
    }
  }

  // --- Rounds ----------------------------------------------------------------------------------

  /** Takes what has arrived and sends what is due; returns how many datagrams there were. */
  int pump(long now) {
    nowNs = now;
    int taken = link.receive(receiver, burst);
    burst = taken < burst ? 1 : Math.min(2 * burst, BURST_MAX); // a lone answer waits for none
    send(now);
    return taken;
  }

  private void onDatagram(Path path, MemorySegment segment, long offset, int length) {
    Call answered = inquiries.answered(segment, offset, length);
    if (answered != null) {
      end(answered);
    } else {
      engine.onDatagram(nowNs, path, segment, offset, length, outbox);
    }
  }

  /** Lets the engine and the questions send what is due, and ends what has waited too long. */
  void send(long now) {
    if (pendingCalls > 0 && now >= expiryCheckNs) {
      expirePending(now);
    }
    for (Call late = inquiries.ask(now); late != null; late = inquiries.ask(now)) {
      late.fail(0, Outcome.NOT_SENT, Status.DONE, 0);
      end(late);
    }
    for (int round = 0; round == 0 || (roomMade && pendingCalls > 0); round++) {
      if (round == ROUNDS_MAX) {
        engineDeadlineNs = now; // go on in the next round of the loop
        break;
      }
      roomMade = false;
      advanceAll(now);
      engineDeadlineNs = engine.poll(now, outbox);
    }
    link.flush();
  }

  private void expirePending(long now) {
    expiryCheckNs = now + EXPIRY_CHECK_NS;
    for (int i = 0; i < attachedCount; i++) {
      Call call = attached[i].firstPending();
      while (call != null) {
        Call following = call.pending.following();
        if (now >= call.expiryNs) {
          abandon(call);
        }
        call = following;
      }
    }
  }

  /** When {@link #pump} or {@link #send} must be called again at the latest. */
  long deadlineNs() {
    long deadline = Math.min(engineDeadlineNs, inquiries.deadlineNs());
    return pendingCalls > 0 ? Math.min(deadline, expiryCheckNs) : deadline;
  }

  /** Closes the sessions; if that fails, their leases run out. */
  void sayGoodbye(long now) {
    try {
      for (int i = 0; i < attachedCount; i++) {
        engine.detach(attached[i].number());
      }
      engine.poll(now, outbox);
      link.flush();
    } catch (RuntimeException e) {
      failure(e);
    }
  }
}
