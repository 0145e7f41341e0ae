package io.netdam.simulator.network;

import io.netdam.transport.Path;
import org.jspecify.annotations.Nullable;

/** An address and port that a socket of a node is bound to, or was. */
public final class Endpoint {
  /** No address: of packets that are nowhere. */
  public static final Endpoint NOWHERE = new Endpoint(Path.ofIpv4(0, 0, 0), null, 0);

  private final Path path;
  private final @Nullable Path[] seen = new Path[Path.SOURCES_MAX];
  private @Nullable Receiver owner;
  private final int socket;

  Endpoint(Path path, @Nullable Receiver owner, int socket) {
    this.path = path;
    this.owner = owner;
    this.socket = socket;
  }

  /** The address, as seen from local socket 0 of somebody else. */
  public Path path() {
    return path;
  }

  /**
   * The address as the local socket of somebody else sees it.
   *
   * @param atSocket index of that socket
   */
  public Path path(int atSocket) {
    Path known = seen[atSocket];
    if (known == null) {
      known = Path.of(path.addressHigh(), path.addressLow(), path.port(), atSocket);
      seen[atSocket] = known;
    }
    return known;
  }

  /** Whose it is, or null. */
  public @Nullable Receiver owner() {
    return owner;
  }

  /** Which of its owner's sockets it is. */
  public int socket() {
    return socket;
  }

  void release() {
    owner = null;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
