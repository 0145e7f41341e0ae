package io.netdam.client;

import io.netdam.client.NetDamException.Effect;
import io.netdam.link.Link;
import io.netdam.link.LinkHook;
import io.netdam.link.UdpLink;
import io.netdam.link.UdpLinkSettings;
import io.netdam.transport.Path;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Opens the sockets of a client: as many for each address family as there are paths, on loopback
 * alone unless a network beyond it is trusted.
 */
final class LinkMaker {

  private final NetDamOptions options;
  private final List<InetAddress> locals;
  private final UnaryOperator<Link> wrapper;

  LinkMaker(NetDamOptions options) {
    this.options = options;
    this.locals = locals(options);
    this.wrapper = LinkHook.wrapper();
  }

  private static List<InetAddress> locals(NetDamOptions options) {
    if (!options.bind().isEmpty()) {
      return List.of(literal(options.bind()));
    }
    boolean beyond = !options.trustedNetworks().isEmpty();
    List<InetAddress> locals = new ArrayList<>();
    locals.add(literal(beyond ? "0.0.0.0" : "127.0.0.1"));
    if (ipv6()) {
      locals.add(literal(beyond ? "::" : "::1"));
    }
    return locals;
  }

  private static InetAddress literal(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "bind is \"" + text + "\"; it must be an address of this host such as 10.0.0.3 or ::1",
          e);
    }
  }

  private static boolean ipv6() {
    try {
      return NetworkInterface.getByInetAddress(literal("::1")) != null;
    } catch (SocketException e) {
      return false; // a host that cannot say has none
    }
  }

  Link open() {
    List<InetSocketAddress> sockets = new ArrayList<>();
    for (InetAddress local : locals) {
      for (int i = 0; i < options.paths(); i++) {
        sockets.add(new InetSocketAddress(local, 0));
      }
    }
    try {
      return wrapper.apply(
          UdpLink.open(
              UdpLinkSettings.on(sockets.toArray(InetSocketAddress[]::new)).withCallsOnly(true),
              System::nanoTime));
    } catch (IOException e) {
      throw new NetDamException.Unreachable(
          "SOCKET_REFUSED",
          Effect.NONE,
          "no socket could be opened: " + e.getMessage(),
          "see the cause; bind must be an address of this host");
    }
  }

  /** The ways to a device over the sockets of its address family. */
  Path[] paths(Link link, Peer peer) {
    int family = peer.address().getAddress().getAddress().length;
    List<Path> paths = new ArrayList<>();
    List<InetSocketAddress> sockets = link.localAddresses();
    for (int source = 0; source < sockets.size(); source++) {
      if (sockets.get(source).getAddress().getAddress().length == family) {
        paths.add(link.path(peer.address(), source));
      }
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException(
          peer.text()
              + " is "
              + (family == 4 ? "IPv4" : "IPv6")
              + ", and this client has no socket for that; it is bound to "
              + sockets);
    }
    return paths.toArray(Path[]::new);
  }
}
