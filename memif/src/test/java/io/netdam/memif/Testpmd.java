package io.netdam.memif;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** DPDK's testpmd as a process: one memif port that sends back what comes. */
final class Testpmd implements AutoCloseable {
  private final Process process;
  private final Path log;

  private Testpmd(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it; without huge pages and devices.
   *
   * @param device arguments of the memif device
   * @param queues in each direction
   */
  static Testpmd start(Path directory, String device, int queues) throws IOException {
    Path log = Files.createTempFile(directory, "testpmd-", ".log");
    List<String> command = new ArrayList<>();
    command.addAll(List.of("nice", "-n", "5", "timeout", "-k", "1", "100", "dpdk-testpmd"));
    command.addAll(List.of("--lcores", "0@1,1@1", "--no-huge", "-m", "512", "--no-pci"));
    command.addAll(List.of("--no-telemetry", "--file-prefix=" + log.getFileName()));
    command.add("--vdev=net_memif0," + device + ",socket-abstract=no");
    command.addAll(List.of("--", "--forward-mode=io", "--auto-start", "--no-lsc-interrupt"));
    // Else it throws away what came before it began.
    command.add("--no-flush-rx");
    command.addAll(List.of("--total-num-mbufs=16384", "--no-mlockall"));
    command.addAll(List.of("--rxq=" + queues, "--txq=" + queues));
    ProcessBuilder builder = new ProcessBuilder(command);
    // It ends when its input does: with this JVM at the latest.
    builder.redirectInput(ProcessBuilder.Redirect.PIPE);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    return new Testpmd(builder.start(), log);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  String log() throws IOException {
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  /** As a crash would: no word to the other side. */
  void kill() throws IOException {
    // The wrappers are killed with all that they started.
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        throw new IOException("testpmd does not die");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  @Override
  public void close() throws IOException {
    kill();
  }
}
