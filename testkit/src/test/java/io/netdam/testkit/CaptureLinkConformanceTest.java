package io.netdam.testkit;

import io.netdam.link.CaptureLink;
import io.netdam.link.Link;
import io.netdam.link.UdpLink;
import io.netdam.link.UdpLinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A capturing link does what every link must, also after its file is full. */
final class CaptureLinkConformanceTest extends LinkConformance {

  private static final long FILE_BYTES_MAX = 1 << 20;

  @TempDir private Path directory;
  private int files;

  @Override
  protected Link open(int sources) throws IOException {
    return wrap(UdpLinkSettings.on(InetAddress.getLoopbackAddress(), sources));
  }

  @Override
  protected Link openAt(InetSocketAddress local) throws IOException {
    return wrap(UdpLinkSettings.on(local));
  }

  private Link wrap(UdpLinkSettings settings) throws IOException {
    return CaptureLink.open(
        UdpLink.open(settings, System::nanoTime),
        directory.resolve("link" + files++ + ".pcap"),
        FILE_BYTES_MAX,
        System::nanoTime);
  }
}
