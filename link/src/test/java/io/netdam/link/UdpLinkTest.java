package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netdam.transport.Path;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What only a link over UDP sockets does; what every link does stands in its conformance suite. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class UdpLinkTest {

  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable resource : opened) {
      resource.close();
    }
  }

  private UdpLink open(UdpLinkSettings settings) throws Exception {
    UdpLink link = UdpLink.open(settings, System::nanoTime);
    opened.add(link);
    return link;
  }

  private static InetSocketAddress address(Link link) {
    return link.localAddresses().getFirst();
  }

  private static void send(Link link, Path to, int length) {
    assertThat(link.claim(length)).isNotNull();
    link.commit(to, length);
    assertThat(link.flush()).isZero();
  }

  private static void receive(Link link, Link.Receiver receiver, int count) {
    int received = 0;
    while (received < count) {
      link.await(1_000_000_000);
      received += link.receive(receiver, count);
    }
    assertThat(received).isEqualTo(count);
  }

  @Test
  void aPortInUseIsExplainedWithItsOwner() throws Exception {
    UdpLink first = open(UdpLinkSettings.on(LOOPBACK));
    InetSocketAddress taken = address(first);

    BindException refused =
        catchThrowableOfType(BindException.class, () -> open(UdpLinkSettings.on(LOOPBACK, taken)));

    assertThat(refused)
        .hasMessageContaining("UDP 127.0.0.1:" + taken.getPort() + " cannot be opened")
        .hasMessageContaining("choose another")
        .hasCauseInstanceOf(java.net.SocketException.class);
    if (OS.LINUX.isCurrentOs()) {
      assertThat(refused).hasMessageContaining("process " + ProcessHandle.current().pid() + " (");
    }
    // The socket that was opened before the refused one is closed again, the taken one works on.
    send(first, first.path(taken), 64);
    receive(first, (path, segment, offset, length) -> assertThat(length).isEqualTo(64), 1);
  }

  @Test
  void anAddressOfAnotherHostIsExplained() throws Exception {
    InetSocketAddress elsewhere =
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}), 7300);

    assertThatThrownBy(() -> open(UdpLinkSettings.on(elsewhere)))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("192.0.2.1:7300")
        .hasMessageContaining("no network interface of this host has that address");
  }

  @Test
  void aDatagramTooLongIsDroppedAndCountedAndTheNextArrives() throws Exception {
    UdpLink link = open(UdpLinkSettings.on(LOOPBACK).withFrameBytesMax(1_472));
    try (DatagramChannel stranger = DatagramChannel.open().bind(LOOPBACK)) {
      stranger.send(ByteBuffer.allocate(1_473), address(link));
      stranger.send(ByteBuffer.allocate(9_000), address(link));
      stranger.send(ByteBuffer.allocate(1_472), address(link));
    }
    receive(link, (path, segment, offset, length) -> assertThat(length).isEqualTo(1_472), 1);

    assertThat(link.counters().value(LinkCounter.RECEIVED_TOO_LONG)).isEqualTo(2);
    assertThat(link.counters().value(LinkCounter.RECEIVED)).isEqualTo(1);
  }

  @Test
  void oneWhoOnlyCallsReadsNoSocketBeforeAPathOverItWasAskedFor() throws Exception {
    UdpLink caller = open(UdpLinkSettings.on(LOOPBACK.getAddress(), 2).withCallsOnly(true));
    UdpLink other = open(UdpLinkSettings.on(LOOPBACK));
    send(other, other.path(caller.localAddresses().get(1)), 64);

    assertThat(caller.receive((path, segment, offset, length) -> {}, 8)).isZero();

    caller.path(address(other), 0); // the other socket: still nothing
    assertThat(caller.receive((path, segment, offset, length) -> {}, 8)).isZero();
    caller.path(address(other), 1);
    receive(caller, (path, segment, offset, length) -> assertThat(path.source()).isEqualTo(1), 1);
  }

  @Test
  void refusesAPathOfTheOtherFamily() throws Exception {
    UdpLink link = open(UdpLinkSettings.on(LOOPBACK));
    InetSocketAddress ipv6 = new InetSocketAddress(Loopback.IPV6, 7300);

    assertThatThrownBy(() -> link.path(ipv6))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[::1]:7300 cannot be reached from 127.0.0.1:");
    // Made up by hand, it is dropped and counted where the socket refuses it.
    send(link, Path.of(0, 1, 7300, 0), 64);
    assertThat(link.counters().value(LinkCounter.SEND_UNREACHABLE)).isEqualTo(1);
    assertThat(link.counters().value(LinkCounter.SENT)).isZero();
  }

  @Test
  void whatTheSystemRefusesToSendIsCountedNotThrown() throws Exception {
    UdpLink link = open(UdpLinkSettings.on(LOOPBACK));

    send(link, Path.ofIpv4(0xE0000001, 0, 0), 64); // port 0
    send(link, Path.ofIpv4(0xFFFFFFFF, 7300, 0), 64); // broadcast, not asked for

    long dropped =
        link.counters().value(LinkCounter.SEND_FAILED)
            + link.counters().value(LinkCounter.SEND_UNREACHABLE);
    assertThat(dropped).isEqualTo(2);
  }

  @Test
  void morePeersThanItRemembersAreServedAll() throws Exception {
    UdpLink device = open(UdpLinkSettings.on(LOOPBACK).withPathsMax(1));
    UdpLink clients = open(UdpLinkSettings.on(LOOPBACK.getAddress(), 60));
    Set<Integer> answered = new TreeSet<>();

    for (int round = 0; round < 3; round++) {
      for (int source = 0; source < 60; source++) {
        send(clients, clients.path(address(device), source), 64);
      }
      List<Path> askers = new ArrayList<>();
      receive(device, (path, segment, offset, length) -> askers.add(path), 60);
      for (Path asker : askers) {
        send(device, asker, 64);
      }
      receive(clients, (path, segment, offset, length) -> answered.add(path.source()), 60);
    }

    assertThat(answered).hasSize(60);
    assertThat(device.counters().value(LinkCounter.PATHS_MADE)).isBetween(61L, 180L);
  }

  @Test
  void aKnownPeerKeepsItsPath() throws Exception {
    UdpLink device = open(UdpLinkSettings.on(LOOPBACK));
    UdpLink client = open(UdpLinkSettings.on(LOOPBACK));
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      send(client, client.path(address(device)), 64);
      receive(device, (path, segment, offset, length) -> paths.add(path), 1);
    }

    assertThat(paths.get(1)).isSameAs(paths.get(0));
    assertThat(paths.get(2)).isSameAs(paths.get(0));
    assertThat(device.path(address(client))).isSameAs(paths.get(0));
    assertThat(device.counters().value(LinkCounter.PATHS_MADE)).isEqualTo(1);
  }

  @Test
  void reportsTheBuffersThatWereGranted() throws Exception {
    LinkCapabilities small =
        open(UdpLinkSettings.on(LOOPBACK).withBuffers(64 << 10, 64 << 10)).capabilities();
    LinkCapabilities greedy =
        open(UdpLinkSettings.on(LOOPBACK).withBuffers(1 << 30, 1 << 30)).capabilities();
    LinkCapabilities left = open(UdpLinkSettings.on(LOOPBACK).withBuffers(0, 0)).capabilities();

    assertThat(small.receiveBufferBytes()).isBetween(64 << 10, 128 << 10);
    assertThat(small.description()).doesNotContain("granted of");
    assertThat(greedy.receiveBufferBytes()).isPositive();
    assertThat(left.receiveBufferBytes()).isPositive();
    if (greedy.receiveBufferBytes() < 1 << 30) {
      assertThat(greedy.description())
          .contains("receive buffer " + greedy.receiveBufferBytes() + " B granted of");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void knowsTheFillAndTheOverflowOfItsOwnBuffer() throws Exception {
    long[] nowNs = {Long.MAX_VALUE - 5}; // a clock may start anywhere
    UdpLink link = UdpLink.open(UdpLinkSettings.on(LOOPBACK).withBuffers(0, 0), () -> nowNs[0]);
    opened.add(link);
    UdpLink sender = open(UdpLinkSettings.on(LOOPBACK));
    Path to = sender.path(address(link));
    int fits = link.capabilities().receiveBufferBytes() / (int) UdpSource.countedBytes(1_472);
    int sent = fits + 50;
    for (int i = 0; i < sent; i++) {
      send(sender, to, 1_472);
    }

    receive(link, (path, segment, offset, length) -> {}, 1);
    assertThat(link.occupancy()).isBetween(230, 255);
    // The kernel takes one more than fits: it looks before it adds.
    long dropped = link.counters().value(LinkCounter.OVERFLOWED);
    assertThat(dropped).isBetween(48L, 50L);

    receive(link, (path, segment, offset, length) -> {}, fits / 2);
    int stale = link.occupancy();
    nowNs[0] += 1_000_000;
    int fresh = link.occupancy();
    assertThat(stale).isBetween(230, 255); // within the same millisecond the answer is repeated
    assertThat(fresh).isBetween(100, 150);

    receive(link, (path, segment, offset, length) -> {}, (int) (sent - dropped - 1 - fits / 2));
    assertThat(link.receive((path, segment, offset, length) -> {}, 64)).isZero();
    assertThat(link.occupancy()).isZero();
  }

  @Test
  void takesTheFillFromAGivenGaugeAndClosesIt() throws Exception {
    ScriptedGauge gauge = new ScriptedGauge();
    UdpLink link =
        open(UdpLinkSettings.on(LOOPBACK.getAddress(), 2).withBuffers(0, 0).withGauge(gauge));
    long granted = link.capabilities().receiveBufferBytes();
    send(link, link.path(link.localAddresses().get(1)), 64);
    send(link, link.path(link.localAddresses().get(1)), 64);
    receive(link, (path, segment, offset, length) -> {}, 1); // leaves one behind

    gauge.fillBytes = granted / 2;
    assertThat(link.occupancy()).isEqualTo(127);
    gauge.fillBytes = granted * 3;
    assertThat(link.occupancy()).isEqualTo(255);
    gauge.fillBytes = FillGauge.UNKNOWN;
    assertThat(link.occupancy()).isLessThan(5);

    link.close();
    assertThat(gauge.closed).isTrue();
  }

  @Test
  void withoutAGaugeALongBurstShows() throws Exception {
    UdpLink link = open(UdpLinkSettings.on(LOOPBACK).withBuffers(0, 0).withGauge(FillGauge.none()));
    int frames = link.capabilities().receiveBufferBytes() / (int) UdpSource.countedBytes(1_472);
    Path self = link.path(address(link));
    for (int i = 0; i < frames / 2; i++) {
      send(link, self, 1_472);
    }
    int[] sum = new int[1];
    receive(
        link,
        (path, segment, offset, length) -> sum[0] += segment.get(ValueLayout.JAVA_BYTE, offset),
        frames / 2);

    assertThat(link.occupancy()).isBetween(115, 140);
  }

  @Test
  void refusesSettingsThatMakeNoLink() {
    UdpLinkSettings sound = UdpLinkSettings.on(LOOPBACK);
    assertThatThrownBy(UdpLinkSettings::on).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> UdpLinkSettings.on(LOOPBACK.getAddress(), 257))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> UdpLinkSettings.on(InetSocketAddress.createUnresolved("x", 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sound.withFrameBytesMax(65_508))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sound.withSendFrames(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sound.withPathsMax(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sound.withBuffers(-1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  private static final class ScriptedGauge implements FillGauge {
    long fillBytes = UNKNOWN;
    boolean closed;

    @Override
    public long fillBytes(int source) {
      return fillBytes;
    }

    @Override
    public long overflows(int source) {
      return UNKNOWN;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
