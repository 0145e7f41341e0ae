package io.netdam.testkit;

import io.netdam.link.CaptureLink;
import io.netdam.link.FaultLink;
import io.netdam.link.FaultSettings;
import io.netdam.link.InProcessHub;
import io.netdam.link.Link;
import io.netdam.link.TraceLink;
import io.netdam.wire.FrameDescription;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A trace of a capture of a fault link of a link within the process does what every link must. */
final class StackedLinkConformanceTest extends LinkConformance {

  @TempDir private Path directory;
  private final InProcessHub hub = new InProcessHub();
  private int files;

  @Override
  protected Link open(int sources) throws IOException {
    return wrap(hub.open(InetAddress.getLoopbackAddress(), sources));
  }

  @Override
  protected Link openAt(InetSocketAddress local) throws IOException {
    return wrap(hub.open(local));
  }

  @Override
  protected boolean allocates() {
    return true;
  }

  private Link wrap(Link link) throws IOException {
    FaultSettings none = FaultSettings.none();
    Link faulty = new FaultLink(link, none, none, 1, 16, System::nanoTime);
    Path file = directory.resolve("link" + files++ + ".pcap");
    Link captured = CaptureLink.open(faulty, file, 1 << 20, System::nanoTime);
    return new TraceLink(
        captured, FrameDescription::describe, line -> {}, 10_000, System::nanoTime);
  }
}
