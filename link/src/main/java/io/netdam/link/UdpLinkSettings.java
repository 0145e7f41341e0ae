package io.netdam.link;

import io.netdam.transport.Path;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link UdpLink} is set up. Everything it will ever need is allocated from these numbers
 * when it opens.
 *
 * @param local one local address for each socket, 1 to 256 of them; port 0 lets the system choose
 * @param frameBytesMax the longest datagram, in bytes, 1 to 65,507
 * @param sendFrames frames of the send queue, at least 1
 * @param receiveBufferBytes what to ask the system for as receive buffer of each socket, without
 *     the overhead that it counts in; 0 keeps its default
 * @param sendBufferBytes the same for sending
 * @param pathsMax remote addresses remembered for each socket; more peers work, but cost an
 *     allocation whenever a forgotten one sends
 * @param gauge tells the fill of the receive buffers; null takes the best that portable Java can do
 *     here
 * @param reusePort whether other sockets of this user may be bound to the same address; the system
 *     then spreads the senders over them (SO_REUSEPORT)
 * @param callsOnly whether nobody sends to these sockets unasked: a socket is then read only after
 *     a path over it was asked for, which saves a system call a turn for each that is not in use
 */
public record UdpLinkSettings(
    List<InetSocketAddress> local,
    int frameBytesMax,
    int sendFrames,
    int receiveBufferBytes,
    int sendBufferBytes,
    int pathsMax,
    @Nullable FillGauge gauge,
    boolean reusePort,
    boolean callsOnly) {

  private static final int DATAGRAM_BYTES_MAX = 65_507;

  /** Checks every number. */
  public UdpLinkSettings {
    local = List.copyOf(local);
    if (local.isEmpty() || local.size() > Path.SOURCES_MAX) {
      throw new IllegalArgumentException(
          "a link has 1 to " + Path.SOURCES_MAX + " sockets, not " + local.size());
    }
    for (InetSocketAddress address : local) {
      if (address.isUnresolved()) {
        throw new IllegalArgumentException(address.getHostString() + " is not resolved");
      }
    }
    require(frameBytesMax, 1, DATAGRAM_BYTES_MAX, "frameBytesMax");
    require(sendFrames, 1, 1 << 16, "sendFrames");
    require(receiveBufferBytes, 0, 1 << 30, "receiveBufferBytes");
    require(sendBufferBytes, 0, 1 << 30, "sendBufferBytes");
    require(pathsMax, 1, 1 << 20, "pathsMax");
  }

  /** The usual numbers, one socket for each address. */
  public static UdpLinkSettings on(InetSocketAddress... local) {
    return on(List.of(local));
  }

  /** The usual numbers, some sockets on one address, their ports chosen by the system. */
  public static UdpLinkSettings on(InetAddress local, int sources) {
    return on(Collections.nCopies(sources, new InetSocketAddress(local, 0)));
  }

  private static UdpLinkSettings on(List<InetSocketAddress> local) {
    int bufferBytes = 4 << 20; // the usual upper limit of Linux (net.core.rmem_max)
    return new UdpLinkSettings(
        local,
        LinkCapabilities.PROTOCOL_FRAME_BYTES_MAX,
        256,
        bufferBytes,
        bufferBytes,
        4_096,
        null,
        false,
        false);
  }

  /** The same with another longest datagram. */
  public UdpLinkSettings withFrameBytesMax(int bytes) {
    return new UdpLinkSettings(
        local,
        bytes,
        sendFrames,
        receiveBufferBytes,
        sendBufferBytes,
        pathsMax,
        gauge,
        reusePort,
        callsOnly);
  }

  /** The same with another send queue. */
  public UdpLinkSettings withSendFrames(int frames) {
    return new UdpLinkSettings(
        local,
        frameBytesMax,
        frames,
        receiveBufferBytes,
        sendBufferBytes,
        pathsMax,
        gauge,
        reusePort,
        callsOnly);
  }

  /** The same with other buffers to ask the system for; 0 keeps its default. */
  public UdpLinkSettings withBuffers(int receiveBytes, int sendBytes) {
    return new UdpLinkSettings(
        local,
        frameBytesMax,
        sendFrames,
        receiveBytes,
        sendBytes,
        pathsMax,
        gauge,
        reusePort,
        callsOnly);
  }

  /** The same with room for another number of remote addresses. */
  public UdpLinkSettings withPathsMax(int paths) {
    return new UdpLinkSettings(
        local,
        frameBytesMax,
        sendFrames,
        receiveBufferBytes,
        sendBufferBytes,
        paths,
        gauge,
        reusePort,
        callsOnly);
  }

  /** The same with a gauge of the caller's; the link closes it. */
  public UdpLinkSettings withGauge(FillGauge other) {
    return new UdpLinkSettings(
        local,
        frameBytesMax,
        sendFrames,
        receiveBufferBytes,
        sendBufferBytes,
        pathsMax,
        other,
        reusePort,
        callsOnly);
  }

  /** The same with sockets that share their addresses with others of this user. */
  public UdpLinkSettings withReusePort(boolean shared) {
    return new UdpLinkSettings(
        local,
        frameBytesMax,
        sendFrames,
        receiveBufferBytes,
        sendBufferBytes,
        pathsMax,
        gauge,
        shared,
        callsOnly);
  }

  /** The same for a side that always speaks first: sockets without a path are not read. */
  public UdpLinkSettings withCallsOnly(boolean only) {
    return new UdpLinkSettings(
        local,
        frameBytesMax,
        sendFrames,
        receiveBufferBytes,
        sendBufferBytes,
        pathsMax,
        gauge,
        reusePort,
        only);
  }

  private static void require(int value, int min, int max, String name) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(name + " " + value + " is not in " + min + ".." + max);
    }
  }
}
