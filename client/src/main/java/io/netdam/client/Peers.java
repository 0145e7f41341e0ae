package io.netdam.client;

import io.netdam.client.NetDamException.Effect;
import io.netdam.link.Networks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The devices that this client knows by address. Thread-safe. */
final class Peers {

  /** The most devices that one client speaks to. */
  static final int PEERS_MAX = 256;

  private final Networks trusted;
  private final Map<InetSocketAddress, Peer> byAddress = new HashMap<>(); // guarded by itself

  Peers(List<String> trustedNetworks) {
    this.trusted = Networks.of(trustedNetworks);
  }

  Peer peer(String text) {
    InetSocketAddress address = resolve(text);
    InetAddress host = address.getAddress();
    if (!host.isLoopbackAddress() && !trusted.contains(host)) {
      throw new IllegalArgumentException(
          text
              + " is beyond loopback and in no trusted network; packets to it would travel in"
              + " clear. Name its network if you trust it: NETDAM_TRUSTED_NETWORK="
              + host.getHostAddress()
              + (host.getAddress().length == 4 ? "/32" : "/128"));
    }
    synchronized (byAddress) {
      Peer known = byAddress.get(address);
      if (known != null) {
        return known;
      }
      if (byAddress.size() == PEERS_MAX) {
        throw new IllegalArgumentException(
            "one client speaks to at most " + PEERS_MAX + " devices; open another");
      }
      Peer made = new Peer(byAddress.size(), text, address);
      byAddress.put(address, made);
      return made;
    }
  }

  /** Reads {@code host:port}; the host is a name, an IPv4 address, or an IPv6 one in brackets. */
  static InetSocketAddress resolve(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (colon <= 0 || host.isEmpty() || (!bracketed && host.indexOf(':') >= 0)) {
      throw malformed(text);
    }
    try {
      InetAddress address =
          bracketed
              ? InetAddress.ofLiteral(host.substring(1, host.length() - 1))
              : InetAddress.getByName(host);
      return new InetSocketAddress(address, port(text.substring(colon + 1), text));
    } catch (UnknownHostException e) {
      throw new NetDamException.Unreachable(
          "NAME_UNKNOWN",
          Effect.NONE,
          "the name " + host + " has no address",
          "check the name, or give the address itself");
    } catch (IllegalArgumentException e) {
      throw malformed(text);
    }
  }

  private static int port(String digits, String text) {
    int port = Integer.parseInt(digits);
    if (port < 1 || port > 65_535) {
      throw malformed(text);
    }
    return port;
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is no address; write it as 10.0.0.7:7300, [::1]:7300 or name:7300");
  }
}
