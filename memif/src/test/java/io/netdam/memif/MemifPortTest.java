package io.netdam.memif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: two ports find each other, agree, pass frames both ways, part, and find each other again;
 * settings that do not fit are named; nothing stays open.
 */
@EnabledOnOs(OS.LINUX)
class MemifPortTest {
  @TempDir Path directory;

  private static long openFiles() throws IOException {
    try (var files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void framesCrossBothWays() throws IOException {
    try (PortPair pair = new PortPair(o -> o.id(7)).up()) {
      FrameBurst sent = pair.burst(8, 2048);
      FrameBurst received = pair.burst(8, 2048);
      for (int round = 0; round < 1000; round++) {
        int length = 1 + round * 2;
        sent.clear();
        PortPair.fill(sent, round, length);
        PortPair.fill(sent, round + 1, 64);
        assertThat(pair.client.transmit(0, sent, 0)).isEqualTo(2);
        assertThat(pair.server.receive(0, received)).isEqualTo(2);
        assertThat(PortPair.holds(received, 0, round, length)).isTrue();
        assertThat(PortPair.holds(received, 1, round + 1, 64)).isTrue();
        assertThat(pair.server.transmit(0, received, 0)).isEqualTo(2);
        assertThat(pair.client.receive(0, sent)).isEqualTo(2);
        assertThat(PortPair.holds(sent, 0, round, length)).isTrue();
        assertThat(PortPair.holds(sent, 1, round + 1, 64)).isTrue();
      }
      assertThat(pair.server.counters())
          .isEqualTo(new PortCounters(1, 2000, 1_064_000, 0, 2000, 1_064_000, 0, 0));
      assertThat(pair.client.counters()).isEqualTo(pair.server.counters());
    }
  }

  @Test
  void aSocketCanBeAFile() throws IOException {
    String socket = directory.resolve("memif.sock").toString();
    try (MemifPort server = MemifPort.open(MemifOptions.server(socket));
        MemifPort client = MemifPort.open(MemifOptions.client(socket))) {
      for (int step = 0; step < 100 && client.phase() != PortPhase.UP; step++) {
        client.poll(step);
        server.poll(step);
      }
      assertThat(client.phase()).isEqualTo(PortPhase.UP);
      assertThatThrownBy(() -> MemifPort.open(MemifOptions.server(socket)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another process listens there");
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void queuesAreWhatBothWant() throws IOException {
    try (PortPair pair = new PortPair(o -> o.queues(3, 2), o -> o.queues(4, 4)).up()) {
      assertThat(pair.client.transmitQueues()).isEqualTo(3);
      assertThat(pair.client.receiveQueues()).isEqualTo(2);
      assertThat(pair.server.receiveQueues()).isEqualTo(3);
      assertThat(pair.server.transmitQueues()).isEqualTo(2);
      FrameBurst burst = pair.burst(4, 64);
      for (int queue = 0; queue < 3; queue++) {
        burst.clear();
        PortPair.fill(burst, queue, 64);
        assertThat(pair.client.transmit(queue, burst, 0)).isEqualTo(1);
      }
      for (int queue = 2; queue >= 0; queue--) {
        assertThat(pair.server.receive(queue, burst)).isEqualTo(1);
        assertThat(PortPair.holds(burst, 0, queue, 64)).isTrue();
      }
      assertThat(pair.client.transmit(3, burst, 0)).as("a queue that was not granted").isZero();
      assertThat(pair.client.receive(3, burst)).isZero();
      assertThatThrownBy(() -> pair.client.receive(4, burst))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void ipModeAndSecretsMeet() throws IOException {
    try (PortPair pair = new PortPair(o -> o.mode(FrameMode.IP).secret("open sesame")).up()) {
      assertThat(pair.client.reason()).isEqualTo(PortReason.NONE);
    }
  }

  @Test
  void whatDoesNotFitIsNamed() throws IOException {
    expect(PortReason.SECRET_WRONG, new PortPair(o -> o.secret("a"), o -> o.secret("b")));
    expect(PortReason.SECRET_MISSING, new PortPair(o -> o.secret("a"), o -> o));
    expect(PortReason.MODE_DIFFERS, new PortPair(o -> o, o -> o.mode(FrameMode.IP)));
    expect(PortReason.CACHE_LINE, new PortPair(o -> o, o -> o.cacheLineBytes(128)));
    expect(PortReason.CACHE_LINE, new PortPair(o -> o.cacheLineBytes(128), o -> o));
    expect(PortReason.REGION_SIZE, new PortPair(o -> o.regionBytesMax(4096), o -> o));
    try (PortPair pair = new PortPair(o -> o.id(1), o -> o.id(2))) {
      pair.until(() -> pair.client.reason() != PortReason.NONE);
      assertThat(pair.client.reason()).isEqualTo(PortReason.PEER_DISCONNECTED);
      assertThat(pair.client.detail()).isEqualTo(PortReason.ID_UNKNOWN.text());
    }
  }

  /** The server knows the reason, the client hears it. */
  private static void expect(PortReason reason, PortPair wrong) {
    try (PortPair pair = wrong) {
      pair.until(() -> pair.client.reason() != PortReason.NONE);
      assertThat(pair.server.reason()).isEqualTo(reason);
      assertThat(pair.client.reason()).isEqualTo(PortReason.PEER_DISCONNECTED);
      assertThat(pair.client.detail()).isEqualTo(reason.text());
      assertThat(pair.server.phase()).isEqualTo(PortPhase.WAITING);
    }
  }

  @Test
  void severalIdsShareASocket() throws IOException {
    String socket = PortPair.freshName();
    try (MemifListener listener = MemifListener.open(socket);
        MemifPort one = MemifPort.open(listener, MemifOptions.server(socket).id(1));
        MemifPort two = MemifPort.open(listener, MemifOptions.server(socket).id(2));
        MemifPort toTwo = MemifPort.open(MemifOptions.client(socket).id(2));
        MemifPort alsoToTwo = MemifPort.open(MemifOptions.client(socket).id(2));
        MemifPort toThree = MemifPort.open(MemifOptions.client(socket).id(3))) {
      assertThatThrownBy(() -> MemifPort.open(listener, MemifOptions.server(socket).id(2)))
          .isInstanceOf(IllegalArgumentException.class);
      for (int step = 0; step < 100; step++) {
        toTwo.poll(step);
        one.poll(step);
        two.poll(step);
        if (toTwo.phase() == PortPhase.UP) {
          alsoToTwo.poll(step);
          toThree.poll(step);
        }
      }
      assertThat(toTwo.phase()).isEqualTo(PortPhase.UP);
      assertThat(two.phase()).isEqualTo(PortPhase.UP);
      assertThat(one.phase()).isEqualTo(PortPhase.WAITING);
      assertThat(alsoToTwo.detail()).isEqualTo(PortReason.ID_TAKEN.text());
      assertThat(toThree.detail()).isEqualTo(PortReason.ID_UNKNOWN.text());
      assertThat(listener.refusals()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoLeavesIsMissedAndComesBack(boolean serverLeaves) throws IOException {
    long before = openFiles();
    try (PortPair pair = new PortPair(o -> o.queues(2, 2).reconnectPause(Duration.ofMillis(1)))) {
      for (int round = 1; round <= 5; round++) {
        pair.up();
        FrameBurst burst = pair.burst(1, 64);
        PortPair.fill(burst, round, 60);
        assertThat(pair.server.transmit(1, burst, 0)).isEqualTo(1);
        assertThat(pair.client.receive(1, burst)).isEqualTo(1);
        assertThat(PortPair.holds(burst, 0, round, 60)).isTrue();
        MemifPort leaver = serverLeaves ? pair.server : pair.client;
        MemifPort other = serverLeaves ? pair.client : pair.server;
        leaver.disconnect(pair.nowNs());
        assertThat(leaver.transmit(0, burst, 0)).isZero();
        pair.until(() -> other.reason() != PortReason.NONE && leaver.counters().connections() > 0);
        assertThat(leaver.reason()).isEqualTo(PortReason.ENDED_HERE);
        assertThat(other.reason()).isEqualTo(PortReason.PEER_DISCONNECTED);
        assertThat(other.detail()).isEqualTo("Disconnected");
        pair.until(() ->
            other.counters().connections() > leaver.counters().connections() - 1
                && other.phase() == PortPhase.UP
                && leaver.phase() == PortPhase.UP);
      }
      assertThat(pair.server.counters().connections()).isEqualTo(6);
    }
    assertThat(openFiles()).isEqualTo(before);
  }

  @Test
  void aClientWaitsForItsServer() throws IOException {
    String socket = PortPair.freshName();
    try (MemifPort client = MemifPort.open(MemifOptions.client(socket))) {
      assertThat(client.poll(0)).isEqualTo(PortPhase.WAITING);
      assertThat(client.reason()).isEqualTo(PortReason.NOBODY_LISTENS);
      try (MemifPort server = MemifPort.open(MemifOptions.server(socket))) {
        assertThat(client.poll(1)).as("not before its pause").isEqualTo(PortPhase.WAITING);
        long now = client.options().reconnectPause().toNanos();
        for (int step = 0; step < 100; step++) {
          client.poll(now);
          server.poll(now);
        }
        assertThat(client.phase()).isEqualTo(PortPhase.UP);
      }
    }
  }

  @Test
  void aClosedPortStaysClosed() throws IOException {
    try (PortPair pair = new PortPair(o -> o).up()) {
      pair.client.close();
      pair.client.close();
      assertThat(pair.client.poll(1)).isEqualTo(PortPhase.CLOSED);
      assertThat(pair.client.reason()).isEqualTo(PortReason.CLOSED);
      FrameBurst burst = pair.burst(1, 64);
      PortPair.fill(burst, 1, 60);
      assertThat(pair.client.transmit(0, burst, 0)).isZero();
      assertThat(pair.client.receive(0, burst)).isZero();
      pair.until(() -> pair.server.reason() != PortReason.NONE);
      assertThat(pair.server.detail()).isEqualTo("Device closed");
    }
  }

  @Test
  void optionsOutOfRangeAreRefusedBeforeAnythingHappens() {
    MemifOptions fine = MemifOptions.client("@x");
    assertThatThrownBy(() -> fine.id(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.id(1L << 32)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.ringSizeLog2(15)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.ringSizeLog2(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.bufferBytes(100)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.queues(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.secret("x".repeat(24)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.cacheLineBytes(32)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fine.handshakeTimeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MemifPort.open(fine.queues(256, 256).ringSizeLog2(14)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 GiB");
  }
}
