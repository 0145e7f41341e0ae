package io.netdam.testkit;

import io.netdam.link.Link;
import io.netdam.link.UdpLink;
import io.netdam.link.UdpLinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** UDP sockets over IPv4 do what every link must. */
final class UdpLinkIpv4ConformanceTest extends LinkConformance {

  @Override
  protected Link open(int sources) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    return UdpLink.open(UdpLinkSettings.on(loopback, sources), System::nanoTime);
  }

  @Override
  protected Link openAt(InetSocketAddress local) throws IOException {
    return UdpLink.open(UdpLinkSettings.on(local), System::nanoTime);
  }
}
