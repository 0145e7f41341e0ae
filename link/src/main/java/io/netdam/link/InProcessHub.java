package io.netdam.link;

import io.netdam.transport.Path;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A network inside one process: links opened here reach each other by address, and nothing else.
 * Each has a bounded queue of frames; what arrives when it is full is lost and counted, as with a
 * socket. Safe for any thread; each link belongs to one.
 */
public final class InProcessHub {

  private static final int FIRST_PORT = 49_152;

  /** One local address of one link. */
  record Endpoint(InProcessLink link, int source) {}

  private final ConcurrentMap<Path, Endpoint> endpoints = new ConcurrentHashMap<>();
  private final int frameBytesMax;
  private final int queueFrames;
  private int nextPort = FIRST_PORT;

  /** A hub whose links carry the longest frame of the protocol and queue 256 of them. */
  public InProcessHub() {
    this(LinkCapabilities.PROTOCOL_FRAME_BYTES_MAX, 256);
  }

  /**
   * A hub.
   *
   * @param frameBytesMax the longest datagram, in bytes
   * @param queueFrames datagrams that a link holds on the way out, and as many on the way in
   */
  public InProcessHub(int frameBytesMax, int queueFrames) {
    if (frameBytesMax < 1 || queueFrames < 1) {
      throw new IllegalArgumentException(
          "frames of " + frameBytesMax + " bytes, queues of " + queueFrames);
    }
    this.frameBytesMax = frameBytesMax;
    this.queueFrames = queueFrames;
  }

  /**
   * Opens a link.
   *
   * @param local its addresses, one for each source; port 0 lets the hub choose
   * @throws BindException when another link of the hub has one of them
   */
  public Link open(InetSocketAddress... local) throws BindException {
    return open(List.of(local));
  }

  /**
   * Opens a link with ports chosen by the hub.
   *
   * @param local the address of all its sources
   * @param sources how many, 1 to 256
   */
  public Link open(InetAddress local, int sources) throws BindException {
    return open(Collections.nCopies(sources, new InetSocketAddress(local, 0)));
  }

  private synchronized Link open(List<InetSocketAddress> local) throws BindException {
    if (local.isEmpty() || local.size() > Path.SOURCES_MAX) {
      throw new IllegalArgumentException(local.size() + " sources; a link has 1 to 256");
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (InetSocketAddress address : local) {
      addresses.add(free(address, addresses));
    }
    InProcessLink link = new InProcessLink(this, addresses, frameBytesMax, queueFrames);
    for (int i = 0; i < addresses.size(); i++) {
      endpoints.put(Addresses.path(addresses.get(i), 0), new Endpoint(link, i));
    }
    return link;
  }

  private InetSocketAddress free(InetSocketAddress wanted, List<InetSocketAddress> taken)
      throws BindException {
    if (wanted.getPort() != 0) {
      if (endpoints.containsKey(Addresses.path(wanted, 0)) || taken.contains(wanted)) {
        throw new BindException(
            Addresses.text(wanted)
                + " is in use by another link of this hub: choose another port.");
      }
      return wanted;
    }
    for (int tries = 0; tries <= 0xFFFF - FIRST_PORT; tries++) {
      InetSocketAddress address = new InetSocketAddress(wanted.getAddress(), nextPort);
      nextPort = nextPort == 0xFFFF ? FIRST_PORT : nextPort + 1;
      if (!endpoints.containsKey(Addresses.path(address, 0)) && !taken.contains(address)) {
        return address;
      }
    }
    throw new BindException("all ports of " + wanted.getAddress() + " are in use in this hub");
  }

  /** Who listens where this path leads; allocates. */
  @Nullable Endpoint find(Path to) {
    return endpoints.get(Path.of(to.addressHigh(), to.addressLow(), to.port(), 0));
  }

  void remove(InProcessLink link) {
    endpoints.values().removeIf(endpoint -> endpoint.link() == link);
  }
}
