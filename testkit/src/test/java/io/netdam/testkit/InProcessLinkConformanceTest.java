package io.netdam.testkit;

import io.netdam.link.InProcessHub;
import io.netdam.link.Link;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Links within one process do what every link must. */
final class InProcessLinkConformanceTest extends LinkConformance {

  private final InProcessHub hub = new InProcessHub();

  @Override
  protected Link open(int sources) throws IOException {
    return hub.open(InetAddress.getLoopbackAddress(), sources);
  }

  @Override
  protected Link openAt(InetSocketAddress local) throws IOException {
    return hub.open(local);
  }
}
