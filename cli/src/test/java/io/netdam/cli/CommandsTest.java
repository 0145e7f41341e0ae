package io.netdam.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.device.Device;
import io.netdam.device.DeviceOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: each command does what its help says to a real device, results go to standard output alone,
 * and each kind of failure has its exit code and a message with its remedy.
 */
@Timeout(120)
final class CommandsTest {

  @TempDir private Path directory;
  private Device device;
  private String address;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private byte[] in = new byte[0];

  @BeforeEach
  void start() {
    device =
        Device.start(
            DeviceOptions.defaults()
                .withListen(List.of("127.0.0.1:0"))
                .withMemoryBytes(4 << 20)
                .withSessionsMax(256)
                .withRuntimeDirectory(directory.resolve("run").toString()));
    address = "127.0.0.1:" + device.address().getPort();
  }

  @AfterEach
  void stop() {
    device.close();
  }

  private int run(String... args) {
    out.reset();
    err.reset();
    return Main.run(
        new Streams(
            new ByteArrayInputStream(in),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8)),
        args);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void simulateReadsItsOwnOptions() {
    assertThat(run("simulate", "--help")).isZero();
    assertThat(out()).contains("--planted");
    assertThat(run("simulate", "--seeds", "3")).isZero();
    assertThat(out()).contains("1 seeds, 0 violations");
    assertThat(run("simulate", "--sideways")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("--sideways");
    assertThat(out()).isEmpty();
  }

  @Test
  void writesAndReads() {
    assertThat(run("write", address, "0x10", "--text", "hello")).isZero();
    assertThat(out()).isEqualTo("5 bytes written at 16\n");
    assertThat(run("read", address, "16", "5", "--hex")).isZero();
    assertThat(out()).isEqualTo("68656c6c6f\n");
    assertThat(run("read", address, "16", "5", "--raw")).isZero();
    assertThat(out()).isEqualTo("hello");
    assertThat(run("read", address, "0x10", "16")).isZero();
    assertThat(out())
        .isEqualTo(
            "000000000010  68 65 6c 6c 6f 00 00 00  00 00 00 00 00 00 00 00  |hello...........|\n");
    assertThat(run("write", address, "4k", "--hex", "de ad:BEEF")).isZero();
    assertThat(run("read", address, "4k", "4", "--hex")).isZero();
    assertThat(out()).isEqualTo("deadbeef\n");
    assertThat(run("write", address, "64", "--number", "-2")).isZero();
    assertThat(run("read", address, "64", "16", "--number")).isZero();
    assertThat(out()).isEqualTo("-2\n0\n");
    assertThat(err()).isEmpty();
  }

  @Test
  void movesFilesOfSeveralPieces() throws IOException {
    byte[] bytes = new byte[(2 << 20) + 77];
    new SplittableRandom(3).nextBytes(bytes);
    Path from = Files.write(directory.resolve("from"), bytes);
    Path to = directory.resolve("to");
    assertThat(run("write", address, "1k", "--file", from.toString())).isZero();
    assertThat(run("read", address, "1k", "" + bytes.length, "--out", to.toString())).isZero();
    assertThat(to).hasBinaryContent(bytes);
    in = new byte[] {1, 2, 3};
    assertThat(run("write", address, "0", "--file", "-")).isZero();
    assertThat(run("read", address, "0", "3", "--hex")).isZero();
    assertThat(out()).isEqualTo("010203\n");
  }

  @Test
  void countsDrawsAndSwaps() {
    assertThat(run("add", address, "8", "5")).isZero();
    assertThat(out()).isEqualTo("0\n");
    assertThat(run("add", address, "8", "-1")).isZero();
    assertThat(out()).isEqualTo("5\n");
    assertThat(run("ticket", address, "64", "--count", "10")).isZero();
    assertThat(out()).isEqualTo("0 9\n");
    assertThat(run("ticket", address, "64")).isZero();
    assertThat(out()).isEqualTo("10\n");
    assertThat(run("cas", address, "8", "4", "9")).isZero();
    assertThat(out()).isEqualTo("exchanged\n");
    assertThat(run("cas", address, "8", "4", "9")).isEqualTo(ExitCode.FAILED);
    assertThat(out()).isEqualTo("found 9\n");
  }

  @Test
  void tellsWhatTheDeviceIs() {
    assertThat(run("stat", address)).isZero();
    assertThat(out()).contains("memoryBytes", "4194304", "epoch");
    assertThat(run("stat", address, "--json")).isZero();
    assertThat(out()).startsWith("{").contains("\"memoryBytes\": 4194304", "\"counters\": {");
  }

  @Test
  void aRefusalIsOne() {
    assertThat(run("read", address, "4m", "8")).isEqualTo(ExitCode.FAILED);
    assertThat(out()).isEmpty();
    assertThat(err())
        .contains("netdam read:", "OUT_OF_RANGE", "Nothing was changed", "Remedy", "netdam stat");
    Path kept = directory.resolve("kept");
    assertThat(kept).doesNotExist();
    assertThat(run("read", address, "4m", "8", "--out", kept.toString()))
        .isEqualTo(ExitCode.FAILED);
    assertThat(kept).doesNotExist();
  }

  @Test
  void wrongUsageIsTwo() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(run("reed")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("did you mean read");
    assertThat(run("read", address, "0", "zz")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("\"zz\" is no number", "'netdam read --help'");
    assertThat(run("add", address, "3", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(run("read", "nonsense", "0", "8")).isEqualTo(ExitCode.USAGE);
    assertThat(run("read", "10.0.0.1:7300", "0", "8")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("beyond loopback");
    assertThat(run("device", "--listen", "0.0.0.0:0")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("--trusted-network");
    assertThat(run("device", "--listen", "10.1.1.1:7300", "--trusted-network", "0.0.0.0/0"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("write", address, "0", "--text", "a", "--hex", "00")).isEqualTo(ExitCode.USAGE);
    assertThat(run("write", address, "0", "--hex", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(out()).isEmpty();
  }

  @Test
  void nobodyThereIsThree() throws IOException {
    try (DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      String nobody = "127.0.0.1:" + silent.getLocalPort();
      assertThat(run("read", nobody, "0", "8", "--timeout", "100ms")).isEqualTo(ExitCode.UNKNOWN);
      assertThat(err()).contains("100 ms", "Nothing was changed", "--timeout");
      assertThat(run("add", nobody, "0", "1", "--timeout", "100ms")).isEqualTo(ExitCode.UNKNOWN);
    }
  }

  @Test
  void aDeviceThatCannotStartSaysWhichSetting() {
    assertThat(run("device", "--listen", address)).isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("in use", "setting: --listen " + address);
    assertThat(run("device", "--listen", "127.0.0.1:0", "--file", directory + "/none/x"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("setting: --file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"device", "read", "write", "add", "cas", "ticket", "stat", "demo"})
  void helpTeaches(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out()).contains("Examples:", "  netdam " + command, ExitCode.HELP);
  }

  @Test
  void versionAndHelp() {
    assertThat(run("--version")).isZero();
    assertThat(out()).startsWith("netdam ").contains("protocol 1");
    assertThat(run("--help")).isZero();
    assertThat(out()).contains("device", "ticket", "demo").doesNotContain("demo-client");
  }
}
