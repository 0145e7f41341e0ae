package io.netdam.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code netdam cas}: compares and exchanges a word of a device. */
@Command(
    name = "cas",
    description =
        "Compare and swap: stores DESIRED in eight bytes if they hold EXPECTED, in one step.",
    footer = {
      "",
      "Examples:",
      "  netdam cas 127.0.0.1:7300 8 0 1    take a flag that nobody holds",
      "  netdam cas 127.0.0.1:7300 8 1 0    give it back",
      "",
      "Prints 'exchanged' and ends with 0, or prints 'found VALUE' and ends with 1: then the bytes",
      "held VALUE and stayed as they were.",
      ExitCode.HELP
    })
final class CasCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(
      index = "1",
      paramLabel = "OFFSET",
      converter = Numbers.BytesConverter.class,
      description = "Address of the eight bytes, a multiple of 8: 64, 0x40, 4k.")
  private long offset;

  @Parameters(
      index = "2",
      paramLabel = "EXPECTED",
      converter = Numbers.NumberConverter.class,
      description = "What must be there.")
  private long expected;

  @Parameters(
      index = "3",
      paramLabel = "DESIRED",
      converter = Numbers.NumberConverter.class,
      description = "What comes there.")
  private long desired;

  CasCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    return client.with(memory -> {
      long found = memory.compareAndExchange(offset, expected, desired);
      streams.out().println(found == expected ? "exchanged" : "found " + found);
      return found == expected ? ExitCode.OK : ExitCode.FAILED;
    });
  }
}
