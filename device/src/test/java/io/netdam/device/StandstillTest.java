package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.client.NetDam;
import io.netdam.client.RemoteMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Goal: a process that is stopped by SIGSTOP and goes on by SIGCONT, device or client, loses
 * nothing and runs nothing twice.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class StandstillTest {

  private static final int ADDS = 5_000;

  /** A device that tells its address, or a client that adds and tells how far it is. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws Exception {
      if (arguments.length == 0) {
        try (Device device = Device.start(Fixture.device())) {
          System.out.println(Fixture.address(device));
          device.awaitStop();
        }
        return;
      }
      try (NetDam net = NetDam.open(Fixture.client().withTimeout(Duration.ofSeconds(60)))) {
        RemoteMemory memory = net.memory(arguments[0]);
        for (int i = 0; i < ADDS; i++) {
          System.out.println(memory.getAndAdd(0, 1));
        }
      }
    }
  }

  private static Process child(String... arguments) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Child.class.getName()),
                Stream.of(arguments))
            .toList();
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void signal(Process process, String name) throws Exception {
    Process kill =
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Stops a process; when this returns, all its threads stand still. */
  private static void standStill(Process process) throws Exception {
    signal(process, "STOP");
    Path status = Path.of("/proc/" + process.pid() + "/status");
    Fixture.await(() -> {
      try {
        return Files.readAllLines(status).contains("State:\tT (stopped)");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  @Test
  void aDeviceThatStandsStillLosesNothing() throws Exception {
    Process device = child();
    try (BufferedReader told = output(device);
        NetDam net = NetDam.open(Fixture.client())) {
      RemoteMemory memory = net.memory(told.readLine());
      for (int i = 0; i < 100; i++) {
        assertThat(memory.getAndAdd(0, 1)).isEqualTo(i);
      }
      for (int round = 0; round < 3; round++) {
        long before = memory.getLong(0);
        long sentAgain = net.counters().getOrDefault("RETRANSMISSIONS", 0L);
        standStill(device);
        List<CompletableFuture<Long>> waiting =
            Stream.generate(() -> memory.getAndAddAsync(0, 1)).limit(20).toList();
        // Copies pile up in the socket of the device: each must run once.
        Fixture.await(() -> net.counters().getOrDefault("RETRANSMISSIONS", 0L) >= sentAgain + 5);
        signal(device, "CONT");
        assertThat(waiting.stream().map(CompletableFuture::join))
            .containsExactlyInAnyOrderElementsOf(
                Stream.iterate(before, ticket -> ticket + 1).limit(20).toList());
        assertThat(memory.getLong(0)).isEqualTo(before + 20);
      }
    } finally {
      device.destroyForcibly().waitFor();
    }
  }

  @Test
  void aClientThatStandsStillLosesNothing() throws Exception {
    try (Device device = Device.start(Fixture.device().withLease(Duration.ofSeconds(60)))) {
      Process client = child(Fixture.address(device));
      try (BufferedReader told = output(client)) {
        for (long i = 0; i < ADDS; i++) {
          if (i % 1_000 == 100) {
            standStill(client);
            signal(client, "CONT");
          }
          assertThat(told.readLine()).isEqualTo(Long.toString(i));
        }
        assertThat(told.readLine()).isNull();
        assertThat(client.waitFor()).isZero();
        assertThat(Fixture.count(device, "RAN_FETCH_ADD")).isEqualTo(ADDS);
      } finally {
        client.destroyForcibly().waitFor();
      }
    }
  }
}
