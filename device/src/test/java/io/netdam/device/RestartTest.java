package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.client.NetDam;
import io.netdam.client.NetDamException;
import io.netdam.client.RemoteMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a device on a file that is stopped by plan goes on in its epoch, and no client notices more
 * than a pause; killed, it begins a new epoch, keeps what it had acknowledged, and clients are told
 * honestly.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class RestartTest {

  @TempDir Path directory;

  private DeviceOptions options(int port) {
    return Fixture.device()
        .withListen(List.of("127.0.0.1:" + port))
        .withFile(directory.resolve("memory").toString());
  }

  private static int freePort() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void goesOnAfterAPlannedRestart() throws Exception {
    Device device = Device.start(options(freePort()));
    long epoch = device.epoch();
    int port = device.address().getPort();
    try (NetDam net = NetDam.open(Fixture.client());
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      AtomicLong drawn = new AtomicLong();
      List<Future<?>> clients =
          java.util.stream.IntStream.range(0, 4)
              .<Future<?>>mapToObj(thread ->
                  threads.submit(() -> {
                    for (int i = 0; i < 3_000; i++) {
                      memory.getAndAdd(0, 1);
                      drawn.incrementAndGet();
                    }
                  }))
              .toList();
      for (int restart = 1; restart <= 3; restart++) {
        long until = restart * 2_000L;
        Fixture.await(() -> drawn.get() >= until);
        device.close();
        device = Device.start(options(port));
        assertThat(device.epoch()).isEqualTo(epoch);
      }
      for (Future<?> client : clients) {
        client.get();
      }
      assertThat(memory.getLong(0)).isEqualTo(12_000);
      assertThat(device.counters().get("SESSIONS")).isEqualTo(1);
      assertThat(memory.deviceCaps().durable()).isTrue();
    } finally {
      device.close();
    }
  }

  @Test
  void raisesTheEpochWhenStoredSessionsDoNotFit() throws Exception {
    int port = freePort();
    long epoch;
    try (Device device = Device.start(options(port));
        NetDam net = NetDam.open(Fixture.client())) {
      epoch = device.epoch();
      net.memory(Fixture.address(device)).getAndAdd(0, 9);
    }
    try (Device device = Device.start(options(port).withShards(2));
        NetDam net = NetDam.open(Fixture.client())) {
      assertThat(device.epoch()).isEqualTo(epoch + 1);
      assertThat(net.memory(Fixture.address(device)).getAndAdd(0, 1)).isEqualTo(9);
    }
  }

  @Test
  void beginsANewEpochAfterAKill() throws Exception {
    Process process = child(options(freePort()));
    String[] told = readyLine(process).split(" ", -1);
    try (NetDam net = NetDam.open(Fixture.client())) {
      RemoteMemory memory = net.memory(told[0]);
      for (int i = 0; i < 100; i++) {
        memory.getAndAdd(0, 1);
      }
      process.destroyForcibly().waitFor();
      assertThatThrownBy(() -> memory.withTimeout(Duration.ofMillis(300)).getAndAdd(0, 1))
          .isInstanceOf(NetDamException.UnknownOutcome.class)
          .hasMessageContaining("FETCH_ADD at address 0 of " + told[0] + " was sent")
          .hasMessageContaining("read the memory to see whether it happened");
      int port = Integer.parseInt(told[0].substring(told[0].indexOf(':') + 1));
      try (Device device = Device.start(options(port))) {
        assertThat(device.epoch()).isEqualTo(Long.parseLong(told[1]) + 1);
        // Sent in a session of the old epoch: it may be that nobody can say whether a copy of it
        // came before the kill. In the new session there is no such doubt.
        int unknown = 0;
        try {
          assertThat(memory.getAndAdd(0, 1)).isEqualTo(100);
        } catch (NetDamException.UnknownOutcome e) {
          unknown++;
        }
        long now = memory.getLong(0);
        assertThat(now).isBetween(101L - unknown, 101L);
        assertThat(memory.getAndAdd(0, 1)).isEqualTo(now);
      }
    }
  }

  @Test
  void stopsByPlanWhenTheProcessIsAskedToEnd() throws Exception {
    Process process = child(options(freePort()).withStopAtExit(true));
    String[] told = readyLine(process).split(" ", -1);
    try (NetDam net = NetDam.open(Fixture.client())) {
      RemoteMemory memory = net.memory(told[0]);
      assertThat(memory.getAndAdd(0, 1)).isZero();
      process.destroy(); // SIGTERM
      process.waitFor();
      int port = Integer.parseInt(told[0].substring(told[0].indexOf(':') + 1));
      try (Device device = Device.start(options(port))) {
        assertThat(device.epoch()).isEqualTo(Long.parseLong(told[1]));
        assertThat(memory.getAndAdd(0, 1)).isEqualTo(1);
      }
    }
  }

  @Test
  void forgetsAnonymousMemory() throws Exception {
    int port = freePort();
    long epoch;
    try (Device device = Device.start(options(port).withFile(""))) {
      epoch = device.epoch();
    }
    Fixture.await(() -> System.currentTimeMillis() > epoch);
    try (Device device = Device.start(options(port).withFile(""));
        NetDam net = NetDam.open(Fixture.client())) {
      assertThat(device.epoch()).isGreaterThan(epoch);
      assertThat(net.memory(Fixture.address(device)).getLong(0)).isZero();
    }
  }

  /** A device in a process of its own: it tells address and epoch in one line, then serves. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws Exception {
      DeviceOptions options =
          Fixture.device()
              .withListen(List.of(arguments[0]))
              .withFile(arguments[1])
              .withStopAtExit(Boolean.parseBoolean(arguments[2]));
      try (Device device = Device.start(options)) {
        System.out.println(Fixture.address(device) + " " + device.epoch());
        device.awaitStop();
      }
    }
  }

  private static Process child(DeviceOptions options) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            options.listen().getFirst(),
            options.file(),
            Boolean.toString(options.stopAtExit()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String readyLine(Process process) throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = output.readLine();
    assertThat(line).as("the line that tells that the device is ready").isNotNull();
    return line;
  }
}
