package io.netdam.link;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;

/** Opens UDP sockets and says in plain words why one could not be opened. */
final class UdpSockets {

  /**
   * Linux keeps twice what it was asked for and counts its own overhead in it; Java halves the
   * answer so that it looks like the question. Others count what they were asked for.
   */
  private static final int COUNTED = System.getProperty("os.name", "").startsWith("Linux") ? 2 : 1;

  private UdpSockets() {}

  /** A non-blocking socket bound to the address, with the buffers asked for as far as granted. */
  static DatagramChannel open(InetSocketAddress local, UdpLinkSettings settings)
      throws IOException {
    DatagramChannel channel =
        DatagramChannel.open(
            local.getAddress() instanceof Inet6Address
                ? StandardProtocolFamily.INET6
                : StandardProtocolFamily.INET);
    try {
      channel.configureBlocking(false);
      ask(channel, StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
      ask(channel, StandardSocketOptions.SO_SNDBUF, settings.sendBufferBytes());
      if (settings.reusePort()) {
        channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      }
      channel.bind(local);
      return channel;
    } catch (SocketException e) {
      channel.close();
      throw explained(local, e);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** What was granted, in bytes as the system counts. */
  static int granted(DatagramChannel channel, SocketOption<Integer> option) throws IOException {
    return (int) Math.min(Integer.MAX_VALUE, (long) channel.getOption(option) * COUNTED);
  }

  /** What was asked for, in bytes as the system counts. */
  static long counted(int askedBytes) {
    return (long) askedBytes * COUNTED;
  }

  private static void ask(DatagramChannel channel, SocketOption<Integer> option, int bytes)
      throws IOException {
    if (bytes > 0) {
      channel.setOption(option, bytes);
    }
  }

  /** The texts of the system follow the user's language, so the cause is found out, not parsed. */
  private static BindException explained(InetSocketAddress local, SocketException cause)
      throws SocketException {
    BindException explained = new BindException(explanation(local, cause));
    explained.initCause(cause);
    return explained;
  }

  private static String explanation(InetSocketAddress local, SocketException cause)
      throws SocketException {
    String where = "UDP " + Addresses.text(local) + " cannot be opened: ";
    InetAddress address = local.getAddress();
    if (!address.isAnyLocalAddress()
        && !address.isLoopbackAddress()
        && NetworkInterface.getByInetAddress(address) == null) {
      return where
          + "no network interface of this host has that address. Listen on an address that `ip"
          + " address` shows.";
    }
    String owner = PortOwner.describe(local);
    if (owner != null) {
      return where + "the port is in use by " + owner + ". Stop it, or choose another port.";
    }
    if (local.getPort() > 0 && local.getPort() < 1024) {
      return where
          + cause.getMessage()
          + ". Ports below 1024 often need privilege: choose a port of 1024 or above.";
    }
    return where + cause.getMessage() + ". Another socket may hold the port: choose another one.";
  }
}
