package io.netdam.device;

import io.netdam.device.DeviceException.Reason;
import io.netdam.engine.DeviceSettings;
import io.netdam.link.IdleStrategy;
import io.netdam.link.Link;
import io.netdam.link.Networks;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A running device: memory on the network.
 *
 * <pre>{@code
 * try (Device device = Device.start(DeviceOptions.load())) {
 *   device.awaitStop();
 * }
 * }</pre>
 *
 * <p>Its threads are daemons: they do not keep the JVM alive, {@link #awaitStop} does. {@link
 * #close()} is a planned stop: a device on a file that is started again goes on in the same epoch,
 * with the same sessions, and no client notices more than a pause. Killed, it starts in a new
 * epoch.
 */
public final class Device implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger(Device.class.getName());
  private static final long DRAIN_LOOK_MS = 5;

  private final DeviceMemory memory;
  private final Publication publication;
  private final List<Shard> shards;
  private final List<Thread> threads = new ArrayList<>();
  private final List<InetSocketAddress> addresses;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final @Nullable Thread exitHook;
  private volatile @Nullable Throwable failure;
  private boolean closed; // guarded by this

  private Device(
      DeviceOptions options, DeviceMemory memory, Publication publication, List<Shard> shards) {
    this.memory = memory;
    this.publication = publication;
    this.shards = shards;
    this.addresses = shards.getFirst().link().localAddresses();
    this.exitHook = options.stopAtExit() ? new Thread(this::close, "netdam-device-stop") : null;
    int port = address().getPort();
    for (int i = 0; i < shards.size(); i++) {
      Shard shard = shards.get(i);
      threads.add(
          Thread.ofPlatform()
              .name("netdam-device-" + port + "-" + i)
              .daemon()
              .unstarted(() -> serve(shard)));
    }
  }

  /**
   * Starts a device; it serves when this returns.
   *
   * @throws DeviceException with cause and remedy if an address, the memory or the file is not to
   *     be had
   * @throws IllegalArgumentException if the options contradict themselves: an address beyond
   *     loopback without a trusted network, a network that holds every address
   */
  public static Device start(DeviceOptions options) {
    Networks trusted = Networks.of(options.trustedNetworks());
    List<Link> links = new ListenAddresses(options, trusted).open();
    DeviceMemory memory = null;
    Publication publication = null;
    try {
      memory = DeviceMemory.open(options);
      int port = links.getFirst().localAddresses().getFirst().getPort();
      publication = Publication.open(options.runtimeDirectory(), port, options.shards());
      Device device =
          new Device(
              options, memory, publication, shards(options, trusted, links, memory, publication));
      device.begin();
      return device;
    } catch (RuntimeException | Error e) {
      links.forEach(Link::close);
      undo(memory, publication);
      throw e;
    }
  }

  private static void undo(@Nullable DeviceMemory memory, @Nullable Publication publication) {
    try {
      if (publication != null) {
        publication.close();
      }
      if (memory != null) {
        memory.close();
      }
    } catch (IOException e) {
      LOGGER.log(Level.DEBUG, "giving back what a failed start had taken", e);
    }
  }

  /** Engines with the stored sessions, if there are any; else with none, in a new epoch. */
  private static List<Shard> shards(
      DeviceOptions options,
      Networks trusted,
      List<Link> links,
      DeviceMemory memory,
      Publication publication) {
    MemorySegment stored = memory.storedSessions();
    List<Shard> shards = make(options, trusted, links, memory);
    if (stored.byteSize() > 0 && !SessionArea.read(shards, stored)) {
      LOGGER.log(
          Level.WARNING,
          "The stored sessions do not fit these settings: a new epoch begins, and operations that"
              + " were open end as unknown.");
      memory.raiseEpoch();
      shards = make(options, trusted, links, memory);
    }
    shards.forEach(shard -> shard.publishTo(publication));
    return shards;
  }

  private static List<Shard> make(
      DeviceOptions options, Networks trusted, List<Link> links, DeviceMemory memory) {
    byte[] ticketKey = new byte[DeviceSettings.TICKET_KEY_BYTES];
    new SecureRandom().nextBytes(ticketKey);
    Rings rings = new Rings(options.shards(), options.frameBytes());
    long originNs = System.nanoTime();
    List<Shard> shards = new ArrayList<>();
    for (int i = 0; i < options.shards(); i++) {
      Link link = links.get(i);
      DeviceSettings settings =
          DeviceSettings.builder(memory.epoch(), ticketKey)
              .deviceId(memory.deviceIdHigh(), memory.deviceIdLow())
              .shard(i, options.shards())
              .sessionsMax(options.sessionsMax())
              .windowMax(options.windowMax())
              .leaseNs(options.lease().toNanos())
              .ticketLifeNs(options.ticketLife().toNanos())
              .frameBytes(options.frameBytes())
              .socketBufferBytes(Math.max(4_096, link.capabilities().receiveBufferBytes()))
              .durable(memory.durable())
              .trusted(trusted::contains)
              .build();
      shards.add(new Shard(link, settings, memory.region(), rings, idle(options), originNs));
    }
    return shards;
  }

  private static IdleStrategy idle(DeviceOptions options) {
    return switch (options.idle()) {
      case SPIN -> IdleStrategy.spinning();
      case ADAPTIVE -> IdleStrategy.adaptive();
      case BLOCK -> IdleStrategy.blocking();
    };
  }

  private void begin() {
    publication.state("EPOCH", memory.epoch());
    publication.state("MEMORY_BYTES", memory.region().length());
    publication.state("SHARDS", shards.size());
    threads.forEach(Thread::start);
    if (exitHook != null) {
      Runtime.getRuntime().addShutdownHook(exitHook);
    }
  }

  private void serve(Shard shard) {
    try {
      shard.run();
    } catch (RuntimeException | Error e) {
      failure = e;
      LOGGER.log(Level.ERROR, "A thread of the device failed; the device stops.", e);
      stopped.countDown();
      shards.forEach(Shard::stop);
    }
  }

  /** The first address that it listens on. */
  public InetSocketAddress address() {
    return addresses.getFirst();
  }

  /** All addresses that it listens on, in the order of the options. */
  public List<InetSocketAddress> addresses() {
    return addresses;
  }

  /** The epoch that it lives in. */
  public long epoch() {
    return memory.epoch();
  }

  /** Its counters by name, summed over shards; a fiftieth of a second old at most. */
  public SortedMap<String, Long> counters() {
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the device is closed");
      }
      return publication.values();
    }
  }

  /**
   * Starts nothing any more: clients are told to finish, and after the grace changes are refused.
   * Waits until every client has been told and the grace is over, or no session is left.
   *
   * @param grace how long what is on its way may still run
   * @return whether it came to that in time; the wait ends a second after the grace
   * @throws InterruptedException if the waiting thread is interrupted; draining goes on
   */
  public boolean drain(Duration grace) throws InterruptedException {
    shards.forEach(shard -> shard.drain(grace.toNanos()));
    long untilNs = System.nanoTime() + grace.toNanos() + TimeUnit.SECONDS.toNanos(1);
    while (System.nanoTime() < untilNs) {
      if (shards.stream().allMatch(Shard::drained)) {
        return true;
      }
      if (stopped.await(DRAIN_LOOK_MS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return false;
  }

  /**
   * Waits until the device has stopped.
   *
   * @throws DeviceException if it stopped for a fault of its own
   * @throws InterruptedException if the waiting thread is interrupted
   */
  public void awaitStop() throws InterruptedException {
    stopped.await();
    Throwable cause = failure;
    if (cause != null) {
      throw new DeviceException(Reason.FAILED, "The device has failed: " + cause, cause);
    }
  }

  /**
   * Stops by plan: on a file, sessions are stored beside the memory, and the next start goes on
   * with them. Closing again does nothing.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      shards.forEach(Shard::stop);
      threads.forEach(Device::join);
      shards.forEach(shard -> shard.link().close());
      try {
        if (failure == null) {
          storeSessions();
        }
        memory.close();
      } catch (IOException e) {
        LOGGER.log(
            Level.ERROR, "The data file was not closed by plan; the next start is a new epoch.", e);
      }
      publication.close();
    }
    stopped.countDown();
    removeHook();
  }

  private void storeSessions() throws IOException {
    if (!memory.durable()) {
      return;
    }
    long bytes = SessionArea.bytes(shards);
    if (bytes > memory.sessionArea().byteSize()) {
      LOGGER.log(
          Level.WARNING,
          "The sessions need {0} bytes, the file has {1} for them: the next start is a new epoch.",
          bytes,
          memory.sessionArea().byteSize());
      return;
    }
    SessionArea.write(shards, memory.sessionArea());
    memory.stop(bytes);
  }

  private void removeHook() {
    if (exitHook != null && exitHook != Thread.currentThread()) {
      try {
        Runtime.getRuntime().removeShutdownHook(exitHook);
      } catch (IllegalStateException e) {
        LOGGER.log(Level.DEBUG, "the JVM ends already", e);
      }
    }
  }

  private static void join(Thread thread) {
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
}
