package io.netdam.device;

import io.netdam.device.DeviceException.Reason;
import io.netdam.link.Link;
import io.netdam.link.LinkHook;
import io.netdam.link.Networks;
import io.netdam.link.UdpLink;
import io.netdam.link.UdpLinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Where a device listens: reads the addresses and opens one link for each shard on them. */
final class ListenAddresses {

  private final DeviceOptions options;
  private final List<InetSocketAddress> wanted;

  /**
   * Reads the addresses.
   *
   * @throws IllegalArgumentException if one is malformed, or beyond loopback without a trusted
   *     network
   */
  ListenAddresses(DeviceOptions options, Networks trusted) {
    this.options = options;
    this.wanted = new ArrayList<>();
    for (String text : options.listen()) {
      InetSocketAddress address = resolve(text);
      if (!address.getAddress().isLoopbackAddress() && trusted.isEmpty()) {
        throw new IllegalArgumentException(
            text
                + " is beyond loopback, where packets travel in clear and anybody may send. Name"
                + " the networks to serve: --trusted-network 10.0.0.0/8");
      }
      wanted.add(address);
    }
  }

  private static InetSocketAddress resolve(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (colon <= 0 || (!bracketed && host.indexOf(':') >= 0)) {
      throw malformed(text);
    }
    try {
      InetAddress address =
          bracketed
              ? InetAddress.ofLiteral(host.substring(1, host.length() - 1))
              : InetAddress.getByName(host);
      return new InetSocketAddress(address, Integer.parseInt(text.substring(colon + 1)));
    } catch (UnknownHostException | IllegalArgumentException e) {
      throw malformed(text);
    }
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is no address to listen on; write it as 127.0.0.1:7300 or [::1]:7300");
  }

  /**
   * Opens a link for each shard; all listen on the same addresses, and the system spreads the
   * senders over them.
   *
   * @throws DeviceException if an address or port is not to be had
   */
  List<Link> open() {
    UnaryOperator<Link> wrapper = LinkHook.wrapper();
    boolean several = options.shards() > 1;
    List<Link> links = new ArrayList<>();
    try {
      List<InetSocketAddress> local = several ? reserved() : wanted;
      for (int shard = 0; shard < options.shards(); shard++) {
        links.add(
            wrapper.apply(
                UdpLink.open(
                    UdpLinkSettings.on(local.toArray(InetSocketAddress[]::new))
                        .withBuffers(options.receiveBufferBytes(), options.receiveBufferBytes())
                        .withReusePort(several),
                    System::nanoTime)));
      }
      return links;
    } catch (IOException e) {
      links.forEach(Link::close);
      throw new DeviceException(Reason.ADDRESS_REFUSED, String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * The addresses with their ports chosen. Sockets that share a port do not find out that somebody
   * else has it; one that does not share does.
   */
  private List<InetSocketAddress> reserved() throws IOException {
    try (UdpLink alone =
        UdpLink.open(
            UdpLinkSettings.on(wanted.toArray(InetSocketAddress[]::new)), System::nanoTime)) {
      return alone.localAddresses();
    }
  }
}
