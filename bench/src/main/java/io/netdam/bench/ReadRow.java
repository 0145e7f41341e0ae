package io.netdam.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** READ of 128 bytes over UDP loopback against a C echo of the same sizes, all sides spinning. */
final class ReadRow implements Row {
  private static final double BOUND = 1.4;
  private static final int COUNT = 40_000;
  private static final int WARM_UP = 200_000;

  /** A frame of 64 bytes asks, one of 64 + 128 answers: the C program sends the same. */
  private static final int REQUEST_BYTES = 64;

  private static final int REPLY_BYTES = 192;
  private static final int DEVICE_CPU = 1;
  private static final int CLIENT_CPU = 0;

  @Override
  public String name() {
    return "read128";
  }

  @Override
  public String title() {
    return "READ 128 B over UDP loopback, p50, against a C echo of the same frames; bound 1.4";
  }

  @Override
  public boolean run(int rounds, PrintStream out) throws Exception {
    Path directory = Files.createTempDirectory("netdam-bench");
    Path echo = CLimit.build("udp_pingpong", directory);
    double[] ratios = new double[rounds];
    try (Child device =
        Child.java(DEVICE_CPU, "io.netdam.bench/io.netdam.bench.DeviceChild", "SPIN")) {
      String port = device.answer();
      try (Child client =
          Child.java(CLIENT_CPU, "io.netdam.bench/io.netdam.bench.ClientChild", port)) {
        client.ask("read " + WARM_UP);
        for (int round = 0; round < rounds; round++) {
          device.pause();
          long[] limit = limit(echo);
          device.resume();
          long[] ours = Child.numbers(client.ask("read " + COUNT));
          ratios[round] = (double) ours[0] / limit[0];
          out.printf(
              "  round %d: ours p50 %,d p99 %,d max %,d ns; C p50 %,d p99 %,d max %,d ns; %.2f%n",
              round + 1, ours[0], ours[1], ours[2], limit[0], limit[1], limit[2], ratios[round]);
        }
      }
    } finally {
      for (String name : List.of("udp_pingpong", "udp_pingpong.c", "")) {
        Files.deleteIfExists(directory.resolve(name));
      }
    }
    double median = Samples.median(ratios);
    out.printf("  median %.2f, worst %.2f%n", median, Samples.worst(ratios));
    return median <= BOUND;
  }

  private static long[] limit(Path echo) throws IOException {
    String port = "7299";
    try (Child server =
        Child.start(DEVICE_CPU, List.of(echo.toString(), "server", port, "-1", "" + REPLY_BYTES))) {
      server.answer();
      try (Child client =
          Child.start(
              CLIENT_CPU,
              List.of(echo.toString(), "client", port, "-1", "" + REQUEST_BYTES, "" + COUNT))) {
        return Child.numbers(client.answer());
      }
    }
  }
}
