package io.netdam.link;

import io.netdam.transport.Path;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One local socket of a {@link UdpLink}, and the remote addresses it remembers. */
final class UdpSource {

  /** Outcome of {@link #read}: nothing is there. */
  static final int DRY = -1;

  /** Outcome of {@link #read}: a datagram was taken and dropped. */
  static final int DROPPED = -2;

  final DatagramChannel channel;
  final InetSocketAddress local;

  /** What the last burst took out of the receive buffer, as the kernel counts it. */
  long burstBytes;

  /** Whether the last burst ended before the socket was empty. */
  boolean burstCut;

  /** Datagrams dropped by the full buffer, as last seen. */
  long overflows;

  private final int index;
  private final int frameBytesMax;
  private final LinkCounters counters;
  private final ClockCache<InetSocketAddress, Path> paths;
  private @Nullable SocketAddress lastSender;
  private @Nullable Path lastPath;

  UdpSource(
      int index,
      DatagramChannel channel,
      InetSocketAddress local,
      UdpLinkSettings settings,
      LinkCounters counters) {
    this.index = index;
    this.channel = channel;
    this.local = local;
    this.frameBytesMax = settings.frameBytesMax();
    this.counters = counters;
    this.paths = new ClockCache<>(settings.pathsMax());
  }

  /**
   * Reads one datagram into the buffer, which is longer than the longest frame, so that a datagram
   * too long shows.
   *
   * @return its length, {@link #DRY} or {@link #DROPPED}; its path is {@link #senderPath()}
   */
  @SuppressWarnings("ReferenceEquality") // a first, fast look; the cache compares values
  int read(ByteBuffer buffer) {
    buffer.clear();
    SocketAddress sender;
    try {
      sender = channel.receive(buffer);
    } catch (ClosedChannelException e) {
      return DRY;
    } catch (IOException e) {
      counters.add(LinkCounter.RECEIVE_FAILED, 1);
      return DROPPED;
    }
    if (sender == null) {
      return DRY;
    }
    int length = buffer.position();
    burstBytes += countedBytes(length);
    if (length > frameBytesMax) {
      counters.add(LinkCounter.RECEIVED_TOO_LONG, 1);
      return DROPPED;
    }
    if (sender != lastSender) { // the channel repeats the object as long as the sender is the same
      lastSender = sender;
      lastPath = path((InetSocketAddress) sender);
    }
    return length;
  }

  /** The path of the datagram read last. */
  Path senderPath() {
    return Objects.requireNonNull(lastPath);
  }

  /** The path to a remote address over this socket: the remembered one, or a new one. */
  Path path(InetSocketAddress remote) {
    Path path = paths.get(remote);
    if (path == null) {
      path = Addresses.path(remote, index);
      paths.put(remote, path);
      counters.add(LinkCounter.PATHS_MADE, 1);
    }
    return path;
  }

  /**
   * What Linux charges a receive buffer for a datagram: its descriptor of 256 bytes and a data
   * block that also holds headers and 320 bytes of bookkeeping: 576 bytes for the smallest, else
   * the next power of two. Measured on Linux 6.18: 832 bytes up to 192, 2,304 at 1,472, 16,640 at
   * 8,256.
   */
  static long countedBytes(int length) {
    int block = length + 64 + 320;
    return 256L + (block <= 576 ? 576 : Integer.highestOneBit(block - 1) << 1);
  }
}
