package io.netdam.link;

import io.netdam.transport.Path;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** Between the addresses of java.net and paths; each of these allocates, so callers remember. */
final class Addresses {

  private Addresses() {}

  /** The path to a resolved remote address over a local socket. */
  static Path path(InetSocketAddress remote, int source) {
    InetAddress address = remote.getAddress();
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address) {
      return Path.ofIpv4(ByteBuffer.wrap(bytes).getInt(), remote.getPort(), source);
    }
    return Path.of(bytes, remote.getPort(), source);
  }

  /** The remote address of a path. */
  static InetSocketAddress socketAddress(Path path) {
    byte[] bytes =
        ByteBuffer.allocate(Path.ADDRESS_BYTES)
            .putLong(path.addressHigh())
            .putLong(path.addressLow())
            .array();
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), path.port());
    } catch (UnknownHostException e) {
      throw new AssertionError("16 bytes are an address", e);
    }
  }

  /**
   * Refuses what no datagram can be sent to from a local address.
   *
   * @throws IllegalArgumentException with the reason
   */
  static void checkReachable(InetSocketAddress local, InetSocketAddress remote) {
    if (remote.isUnresolved()) {
      throw new IllegalArgumentException(
          remote.getHostString() + " is not resolved: look the name up first");
    }
    if (remote.getPort() == 0) {
      throw new IllegalArgumentException("port 0 of " + remote.getAddress() + " is no destination");
    }
    InetAddress own = local.getAddress();
    boolean ownIpv6 = own instanceof Inet6Address;
    boolean remoteIpv6 = remote.getAddress() instanceof Inet6Address;
    boolean both = ownIpv6 && own.isAnyLocalAddress();
    if (ownIpv6 != remoteIpv6 && !both) {
      throw new IllegalArgumentException(
          text(remote) + " cannot be reached from " + text(local) + ": one is IPv4, one IPv6");
    }
  }

  /** Address and port as people write them. */
  static String text(InetSocketAddress address) {
    return address.isUnresolved()
        ? address.getHostString() + ":" + address.getPort()
        : path(address, 0).toString();
  }
}
