package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One end in an {@link InProcessHub}: datagrams by copying memory, waits by parking the thread. */
final class InProcessLink implements Link {

  private static final int ROUTES_MAX = 4_096;

  /** Where a path leads, and how the other side sees this one. */
  private record Route(InProcessLink target, Path sender) {}

  private final InProcessHub hub;
  private final List<InetSocketAddress> localAddresses;
  private final LinkCapabilities capabilities;
  private final LinkCounters counters = new LinkCounters();
  private final SendQueue queue;
  private final SendQueue.Sender sender = this::send;
  private final InProcessInbox inbox;
  private final ClockCache<Path, Route> routes = new ClockCache<>(ROUTES_MAX);
  private final ClockCache<InetSocketAddress, Path>[] paths;
  private boolean receiving;
  private volatile boolean closed;
  private volatile boolean woken;
  private volatile @Nullable Thread waiter;

  @SuppressWarnings({"unchecked", "rawtypes"})
  InProcessLink(
      InProcessHub hub, List<InetSocketAddress> localAddresses, int frameBytesMax, int frames) {
    this.hub = hub;
    this.localAddresses = List.copyOf(localAddresses);
    queue = new SendQueue(frames, frameBytesMax);
    inbox = new InProcessInbox(frames, frameBytesMax);
    paths = new ClockCache[localAddresses.size()];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = new ClockCache<>(ROUTES_MAX);
    }
    int bytes = (int) Math.min(Integer.MAX_VALUE, inbox.bytes());
    capabilities =
        new LinkCapabilities(
            "in-process",
            frameBytesMax,
            paths.length,
            bytes,
            bytes,
            true,
            false,
            true,
            "queues of " + frames + " frames between links of one process");
  }

  @Override
  public LinkCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public LinkCounters counters() {
    return counters;
  }

  @Override
  public int receive(Receiver receiver, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit " + limit + " is below 1");
    }
    assert !receiving : "receive within receive";
    receiving = true;
    int received = 0;
    try {
      while (received < limit && !closed) {
        int length = inbox.take(receiver);
        if (length < 0) {
          break;
        }
        received++;
        counters.add(LinkCounter.RECEIVED, 1);
        counters.add(LinkCounter.RECEIVED_BYTES, length);
      }
    } finally {
      receiving = false;
    }
    counters.replace(LinkCounter.OVERFLOWED, inbox.overflows());
    return received;
  }

  @Override
  public @Nullable MemorySegment claim(int length) {
    if (closed || (queue.full() && flush() == queue.capacity())) {
      return null;
    }
    return queue.claim(length);
  }

  @Override
  public void commit(Path to, int length) {
    if (to.source() >= paths.length) {
      throw new IllegalArgumentException(
          "source " + to.source() + " of a link with " + paths.length + " addresses");
    }
    queue.commit(to, length);
  }

  @Override
  public int flush() {
    return closed ? 0 : queue.flush(sender);
  }

  private boolean send(Path to, MemorySegment frame, ByteBuffer bytes) {
    Route route = route(to);
    int length = bytes.limit();
    if (route == null || !route.target().inbox.offer(route.sender(), frame, length)) {
      counters.add(LinkCounter.SEND_UNREACHABLE, 1);
      return true;
    }
    counters.add(LinkCounter.SENT, 1);
    counters.add(LinkCounter.SENT_BYTES, length);
    route.target().unpark();
    return true;
  }

  private @Nullable Route route(Path to) {
    Route route = routes.get(to);
    if (route != null && !route.target().closed) {
      return route;
    }
    InProcessHub.Endpoint endpoint = hub.find(to);
    if (endpoint == null) {
      return null;
    }
    InetSocketAddress own = localAddresses.get(to.source());
    route = new Route(endpoint.link(), Addresses.path(own, endpoint.source()));
    routes.put(to, route);
    return route;
  }

  @Override
  public void await(long timeoutNs) {
    if (timeoutNs <= 0 || queue.size() > 0) {
      return;
    }
    waiter = Thread.currentThread();
    try {
      // Whoever fills the inbox, wakes or closes does so first and looks for the waiter after.
      if (!closed && !woken && inbox.size() == 0) {
        LockSupport.parkNanos(this, timeoutNs);
      }
    } finally {
      waiter = null;
      woken = false;
    }
  }

  @Override
  public void wakeup() {
    woken = true;
    unpark();
  }

  private void unpark() {
    Thread thread = waiter;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public int occupancy() {
    return closed ? 0 : inbox.size() * 255 / inbox.capacity();
  }

  @Override
  public Path path(InetSocketAddress remote, int source) {
    ClockCache<InetSocketAddress, Path> known = paths[source];
    Addresses.checkReachable(localAddresses.get(source), remote);
    Path path = known.get(remote);
    if (path == null) {
      path = Addresses.path(remote, source);
      known.put(remote, path);
      counters.add(LinkCounter.PATHS_MADE, 1);
    }
    return path;
  }

  @Override
  public List<InetSocketAddress> localAddresses() {
    return localAddresses;
  }

  @Override
  public boolean closed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    counters.add(LinkCounter.CLOSED_UNSENT, queue.size());
    inbox.close();
    hub.remove(this);
    unpark();
  }
}
