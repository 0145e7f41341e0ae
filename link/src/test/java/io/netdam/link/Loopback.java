package io.netdam.link;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The loopback addresses of both families, whichever the JVM prefers. */
final class Loopback {

  static final InetAddress IPV4 = address(new byte[] {127, 0, 0, 1});
  static final InetAddress IPV6 =
      address(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});

  private Loopback() {}

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError("4 or 16 bytes are an address", e);
    }
  }
}
