package io.netdam.memif;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: who sleeps is woken by each frame, by the end of the other side and by its own port's
 * close; who does not sleep costs no system call; two processes work as one does.
 */
@EnabledOnOs(OS.LINUX)
class WakeUpTest {
  private static final int FRAMES = 100_000;

  /** Longer than the test: a lost wake-up would show as a failure, not as a delay. */
  private static final int FOR_EVER_MS = 120_000;

  /** Echoes until its peer is gone. */
  private static long echo(MemifPort port, Arena arena, int timeoutMs) {
    FrameBurst burst = new FrameBurst(32, 2048, arena);
    long frames = 0;
    boolean wasUp = false;
    while (true) {
      PortPhase phase = port.poll(System.nanoTime());
      if (wasUp && phase != PortPhase.UP) {
        return frames;
      }
      wasUp |= phase == PortPhase.UP;
      int count = port.receive(0, burst);
      if (count == 0) {
        boolean _ = port.await(0, wasUp ? timeoutMs : 1);
        continue;
      }
      for (int start = 0; start < count && port.phase() == PortPhase.UP; ) {
        start += port.transmit(0, burst, start);
      }
      frames += count;
    }
  }

  /** One frame at a time, and both sides sleep until it comes: each frame needs its wake-up. */
  private static void pingPong(MemifPort port, int frames, int timeoutMs) {
    FrameBurst burst = new FrameBurst(1, 2048, Arena.ofAuto());
    while (port.poll(System.nanoTime()) != PortPhase.UP) {
      boolean _ = port.await(0, 1);
    }
    for (long number = 0; number < frames; number++) {
      burst.clear();
      burst.memory().set(ValueLayout.JAVA_LONG, 0, number);
      burst.add(64);
      assertThat(port.transmit(0, burst, 0)).isEqualTo(1);
      while (port.receive(0, burst) == 0) {
        boolean ready = port.await(0, timeoutMs);
        assertThat(ready || timeoutMs != FOR_EVER_MS).as("frame %d came in time", number).isTrue();
        assertThat(port.poll(System.nanoTime())).isEqualTo(PortPhase.UP);
      }
      assertThat(burst.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noWakeUpIsLost(boolean serverEchoes) throws Exception {
    try (PortPair pair = new PortPair(o -> o.ringSizeLog2(1)).up()) {
      MemifPort echoing = serverEchoes ? pair.server : pair.client;
      MemifPort asking = serverEchoes ? pair.client : pair.server;
      CompletableFuture<Long> echo =
          CompletableFuture.supplyAsync(() -> echo(echoing, Arena.ofAuto(), FOR_EVER_MS));
      pingPong(asking, FRAMES, FOR_EVER_MS);
      assertThat(asking.counters().wakeUps()).isPositive();
      asking.close();
      assertThat(echo.get(30, TimeUnit.SECONDS)).isEqualTo(FRAMES);
    }
  }

  @Test
  void whoDoesNotSleepCostsNoCall() throws IOException {
    try (PortPair pair = new PortPair(o -> o).up()) {
      FrameBurst burst = pair.burst(32, 64);
      for (int round = 0; round < 1000; round++) {
        burst.clear();
        while (!burst.isFull()) {
          burst.add(64);
        }
        assertThat(pair.client.transmit(0, burst, 0)).isEqualTo(32);
        assertThat(pair.server.receive(0, burst)).isEqualTo(32);
        assertThat(pair.server.transmit(0, burst, 0)).isEqualTo(32);
        assertThat(pair.client.receive(0, burst)).isEqualTo(32);
      }
      assertThat(pair.client.counters().wakeUps()).isZero();
      assertThat(pair.server.counters().wakeUps()).isZero();
    }
  }

  @Test
  void aSleeperIsWokenWhenItsOwnPortCloses() throws Exception {
    try (PortPair pair = new PortPair(o -> o).up()) {
      CompletableFuture<Boolean> sleeper =
          CompletableFuture.supplyAsync(() -> {
            while (pair.client.phase() == PortPhase.UP) {
              boolean _ = pair.client.await(0, FOR_EVER_MS);
            }
            return true;
          });
      pair.client.close();
      assertThat(sleeper.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Queues that are in use when the connection ends stop, and nothing worse. */
  @Test
  void aQueueInUseSurvivesTheEnd() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (PortPair pair = new PortPair(o -> o).up()) {
        CompletableFuture<Boolean> busy =
            CompletableFuture.supplyAsync(() -> {
              FrameBurst burst = new FrameBurst(32, 2048, Arena.ofAuto());
              FrameBurst in = new FrameBurst(32, 2048, Arena.ofAuto());
              while (!burst.isFull()) {
                burst.add(2048);
              }
              while (pair.client.phase() == PortPhase.UP) {
                pair.client.transmit(0, burst, 0);
                pair.server.receive(0, in);
              }
              return true;
            });
        pair.until(() -> pair.client.counters().sentFrames() > 0);
        pair.client.disconnect(pair.nowNs());
        assertThat(busy.get(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void twoProcessesWorkAsOneDoes() throws Exception {
    String socket = PortPair.freshName();
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Echo.class.getName(),
                socket)
            .redirectErrorStream(true)
            .start();
    try {
      try (MemifPort port = MemifPort.open(MemifOptions.client(socket))) {
        pingPong(port, 10_000, 10);
      }
      String output = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output.strip()).isEqualTo("10000 PEER_DISCONNECTED Device closed");
    } finally {
      other.destroyForcibly();
    }
  }

  /** The other process. */
  static final class Echo {
    public static void main(String[] arguments) throws IOException {
      try (MemifPort port = MemifPort.open(MemifOptions.server(arguments[0]))) {
        long frames = echo(port, Arena.ofAuto(), 10);
        System.out.println(frames + " " + port.reason() + " " + port.detail());
      }
    }
  }
}
