package io.netdam.testkit;

import io.netdam.link.Link;
import io.netdam.link.UdpLink;
import io.netdam.link.UdpLinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** UDP sockets over IPv6 do what every link must. */
final class UdpLinkIpv6ConformanceTest extends LinkConformance {

  @Override
  protected Link open(int sources) throws IOException {
    byte[] loopback = new byte[16];
    loopback[15] = 1;
    return UdpLink.open(
        UdpLinkSettings.on(InetAddress.getByAddress(loopback), sources), System::nanoTime);
  }

  @Override
  protected Link openAt(InetSocketAddress local) throws IOException {
    return UdpLink.open(UdpLinkSettings.on(local), System::nanoTime);
  }
}
