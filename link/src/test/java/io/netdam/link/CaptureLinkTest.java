package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture is a valid pcap file with every datagram that passed, and never outgrows its limit. */
final class CaptureLinkTest {

  private static final long START_NS = 1_796_076_000_123_456_789L;

  @TempDir private Path directory;
  private long epochNs = START_NS;

  private static byte[] pattern(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (length + i * 13);
    }
    return bytes;
  }

  private static void send(Link from, Link to, byte[] bytes) {
    MemorySegment frame = Objects.requireNonNull(from.claim(bytes.length));
    MemorySegment.copy(bytes, 0, frame, ValueLayout.JAVA_BYTE, 0, bytes.length);
    from.commit(from.path(to.localAddresses().getFirst()), bytes.length);
    from.flush();
  }

  private void capturesBothWays(InetAddress address) throws Exception {
    InProcessHub hub = new InProcessHub();
    Link plain = hub.open(new InetSocketAddress(address, 7300));
    Path file = directory.resolve("both.pcap");
    String plainEnd = address.getHostAddress() + " 7300";
    String ownEnd = address.getHostAddress() + " 7400";
    int[] lengths = {0, 1, 2, 63, 64, 1_472, 8_319, 8_320};
    try (CaptureLink link =
        CaptureLink.open(
            hub.open(new InetSocketAddress(address, 7400)), file, 1 << 20, () -> epochNs)) {
      for (int length : lengths) {
        send(link, plain, pattern(length));
        epochNs += 1_500_000_000L;
        send(plain, link, pattern(length));
        assertThat(link.receive((path, segment, offset, bytes) -> {}, 8)).isEqualTo(1);
        epochNs += 1;
      }
      assertThat(link.captured()).isEqualTo(2L * lengths.length);
      assertThat(link.skipped()).isZero();
    }

    List<PcapFile.Datagram> datagrams = PcapFile.read(file);
    assertThat(datagrams).hasSize(2 * lengths.length);
    long timeNs = START_NS;
    for (int i = 0; i < datagrams.size(); i++) {
      PcapFile.Datagram datagram = datagrams.get(i);
      boolean out = i % 2 == 0;
      assertThat(datagram.timeNs()).isEqualTo(timeNs);
      assertThat(datagram.from()).isEqualTo(out ? ownEnd : plainEnd);
      assertThat(datagram.to()).isEqualTo(out ? plainEnd : ownEnd);
      assertThat(datagram.bytes()).isEqualTo(HexFormat.of().formatHex(pattern(lengths[i / 2])));
      timeNs += out ? 1_500_000_000L : 1;
    }
  }

  @Test
  void capturesIpv4() throws Exception {
    capturesBothWays(Loopback.IPV4);
  }

  @Test
  void capturesIpv6() throws Exception {
    capturesBothWays(Loopback.IPV6);
  }

  @Test
  void neverOutgrowsItsLimit() throws Exception {
    InProcessHub hub = new InProcessHub();
    Link plain = hub.open(InetAddress.getLoopbackAddress(), 1);
    Path file = directory.resolve("full.pcap");
    int record = 16 + 14 + 20 + 8 + 1_000;
    long limit = 24 + 10L * record + 500; // ten long records, then a short one
    try (CaptureLink link =
        CaptureLink.open(
            hub.open(InetAddress.getLoopbackAddress(), 1), file, limit, () -> epochNs)) {
      for (int i = 0; i < 100; i++) {
        send(link, plain, pattern(1_000));
      }
      assertThat(link.captured()).isEqualTo(10);
      assertThat(link.skipped()).isEqualTo(90);
      send(link, plain, pattern(100));
      assertThat(link.captured()).isEqualTo(11);
    }
    assertThat(Files.size(file)).isLessThanOrEqualTo(limit);
    assertThat(PcapFile.read(file)).hasSize(11);
    assertThat(plain.receive((path, segment, offset, length) -> {}, 256)).isEqualTo(101);
  }

  @Test
  void idleLinksWriteWhatTheyHave() throws Exception {
    InProcessHub hub = new InProcessHub();
    Link plain = hub.open(InetAddress.getLoopbackAddress(), 1);
    Path file = directory.resolve("idle.pcap");
    try (CaptureLink link =
        CaptureLink.open(
            hub.open(InetAddress.getLoopbackAddress(), 1), file, 1 << 20, () -> epochNs)) {
      send(link, plain, pattern(64));
      link.await(1);
      assertThat(PcapFile.read(file)).hasSize(1);
    }
  }

  @Test
  void inOrOutsideOfFaultsItShowsWhatPassesThere() throws Exception {
    InProcessHub hub = new InProcessHub();
    Link plain = hub.open(InetAddress.getLoopbackAddress(), 1);
    FaultSettings lossy = FaultSettings.none().withLoss(1);
    Path inside = directory.resolve("inside.pcap");
    Path outside = directory.resolve("outside.pcap");
    Link wire =
        CaptureLink.open(
            hub.open(InetAddress.getLoopbackAddress(), 1), inside, 1 << 20, () -> epochNs);
    Link faulty = new FaultLink(wire, lossy, lossy, 1, 8, () -> epochNs);
    try (Link engineSide = CaptureLink.open(faulty, outside, 1 << 20, () -> epochNs)) {
      send(engineSide, plain, pattern(64));
      send(plain, engineSide, pattern(65));
      assertThat(engineSide.receive((path, segment, offset, length) -> {}, 8)).isZero();
    }
    assertThat(PcapFile.read(outside)).hasSize(1);
    assertThat(PcapFile.read(outside).getFirst().bytes()).hasSize(2 * 64);
    assertThat(PcapFile.read(inside)).hasSize(1);
    assertThat(PcapFile.read(inside).getFirst().bytes()).hasSize(2 * 65);
  }

  @Test
  void aFileThatCannotBeMadeIsRefused() throws Exception {
    Link inner = new InProcessHub().open(InetAddress.getLoopbackAddress(), 1);
    Path nowhere = directory.resolve("missing").resolve("x.pcap");
    assertThatThrownBy(() -> CaptureLink.open(inner, nowhere, 1 << 20, () -> epochNs))
        .isInstanceOf(IOException.class);
  }
}
