package io.netdam.cli;

import io.netdam.cli.demo.Demo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code netdam demo}: shows what this is about, and proves it. */
@Command(
    name = "demo",
    description = {
      "Starts four devices and four clients on loopback, each a process of its own, and checks what"
          + " they do: a file striped over the devices and read back, tickets that are distinct and"
          + " without a gap, compare-and-swap, a million increments.",
      "Then a tenth of it again over links that lose and double 5 %% of the packets, reorder,"
          + " corrupt and delay them beyond the lease of a session, with a client killed, a device"
          + " restarted and another crashed on the way.",
      "Ends with a table beside a bare TCP echo, and 'demo ok'; or with the first wrong thing."
    },
    footer = {
      "",
      "Examples:",
      "  netdam demo                          about a minute",
      "  netdam demo --quick                  a tenth of it",
      "  netdam demo photo.jpg --evidence evidence.json",
      "",
      "It listens on loopback alone, keeps its files in a temporary directory and removes them.",
      ExitCode.HELP
    })
final class DemoCommand implements Callable<Integer> {

  private final Streams streams;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "What is striped over the devices, up to 1 GiB. Default: a file of the JDK.")
  private @Nullable Path file;

  @Option(
      names = "--evidence",
      paramLabel = "FILE",
      description =
          "Writes what the run can prove as JSON: processes, operations, faults, retransmissions,"
              + " refusals, hashes, the kernel's count of datagrams.")
  private @Nullable Path evidence;

  @Option(names = "--quick", description = "A tenth of all counts.")
  private boolean quick;

  @Option(names = "--seed", paramLabel = "N", description = "Of what is random. Default: the time.")
  private @Nullable Long seed;

  DemoCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws InterruptedException {
    Demo demo =
        new Demo(
            file == null ? Demo.defaultFile() : file,
            quick,
            seed == null ? System.currentTimeMillis() : seed,
            streams.out(),
            streams.err());
    boolean ok = demo.run();
    if (evidence != null) {
      write(evidence, Json.text(demo.evidence()) + "\n");
    }
    return ok ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "--evidence " + file + " cannot be written: " + e + ". Remedy: name another file",
          e);
    }
  }
}
