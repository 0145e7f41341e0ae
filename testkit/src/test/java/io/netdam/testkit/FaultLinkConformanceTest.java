package io.netdam.testkit;

import io.netdam.link.FaultLink;
import io.netdam.link.FaultSettings;
import io.netdam.link.Link;
import io.netdam.link.UdpLink;
import io.netdam.link.UdpLinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A fault link without faults does what every link must. */
final class FaultLinkConformanceTest extends LinkConformance {

  @Override
  protected Link open(int sources) throws IOException {
    return wrap(UdpLinkSettings.on(InetAddress.getLoopbackAddress(), sources));
  }

  @Override
  protected Link openAt(InetSocketAddress local) throws IOException {
    return wrap(UdpLinkSettings.on(local));
  }

  private static Link wrap(UdpLinkSettings settings) throws IOException {
    return new FaultLink(
        UdpLink.open(settings, System::nanoTime),
        FaultSettings.none(),
        FaultSettings.none(),
        1,
        16,
        System::nanoTime);
  }
}
