package io.netdam.link;

import io.netdam.transport.Path;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams over UDP sockets of the JDK: works wherever Java does, needs no flag and no native
 * call.
 *
 * <p>Each local address is a socket of its own, a <em>source</em>; all share one receive buffer,
 * one send queue and one selector. With one peer a socket neither allocates on sending nor on
 * receiving; a change of the sender costs 120 bytes in the JDK. Errors that the network reports are
 * counted.
 *
 * <p>Occupancy is the larger of two answers: what the last burst took out of the buffer, estimated
 * as the kernel counts it, and, when that burst did not empty the socket, what a {@link FillGauge}
 * says is still in it.
 */
public final class UdpLink implements Link {

  /** Datagrams read from one socket before the next has its turn. */
  private static final int TURN = 16;

  private static final long NS_PER_MS = 1_000_000;
  private static final long WAIT_MS_MAX = 3_600_000;

  private final UdpSource[] sources;

  /** The sockets to read, in order; the others have no path yet. */
  private UdpSource[] readSources;

  private final Selector selector;
  private final FillGauge gauge;
  private final LinkCounters counters;
  private final LinkCapabilities capabilities;
  private final List<InetSocketAddress> localAddresses;
  private final SendQueue queue;
  private final SendQueue.Sender sender = this::send;
  private final ClockCache<Path, InetSocketAddress> remotes;
  private final MemorySegment received;
  private final ByteBuffer receivedBuffer;
  private int turn;
  private boolean receiving;
  private boolean awaitsRoom;
  private @Nullable Path lastTo;
  private @Nullable InetSocketAddress lastRemote;
  private volatile boolean closed;

  private UdpLink(
      UdpLinkSettings settings,
      UdpSource[] sources,
      Selector selector,
      FillGauge gauge,
      LinkCounters counters,
      LinkCapabilities capabilities) {
    this.sources = sources;
    this.readSources = settings.callsOnly() ? new UdpSource[0] : sources;
    this.selector = selector;
    this.gauge = gauge;
    this.counters = counters;
    this.capabilities = capabilities;
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (UdpSource source : sources) {
      addresses.add(source.local);
    }
    localAddresses = List.copyOf(addresses);
    queue = new SendQueue(settings.sendFrames(), settings.frameBytesMax());
    remotes = new ClockCache<>(settings.pathsMax());
    // One byte more than a frame, so that a datagram too long is seen, not cut.
    received = Arena.ofAuto().allocate(SendQueue.stride(settings.frameBytesMax() + 1), 64);
    receivedBuffer = received.asByteBuffer();
  }

  /**
   * Opens the sockets.
   *
   * @param settings addresses, sizes, buffers
   * @param nowNs a monotonic clock in ns, for the gauge; any start
   * @throws java.net.BindException with cause and remedy when an address or port cannot be had
   * @throws IOException for other faults of the system
   */
  public static UdpLink open(UdpLinkSettings settings, LongSupplier nowNs) throws IOException {
    LinkCounters counters = new LinkCounters();
    UdpSource[] sources = new UdpSource[settings.local().size()];
    Selector selector = Selector.open();
    try {
      List<InetSocketAddress> local = new ArrayList<>();
      for (int i = 0; i < sources.length; i++) {
        DatagramChannel channel = UdpSockets.open(settings.local().get(i), settings);
        InetSocketAddress address = (InetSocketAddress) channel.getLocalAddress();
        sources[i] = new UdpSource(i, channel, address, settings, counters);
        channel.register(selector, settings.callsOnly() ? 0 : SelectionKey.OP_READ);
        local.add(address);
      }
      FillGauge given = settings.gauge();
      return new UdpLink(
          settings,
          sources,
          selector,
          given != null ? given : ProcUdpGauge.open(local, nowNs),
          counters,
          capabilities(settings, sources));
    } catch (IOException | RuntimeException e) {
      closeAll(sources, selector);
      throw e;
    }
  }

  private static LinkCapabilities capabilities(UdpLinkSettings settings, UdpSource[] sources)
      throws IOException {
    DatagramChannel channel = sources[0].channel;
    int receiveBytes = UdpSockets.granted(channel, StandardSocketOptions.SO_RCVBUF);
    int sendBytes = UdpSockets.granted(channel, StandardSocketOptions.SO_SNDBUF);
    StringBuilder text = new StringBuilder("UDP sockets of the JDK, one call a datagram");
    describe(text, "receive", receiveBytes, UdpSockets.counted(settings.receiveBufferBytes()));
    describe(text, "send", sendBytes, UdpSockets.counted(settings.sendBufferBytes()));
    return new LinkCapabilities(
        "udp",
        settings.frameBytesMax(),
        sources.length,
        receiveBytes,
        sendBytes,
        false,
        false,
        false,
        text.toString());
  }

  private static void describe(StringBuilder text, String which, int granted, long asked) {
    text.append("; ").append(which).append(" buffer ").append(granted).append(" B");
    if (granted < asked) {
      text.append(" granted of ").append(asked).append(" B asked");
    }
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
    try {
      return burst(receiver, limit);
    } finally {
      receiving = false;
    }
  }

  private int burst(Receiver receiver, int limit) {
    UdpSource[] read = readSources;
    for (UdpSource source : read) {
      source.burstBytes = 0;
      source.burstCut = true;
    }
    int budget = limit; // datagrams taken, dropped ones too: bounds the work under a flood
    int delivered = 0;
    int dry = 0;
    while (budget > 0 && dry < read.length && !closed) {
      UdpSource source = read[turn];
      turn = turn + 1 == read.length ? 0 : turn + 1;
      dry++;
      for (int i = Math.min(TURN, budget); i > 0; i--) {
        int length = source.read(receivedBuffer);
        source.burstCut = length != UdpSource.DRY;
        if (length == UdpSource.DRY) {
          break;
        }
        dry = 0;
        budget--;
        if (length >= 0) {
          delivered++;
          counters.add(LinkCounter.RECEIVED, 1);
          counters.add(LinkCounter.RECEIVED_BYTES, length);
          receiver.onDatagram(source.senderPath(), received, 0, length);
        }
      }
    }
    return delivered;
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
    if (to.source() >= sources.length) {
      throw new IllegalArgumentException(
          "source " + to.source() + " of a link with " + sources.length + " sockets");
    }
    queue.commit(to, length);
  }

  @Override
  public int flush() {
    return closed ? 0 : queue.flush(sender);
  }

  private boolean send(Path to, MemorySegment frame, ByteBuffer bytes) {
    int length = bytes.limit();
    bytes.position(0);
    try {
      int sent = sources[to.source()].channel.send(bytes, remote(to));
      if (sent == 0 && length > 0) {
        counters.add(LinkCounter.SEND_DEFERRED, 1);
        return false;
      }
      counters.add(LinkCounter.SENT, 1);
      counters.add(LinkCounter.SENT_BYTES, length);
    } catch (NoRouteToHostException
        | PortUnreachableException
        | UnsupportedAddressTypeException e) {
      counters.add(LinkCounter.SEND_UNREACHABLE, 1);
    } catch (ClosedChannelException e) {
      counters.add(LinkCounter.CLOSED_UNSENT, 1);
    } catch (IOException e) {
      counters.add(LinkCounter.SEND_FAILED, 1);
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // a first, fast look; the cache compares values
  private SocketAddress remote(Path to) {
    InetSocketAddress remote = lastRemote;
    if (to == lastTo && remote != null) {
      return remote;
    }
    remote = remotes.get(to);
    if (remote == null) {
      remote = Addresses.socketAddress(to);
      remotes.put(to, remote);
    }
    lastTo = to;
    lastRemote = remote;
    return remote;
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // a yield saves time and nothing depends on it
  public void await(long timeoutNs) {
    if (closed || timeoutNs <= 0) {
      return;
    }
    try {
      awaitRoom(queue.size() > 0);
      long timeoutMs = Math.min(timeoutNs / NS_PER_MS, WAIT_MS_MAX);
      if (timeoutMs > 0) {
        selector.select(UdpLink::ready, timeoutMs);
      } else if (selector.selectNow(UdpLink::ready) == 0) {
        Thread.yield(); // the selector cannot wait so short: let the other side run
      }
    } catch (ClosedSelectorException | CancelledKeyException e) {
      return; // closed by another thread meanwhile
    } catch (IOException e) {
      counters.add(LinkCounter.RECEIVE_FAILED, 1);
    }
  }

  /** Nothing to do for a ready key: the next receive and flush try all sockets. */
  private static void ready(SelectionKey key) {}

  private void awaitRoom(boolean wanted) {
    if (awaitsRoom != wanted) {
      awaitsRoom = wanted;
      for (UdpSource source : readSources) {
        interest(source, interest(wanted));
      }
    }
  }

  private static int interest(boolean room) {
    return room ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
  }

  private void interest(UdpSource source, int operations) {
    SelectionKey key = source.channel.keyFor(selector);
    if (key != null && key.isValid()) {
      key.interestOps(operations);
    }
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public int occupancy() {
    long granted = Math.max(1, capabilities.receiveBufferBytes());
    long fullest = 0;
    for (int i = 0; i < sources.length && !closed; i++) {
      UdpSource source = sources[i];
      fullest = Math.max(fullest, source.burstBytes);
      if (source.burstCut || source.burstBytes > granted / 4) {
        fullest = Math.max(fullest, gauge.fillBytes(i));
        overflows(source, gauge.overflows(i));
      }
    }
    return (int) Math.min(255, fullest * 255 / granted);
  }

  private void overflows(UdpSource source, long overflows) {
    if (overflows > source.overflows) {
      counters.add(LinkCounter.OVERFLOWED, overflows - source.overflows);
      source.overflows = overflows;
    }
  }

  @Override
  public Path path(InetSocketAddress remote, int source) {
    UdpSource from = sources[source];
    Addresses.checkReachable(from.local, remote);
    read(from);
    Path path = from.path(remote);
    remotes.put(path, remote); // keeps the scope of a link-local address, which a path lacks
    return path;
  }

  /** From now on there may be something to read. */
  private void read(UdpSource source) {
    List<UdpSource> read = new ArrayList<>(List.of(readSources));
    if (!read.contains(source)) {
      read.add(source);
      interest(source, interest(awaitsRoom));
      readSources = read.toArray(UdpSource[]::new);
    }
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
    closeAll(sources, selector);
    gauge.close();
  }

  private static void closeAll(@Nullable UdpSource[] sources, Selector selector) {
    for (UdpSource source : sources) {
      if (source != null) {
        closeQuietly(source.channel);
      }
    }
    closeQuietly(selector); // last: it lets go of the channels' descriptors
  }

  private static void closeQuietly(Closeable resource) {
    try {
      resource.close();
    } catch (IOException e) {
      System.getLogger(UdpLink.class.getName())
          .log(System.Logger.Level.DEBUG, "closing a UDP link", e);
    }
  }
}
