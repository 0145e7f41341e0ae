package io.netdam.client;

import io.netdam.client.NetDamException.Effect;
import io.netdam.engine.ClientCounters;
import io.netdam.engine.ClientEngine;
import io.netdam.engine.Outbox;
import io.netdam.engine.Outcome;
import io.netdam.engine.Submission;
import io.netdam.link.IdleStrategy;
import io.netdam.link.IdleStrategy.Step;
import io.netdam.link.Link;
import io.netdam.transport.Path;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Drives one engine over one link for many callers.
 *
 * <p><b>Who drives.</b> One at a time holds the role {@link #driving}: a platform thread that waits
 * for its own call, or the daemon thread. The driver takes what has arrived, lets the engine send
 * what is due, and waits on the link when there is nothing. Others hand their call to the engine
 * under the lock and park. Whoever holds the role and whose call has ended passes the role on: to a
 * caller who waits, else to the daemon if calls are left, else to nobody. Virtual threads never
 * drive, since waiting on a link would hold their carrier.
 *
 * <p><b>Why no wake-up is lost.</b> Every change of role and every end of a call happens under
 * {@link #lock}; a parked thread is unparked after its state was changed, and looks at its state
 * before it parks. The driver announces under the lock that it is about to wait ({@link
 * #awaiting}); who hands over a call after that wakes the link, and a wake-up that comes before the
 * wait ends it at once.
 *
 * <p><b>What belongs to whom.</b> The link is touched by the driver alone while it waits, else by
 * whoever holds the lock; the engine by whoever holds the lock.
 */
final class Driver {

  /** The most datagrams taken before the engine is polled. */
  private static final int BURST = 64;

  /** The most parts that a long call starts before it is the turn of the next. */
  private static final int PARTS_A_TURN = 16;

  /** The most times that the engine is polled in one round of the loop. */
  private static final int ROUNDS_MAX = 4;

  /** Calls that wait for room are looked at for their time limit this often. */
  private static final long EXPIRY_CHECK_NS = 10_000_000;

  private static final long DAEMON_SLEEP_MIN_NS = 1_000_000;
  private static final Object DAEMON = new Object();

  private final Object lock = new Object();
  private final long originNs = System.nanoTime();
  private final LinkMaker linkMaker;
  private final Link link;
  private final ClientEngine engine;
  private final Outbox outbox;
  private final Inquiries inquiries;
  private final CallPool pool;
  private final IdleStrategy idle;
  private final boolean polled;
  private @Nullable Thread daemon;

  private final Link.Receiver receiver = this::onDatagram;
  private final CallQueue followers = new CallQueue();
  private final Peer[] attached = new Peer[Peers.PEERS_MAX];
  private int attachedCount;
  private volatile @Nullable Object driving;
  private boolean awaiting;
  private boolean woken;
  private boolean closed;
  private @Nullable Throwable failure;
  private int unfinished;
  private int pendingCalls;
  private boolean roomMade;
  private long expiryCheckNs;
  private long engineDeadlineNs = Long.MAX_VALUE;
  private long daemonUntilNs = Long.MAX_VALUE;
  private long nowNs;

  Driver(NetDamOptions options, LinkMaker linkMaker, boolean polled) {
    this.linkMaker = linkMaker;
    this.polled = polled;
    this.link = linkMaker.open();
    this.outbox = new LinkOutbox(link);
    this.idle = Engines.idle(options);
    this.pool = new CallPool(options.callsMax());
    this.engine =
        new ClientEngine(
            Engines.settings(options, options.window()),
            Engines.random(),
            new ClientCounters(),
            this::onCompletion);
    this.inquiries = new Inquiries(link);
  }

  Thread startDaemon() {
    Thread made = Thread.ofPlatform().name("netdam-client").daemon().unstarted(this::daemonRun);
    daemon = made;
    made.start();
    return made;
  }

  CallPool pool() {
    return pool;
  }

  private long now() {
    nowNs = System.nanoTime() - originNs;
    return nowNs;
  }

  /** What closed the client by itself; null if nothing did. */
  @Nullable Throwable failure() {
    synchronized (lock) {
      return failure;
    }
  }

  void requireOpen() {
    synchronized (lock) {
      requireOpenLocked();
    }
  }

  private void requireOpenLocked() {
    if (closed) {
      throw Failures.closed(Effect.NONE, "the client is closed", failure);
    }
  }

  // --- Callers ---------------------------------------------------------------------------------

  /** A call to fill in, not begun yet. Waits for one if all are in use. */
  Call obtain(long timeoutNs) {
    synchronized (lock) {
      requireOpenLocked();
      Call call = pool.take();
      long deadlineNs = System.nanoTime() + timeoutNs;
      while (call == null) {
        pool.await(lock, deadlineNs);
        requireOpenLocked();
        call = pool.take();
      }
      return call;
    }
  }

  /** A call to fill in, or null if all are in use. */
  @Nullable Call obtainNow() {
    synchronized (lock) {
      requireOpenLocked();
      return pool.take();
    }
  }

  /** Gives a call back, ended or never begun. */
  void release(Call call) {
    synchronized (lock) {
      pool.give(call, lock);
    }
  }

  /** Begins a call and waits until it has ended, driving if nobody else does. */
  void run(Call call) {
    Thread me = Thread.currentThread();
    boolean leads = polled || !me.isVirtual();
    call.waiter = me;
    begin(call, leads);
    boolean interrupted = false;
    while (!call.ended) {
      if (driving == call) {
        lead(call);
      } else {
        LockSupport.park(this);
      }
      if (Thread.interrupted()) {
        interrupted = true;
        giveUp(call);
      }
    }
    if (driving == call) {
      synchronized (lock) {
        passOn(call);
      }
    }
    if (interrupted) {
      me.interrupt();
    }
  }

  /** Begins a call that nobody waits for; its future is completed when it has ended. */
  void begin(Call call) {
    begin(call, false);
  }

  private void begin(Call call, boolean leads) {
    synchronized (lock) {
      requireOpenLocked();
      long now = now();
      Peer peer = attach(call, now);
      unfinished++;
      call.begun = true;
      call.expiryNs = now + call.timeoutNs;
      try {
        if (call.kind == Call.Kind.INFO) {
          inquiries.add(call, linkMaker.paths(link, peer)[0], now);
        } else {
          enqueue(peer, call);
          if (awaiting) {
            advance(peer, now);
          }
        }
        if (awaiting) {
          wakeLink();
        } else {
          idle.busy(now);
          send(now);
        }
      } catch (RuntimeException | Error e) {
        fail(e);
      }
      place(call, leads);
    }
  }

  private Peer attach(Call call, long now) {
    Peer peer = call.device();
    if (peer.number() < 0) {
      peer.number(engine.attach(now, linkMaker.paths(link, peer)));
      attached[attachedCount++] = peer;
    }
    call.partBytes = call.partBytes == 0 ? engine.frameDataBytes(peer.number()) : call.partBytes;
    call.parts = Math.max(1, Math.ceilDiv(call.length, call.partBytes));
    return peer;
  }

  /** Sees to it that somebody drives. */
  private void place(Call call, boolean leads) {
    if (call.ended) {
      return;
    }
    if (leads && driving == DAEMON && unfinished == 1 && !awaiting) {
      driving = null; // the daemon lingers, but for nobody else
    }
    if (driving != null) {
      if (leads) {
        followers.addLast(call.follower);
      }
    } else if (leads) {
      driving = call;
    } else {
      appointDaemon();
    }
  }

  private void appointDaemon() {
    if (daemon != null) {
      driving = DAEMON;
      LockSupport.unpark(daemon);
    }
  }

  private void wakeLink() {
    if (!woken) {
      woken = true;
      link.wakeup();
    }
  }

  /** Ends a call early: what was never sent is not sent any more. */
  private void giveUp(Call call) {
    synchronized (lock) {
      if (driving == call) {
        backFromWait();
      }
      if (!call.ended) {
        call.interrupted = true;
        abandon(call);
        if (awaiting) {
          wakeLink(); // others may have waited for the room
        }
      }
    }
  }

  private void abandon(Call call) {
    call.fail(call.nextPart, Outcome.NOT_SENT, Status.DONE, 0);
    if (call.kind == Call.Kind.INFO) {
      inquiries.remove(call);
    } else {
      Peer peer = call.device();
      if (call.pending.taken()) {
        dequeue(call);
      }
      for (long part = call.lowestRunning(); part < call.nextPart && !call.ended; part++) {
        if (call.runs(part)) {
          engine.cancel(peer.number(), tag(call, part));
        }
      }
    }
    if (!call.ended) {
      assert call.running == 0 : "a cancelled part has not ended";
      end(call);
    }
  }

  // --- Driving ---------------------------------------------------------------------------------

  /** Drives until the call has ended, the role was taken away, or the thread is interrupted. */
  private void lead(Call call) {
    while (true) {
      Step step;
      long waitNs = 0;
      synchronized (lock) {
        step = drive();
        if (call.ended) {
          passOn(call);
          return;
        }
        if (step == Step.BLOCK) {
          waitNs = prepareToWait();
        }
      }
      rest(step, waitNs);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  private void leadAsDaemon() {
    while (true) {
      Step step;
      long waitNs = 0;
      synchronized (lock) {
        backFromWait();
        if (closed || driving != DAEMON) {
          return;
        }
        step = drive();
        if (step == Step.BLOCK) {
          if (unfinished == 0) {
            driving = null;
            return;
          }
          waitNs = prepareToWait();
        }
      }
      rest(step, waitNs);
    }
  }

  /** One round: in, out, and what to do next. Never throws: a fault closes the client. */
  private Step drive() {
    backFromWait();
    if (closed) {
      return Step.SPIN;
    }
    try {
      if (pump() > 0) {
        idle.busy(nowNs);
        return Step.SPIN;
      }
    } catch (RuntimeException | Error e) {
      fail(e);
      return Step.SPIN;
    }
    return idle.idle(nowNs);
  }

  private int pump() {
    now();
    int taken = link.receive(receiver, BURST);
    send(nowNs);
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
  private void send(long now) {
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

  private void advanceAll(long now) {
    for (int i = 0; i < attachedCount && pendingCalls > 0; i++) {
      advance(attached[i], now);
    }
  }

  private long prepareToWait() {
    long deadline = Math.min(engineDeadlineNs, inquiries.deadlineNs());
    if (pendingCalls > 0) {
      deadline = Math.min(deadline, expiryCheckNs);
    }
    awaiting = true;
    woken = false;
    return deadline - nowNs;
  }

  /** The driver holds the lock again; who closes may have waited for that. */
  private void backFromWait() {
    awaiting = false;
    if (closed) {
      lock.notifyAll();
    }
  }

  private void rest(Step step, long waitNs) {
    switch (step) {
      case SPIN -> Thread.onSpinWait();
      case YIELD -> Thread.yield();
      case BLOCK -> link.await(waitNs);
    }
  }

  /** Gives the role up, if the call holds it, to whoever needs it. */
  private void passOn(Call call) {
    if (driving != call) {
      return;
    }
    backFromWait();
    driving = null;
    Call heir = followers.first();
    if (heir != null) {
      heir.follower.leave();
      driving = heir;
      LockSupport.unpark(heir.waiter);
    } else if (unfinished > 0) {
      appointDaemon();
    } else if (daemon != null && engineDeadlineNs < daemonUntilNs) {
      LockSupport.unpark(daemon);
    }
  }

  private void daemonRun() {
    while (true) {
      long sleepNs;
      synchronized (lock) {
        if (closed) {
          return;
        }
        if (driving == null && (unfinished > 0 || engineDeadlineNs <= now())) {
          driving = DAEMON;
        }
        long now = now();
        sleepNs = Math.max(DAEMON_SLEEP_MIN_NS, engineDeadlineNs - now);
        daemonUntilNs = engineDeadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : now + sleepNs;
      }
      if (driving == DAEMON) {
        leadAsDaemon();
      } else {
        LockSupport.parkNanos(this, sleepNs);
      }
    }
  }

  /** One round without waiting, for clients without a daemon. */
  int poll() {
    synchronized (lock) {
      requireOpenLocked();
      if (driving != null) {
        return 0;
      }
      try {
        return pump();
      } catch (RuntimeException | Error e) {
        fail(e);
        return 0;
      }
    }
  }

  // --- Calls and parts -------------------------------------------------------------------------

  private void enqueue(Peer peer, Call call) {
    peer.pending().addLast(call.pending);
    pendingCalls++;
  }

  private void dequeue(Call call) {
    call.pending.leave();
    pendingCalls--;
  }

  /** Hands parts to the engine as long as it takes them, by turns. */
  private void advance(Peer peer, long now) {
    for (Call call = peer.firstPending(); call != null; call = peer.firstPending()) {
      int turn = PARTS_A_TURN;
      while (turn > 0 && call.wantsPart()) {
        if (!submitPart(peer, call, now)) {
          return;
        }
        turn--;
      }
      dequeue(call);
      if (call.wantsPart()) {
        enqueue(peer, call);
      }
    }
  }

  private boolean submitPart(Peer peer, Call call, long now) {
    long part = call.nextPart;
    long offset = call.partOffset(part);
    Submission submission =
        engine.submit(
            now,
            peer.number(),
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

  private static long tag(Call call, long part) {
    return (long) call.index << 44 | (call.generation & 0xFFFL) << 32 | (part & 0xFFFF_FFFFL);
  }

  private void onCompletion(long tag, Outcome outcome, Status status, long value, long valueHigh) {
    Call call = pool.call((int) (tag >>> 44));
    assert (tag >>> 32 & 0xFFF) == (call.generation & 0xFFF) : "the end of a call used before";
    roomMade = true;
    call.partEnded(tag & 0xFFFF_FFFFL, outcome, status, value);
    Peer peer = call.device();
    if (call.complete()) {
      if (call.pending.taken()) {
        dequeue(call);
      }
      end(call);
    } else if (call.wantsPart() && !call.pending.taken()) {
      enqueue(peer, call);
    }
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

  // --- Closing ---------------------------------------------------------------------------------

  private void fail(Throwable cause) {
    failure = failure == null ? cause : failure;
    shut();
  }

  /** Ends every call and takes no more. */
  private void shut() {
    if (closed) {
      return;
    }
    closed = true;
    pool.forEachBegun(this::endClosed);
    lock.notifyAll();
  }

  private void endClosed(Call call) {
    if (call.ended) {
      return;
    }
    call.closed = true;
    try {
      abandon(call);
    } catch (RuntimeException | Error e) {
      failure = failure == null ? e : failure;
      if (!call.ended) {
        call.anyUnknown |= call.running > 0; // the engine cannot tell any more
        end(call);
      }
    }
  }

  void close() {
    boolean interrupted = false;
    synchronized (lock) {
      shut();
      while (awaiting) {
        wakeLink();
        try {
          lock.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (!link.closed()) {
        sayGoodbye();
        link.close();
      }
    }
    LockSupport.unpark(daemon);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the sessions; if that fails, their leases run out. */
  private void sayGoodbye() {
    try {
      for (int i = 0; i < attachedCount; i++) {
        engine.detach(attached[i].number());
      }
      engine.poll(now(), outbox);
      link.flush();
    } catch (RuntimeException e) {
      failure = failure == null ? e : failure;
    }
  }
}
