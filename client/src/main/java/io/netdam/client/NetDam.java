package io.netdam.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The door to remote memory: a socket, an engine, and one daemon thread that drives them while
 * nobody waits.
 *
 * <pre>{@code
 * try (NetDam net = NetDam.open(NetDamOptions.load())) {
 *   RemoteMemory memory = net.memory("127.0.0.1:7300");
 *   long ticket = memory.getAndAdd(0, 1);
 * }
 * }</pre>
 *
 * <p>Thread-safe. Whoever waits first drives the socket for all who wait; virtual threads never do,
 * the daemon thread does it for them. Opening sends nothing; a device is first spoken to when it is
 * first used.
 */
public final class NetDam implements AutoCloseable {

  private static final int OPERATIONS_MAX = 65_536;

  private final NetDamOptions options;
  private final LinkMaker linkMaker;
  private final Peers peers;
  private final Driver driver;
  private final Calls calls;
  private final List<Operations> operations = new ArrayList<>(); // guarded by itself
  private final CounterSums closedOperations = new CounterSums(); // guarded by operations
  private final @Nullable Thread daemon;

  private NetDam(NetDamOptions options, boolean polled) {
    this.options = options;
    this.linkMaker = new LinkMaker(options);
    this.peers = new Peers(options.trustedNetworks());
    this.driver = new Driver(options, linkMaker, polled);
    this.calls = new Calls(driver);
    this.daemon = polled ? null : driver.startDaemon();
  }

  /**
   * Opens sockets and starts one daemon thread; sends nothing.
   *
   * @throws NetDamException.Unreachable if no socket can be opened
   * @throws IllegalArgumentException if the options name an address or network that is none
   */
  public static NetDam open(NetDamOptions options) {
    return new NetDam(options, false);
  }

  /**
   * Opens sockets and starts no thread: blocking calls drive the socket themselves, on whatever
   * thread they run; everything else waits for {@link #poll()}.
   */
  public static NetDam polled(NetDamOptions options) {
    return new NetDam(options, true);
  }

  /**
   * The memory of a device.
   *
   * @param address {@code host:port}, {@code 10.0.0.7:7300} or {@code [::1]:7300}
   * @throws IllegalArgumentException if it is malformed, or beyond loopback and in no trusted
   *     network
   * @throws NetDamException.Unreachable if the name is not known
   */
  public RemoteMemory memory(String address) {
    return memory(address, options.timeout());
  }

  /** The memory of a device, with a time limit for each call. */
  public RemoteMemory memory(String address, Duration timeout) {
    return new RemoteMemory(this, peers.peer(address), timeoutNs(timeout));
  }

  /**
   * A set of slots for operations that never block and allocate nothing, with a socket, an engine
   * and sessions of its own. It belongs to the thread that first uses it.
   *
   * @param capacity operations in progress at once, 1 to 65,536
   */
  public Operations operations(int capacity) {
    if (capacity < 1 || capacity > OPERATIONS_MAX) {
      throw new IllegalArgumentException(
          "capacity must be 1 to " + OPERATIONS_MAX + ", not " + capacity);
    }
    synchronized (operations) {
      driver.requireOpen();
      Operations made = new Operations(this, options, linkMaker, capacity);
      operations.add(made);
      return made;
    }
  }

  /**
   * Drives the socket once, without waiting: takes what has arrived, sends what is due. Only useful
   * without a daemon thread.
   *
   * @return datagrams taken
   */
  public int poll() {
    return driver.poll();
  }

  /**
   * What happened so far, by name, summed over the blocking calls and all {@link Operations}: what
   * was submitted ({@code SUBMITTED_FETCH_ADD}) and how it ended, retransmissions, refusals ({@code
   * REFUSED_OUT_OF_RANGE}) and drops ({@code DROPPED_NOT_EXPECTED}) by reason. The numbers may be a
   * little old while other threads are at work.
   */
  public SortedMap<String, Long> counters() {
    CounterSums sums = new CounterSums();
    synchronized (operations) {
      sums.add(closedOperations);
      operations.forEach(one -> sums.add(one.counters()));
    }
    sums.add(driver.counters());
    return sums.byName();
  }

  /** The options that this was opened with. */
  public NetDamOptions options() {
    return options;
  }

  /**
   * Ends the sessions and gives the sockets back. Calls in progress end with {@link
   * NetDamException.Closed}, which says whether they may have taken effect. Closing again does
   * nothing.
   */
  @Override
  public void close() {
    synchronized (operations) {
      operations.forEach(Operations::closeFromElsewhere);
      operations.forEach(one -> closedOperations.add(one.counters()));
      operations.clear();
    }
    driver.close();
    if (daemon != null && daemon != Thread.currentThread()) {
      joinUninterrupted(daemon);
    }
  }

  private static void joinUninterrupted(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void forget(Operations closed) {
    synchronized (operations) {
      if (operations.remove(closed)) {
        closedOperations.add(closed.counters());
      }
    }
  }

  Calls calls() {
    return calls;
  }

  static long timeoutNs(Duration timeout) {
    if (timeout.compareTo(Duration.ZERO) <= 0 || timeout.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "timeout must be above 0 and at most a day, not " + timeout);
    }
    return timeout.toNanos();
  }
}
