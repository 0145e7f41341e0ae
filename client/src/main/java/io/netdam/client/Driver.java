package io.netdam.client;

import io.netdam.client.NetDamException.Effect;
import io.netdam.engine.ClientCounters;
import io.netdam.link.IdleStrategy;
import io.netdam.link.IdleStrategy.Step;
import io.netdam.link.Link;
import java.util.concurrent.atomic.AtomicInteger;
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

  private static final long DAEMON_SLEEP_MIN_NS = 1_000_000;
  private static final Object DAEMON = new Object();

  private final Object lock = new Object();
  private final long originNs = System.nanoTime();
  private final Link link;
  private final Exchange exchange;
  private final IdleStrategy idle;
  private final boolean polled;
  private @Nullable Thread daemon;

  /** Platform threads that wait for their call and could drive. */
  private final CallQueue followers = new CallQueue();

  /** Callers on their way to the lock: a driver that spins lets them in. */
  private final AtomicInteger arriving = new AtomicInteger();

  /** Who drives: a call whose caller does, {@link #DAEMON}, or null. Written under the lock. */
  private volatile @Nullable Object driving;

  private boolean awaiting;
  private boolean woken;
  private boolean closed;
  private long daemonUntilNs = Long.MAX_VALUE;
  private long nowNs;

  Driver(NetDamOptions options, LinkMaker linkMaker, boolean polled) {
    this.polled = polled;
    this.idle = Engines.idle(options);
    this.link = linkMaker.open();
    this.exchange = new Exchange(options, linkMaker, link, lock);
  }

  Thread startDaemon() {
    Thread made = Thread.ofPlatform().name("netdam-client").daemon().unstarted(this::daemonRun);
    daemon = made;
    made.start();
    return made;
  }

  /** Written by whoever drives; others read what may be a little old. */
  ClientCounters counters() {
    return exchange.counters();
  }

  CallPool pool() {
    return exchange.pool();
  }

  private long now() {
    nowNs = System.nanoTime() - originNs;
    return nowNs;
  }

  void requireOpen() {
    synchronized (lock) {
      requireOpenLocked();
    }
  }

  private void requireOpenLocked() {
    if (closed) {
      throw Failures.closed(Effect.NONE, "the client is closed", exchange.failure());
    }
  }

  /** What closed the client by itself; null if nothing did. */
  @Nullable Throwable failure() {
    synchronized (lock) {
      return exchange.failure();
    }
  }

  // --- Callers ---------------------------------------------------------------------------------

  /** A call to fill in, not begun yet. Waits for one if all are in use. */
  Call obtain(long timeoutNs) {
    synchronized (lock) {
      requireOpenLocked();
      Call call = pool().take();
      long deadlineNs = System.nanoTime() + timeoutNs;
      while (call == null) {
        pool().await(lock, deadlineNs);
        requireOpenLocked();
        call = pool().take();
      }
      return call;
    }
  }

  /** A call to fill in, or null if all are in use. */
  @Nullable Call obtainNow() {
    synchronized (lock) {
      requireOpenLocked();
      return pool().take();
    }
  }

  /** Gives a call back, ended or never begun. */
  void release(Call call) {
    synchronized (lock) {
      pool().give(call, lock);
    }
  }

  /** Begins a call and waits until it has ended, driving if nobody else does. */
  void run(Call call) {
    Thread me = Thread.currentThread();
    call.waiter = me;
    begin(call, polled || !me.isVirtual());
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
    arriving.incrementAndGet();
    synchronized (lock) {
      arriving.decrementAndGet();
      requireOpenLocked();
      long now = now();
      exchange.prepare(call, now);
      try {
        exchange.begin(call, now);
        if (awaiting) {
          wakeLink();
        } else {
          idle.busy(now);
          exchange.send(now);
        }
      } catch (RuntimeException | Error e) {
        fail(e);
      }
      place(call, leads);
    }
  }

  /** Sees to it that somebody drives. */
  private void place(Call call, boolean leads) {
    if (call.ended) {
      return;
    }
    if (leads && driving == DAEMON && exchange.unfinished() == 1 && !awaiting) {
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

  private void giveUp(Call call) {
    synchronized (lock) {
      if (driving == call) {
        backFromWait();
      }
      if (!call.ended) {
        call.interrupted = true;
        exchange.abandon(call);
        if (awaiting && exchange.pendingCalls() > 0) {
          wakeLink(); // others may have waited for the room
        }
      }
    }
  }

  // --- Driving ---------------------------------------------------------------------------------

  /** Drives until the call has ended or the thread is interrupted. */
  private void lead(Call call) {
    while (!Thread.currentThread().isInterrupted()) {
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
    }
  }

  /** Drives until the role is taken away or there is nothing left to do. */
  private void leadAsDaemon() {
    while (true) {
      Step step;
      long waitNs = 0;
      synchronized (lock) {
        if (driving != DAEMON) {
          return;
        }
        step = drive();
        if (closed) {
          return;
        }
        if (step == Step.BLOCK) {
          if (exchange.unfinished() == 0) {
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
      if (exchange.pump(now()) > 0) {
        idle.busy(nowNs);
        return Step.SPIN;
      }
    } catch (RuntimeException | Error e) {
      fail(e);
      return Step.SPIN;
    }
    return idle.idle(nowNs);
  }

  private long prepareToWait() {
    awaiting = true;
    woken = false;
    return exchange.deadlineNs() - nowNs;
  }

  /** The driver holds the lock again; who closes may have waited for that. */
  private void backFromWait() {
    awaiting = false;
    if (closed) {
      lock.notifyAll();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // giving the processor away is the purpose
  private void rest(Step step, long waitNs) {
    switch (step) {
      case SPIN -> {
        if (arriving.get() == 0) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
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
    } else if (exchange.unfinished() > 0) {
      appointDaemon();
    } else if (exchange.deadlineNs() < daemonUntilNs) {
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
        long now = now();
        long deadline = exchange.deadlineNs();
        if (driving == null && (exchange.unfinished() > 0 || deadline <= now)) {
          driving = DAEMON;
        }
        sleepNs = Math.max(DAEMON_SLEEP_MIN_NS, deadline - now);
        daemonUntilNs = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : now + sleepNs;
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
        return exchange.pump(now());
      } catch (RuntimeException | Error e) {
        fail(e);
        return 0;
      }
    }
  }

  // --- Closing ---------------------------------------------------------------------------------

  /** Our own fault or the link's: nothing can be told any more, so everything ends. */
  private void fail(Throwable cause) {
    exchange.failure(cause);
    shut();
  }

  private void shut() {
    if (!closed) {
      closed = true;
      exchange.abandonAll();
      lock.notifyAll();
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
        exchange.sayGoodbye(now());
        link.close();
      }
    }
    LockSupport.unpark(daemon);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
