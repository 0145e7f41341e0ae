package io.netdam.bench;

import io.netdam.memif.FrameBurst;
import io.netdam.memif.MemifOptions;
import io.netdam.memif.MemifPort;
import io.netdam.memif.PortPhase;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Frames of 64 bytes, one way through one queue: two ports in two threads, against two processes of
 * DPDK's testpmd, in turns.
 */
final class MemifRow implements Row {
  private static final double BOUND = 0.7;
  private static final int FRAME_BYTES = 64;
  private static final int BURST = 64;
  private static final long RUN_NS = 1_000_000_000L;
  private static final Pattern RATE = Pattern.compile("Rx-pps:\\s+(\\d+)");

  @Override
  public String name() {
    return "memif";
  }

  @Override
  public String title() {
    return "64-byte frames over memif, at least 0.7 of testpmd to testpmd";
  }

  @Override
  public boolean run(int rounds, PrintStream out) throws Exception {
    double[] ours = new double[rounds];
    double[] theirs = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      ours[round] = java();
      theirs[round] = testpmd();
    }
    double our = median(ours);
    double their = median(theirs);
    out.printf("  Java to Java        %6.2f M frames/s%n", our / 1e6);
    out.printf("  testpmd to testpmd  %6.2f M frames/s%n", their / 1e6);
    out.printf("  ratio %.2f, at least %.2f%n", our / their, BOUND);
    return our >= BOUND * their;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Frames a second that the server received while both threads ran. */
  private static double java() throws Exception {
    String socket = "@netdam-bench-" + ProcessHandle.current().pid();
    try (MemifPort server = MemifPort.open(MemifOptions.server(socket));
        MemifPort client = MemifPort.open(MemifOptions.client(socket))) {
      while (client.poll(System.nanoTime()) != PortPhase.UP) {
        server.poll(System.nanoTime());
      }
      long end = System.nanoTime() + 2 * RUN_NS; // the first half is for the compiler
      CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> send(client, end));
      double rate = receive(server, end);
      sender.get(30, TimeUnit.SECONDS);
      if (client.counters().wakeUps() != 0) {
        throw new IllegalStateException("system calls were made while nobody slept");
      }
      return rate;
    }
  }

  private static void send(MemifPort port, long end) {
    FrameBurst burst = new FrameBurst(BURST, FRAME_BYTES, Arena.ofAuto());
    while (!burst.isFull()) {
      burst.add(FRAME_BYTES);
    }
    while (System.nanoTime() < end) {
      for (int times = 0; times < 64; times++) {
        if (port.transmit(0, burst, 0) == 0) {
          Thread.onSpinWait();
        }
      }
    }
  }

  private static double receive(MemifPort port, long end) {
    FrameBurst burst = new FrameBurst(BURST, FRAME_BYTES, Arena.ofAuto());
    long frames = 0;
    long startNs = 0;
    long now = System.nanoTime();
    while (now < end) {
      if (startNs == 0 && end - now < RUN_NS) {
        startNs = now;
        frames = 0;
      }
      for (int times = 0; times < 64; times++) {
        int count = port.receive(0, burst);
        frames += count;
        if (count == 0) {
          Thread.onSpinWait();
        }
      }
      now = System.nanoTime();
    }
    return frames * 1e9 / (now - startNs);
  }

  /** The largest rate that the server told while a client sent. */
  private static double testpmd() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("netdam-bench-");
    Path socket = directory.resolve("memif.sock");
    Path log = directory.resolve("server.log");
    Process server = start(socket, "server", 0, log, "--forward-mode=rxonly", "--stats-period=1");
    try {
      await(() -> Files.exists(socket), server);
      Process client =
          start(
              socket,
              "client",
              1,
              directory.resolve("client.log"),
              "--forward-mode=txonly",
              "--txpkts=" + FRAME_BYTES,
              "--stats-period=1");
      try {
        await(() -> rates(log).size() >= 3, client);
      } finally {
        end(client);
      }
    } finally {
      end(server);
    }
    return rates(log).stream().mapToDouble(rate -> rate).max().orElse(0);
  }

  /** The rates above zero. */
  private static List<Double> rates(Path log) throws IOException {
    List<Double> rates = new ArrayList<>();
    Matcher matcher = RATE.matcher(Files.readString(log));
    while (matcher.find()) {
      double rate = Double.parseDouble(matcher.group(1));
      if (rate > 0) {
        rates.add(rate);
      }
    }
    return rates;
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition, Process process)
      throws IOException, InterruptedException {
    for (int times = 0; times < 300; times++) {
      if (condition.holds()) {
        return;
      }
      if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    throw new IOException("testpmd did not run (dpdk-dev and librte-net-memif23 are needed)");
  }

  private static Process start(Path socket, String role, int processor, Path log, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("timeout", "-k", "1", "60", "stdbuf", "-oL", "dpdk-testpmd"));
    command.addAll(List.of("--lcores", "0@" + processor + ",1@" + processor));
    command.addAll(List.of("--no-huge", "-m", "256", "--no-pci", "--no-telemetry"));
    command.add("--file-prefix=" + role + ProcessHandle.current().pid());
    command.add(
        "--vdev=net_memif0,role=" + role + ",socket=" + socket + ",socket-abstract=no,rsize=10");
    command.addAll(List.of("--", "--auto-start", "--no-lsc-interrupt"));
    command.addAll(List.of("--total-num-mbufs=4096", "--no-mlockall"));
    command.addAll(List.of(options));
    return new ProcessBuilder(command)
        .redirectInput(ProcessBuilder.Redirect.PIPE)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static void end(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      throw new IllegalStateException("testpmd does not end");
    }
  }
}
