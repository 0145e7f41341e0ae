package io.netdam.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code netdam ticket}: draws numbers that nobody else gets. */
@Command(
    name = "ticket",
    description = "Draws the next number of a sequencer, which nobody else will get.",
    footer = {
      "",
      "Examples:",
      "  netdam ticket 127.0.0.1:7300 0               the next number",
      "  netdam ticket 127.0.0.1:7300 0 --count 100   a hundred of them: prints FIRST LAST",
      "",
      "Any eight bytes are a sequencer; it begins with the number that they hold. Exit code 3 with",
      "'may have been executed' means that numbers may be lost, but nobody else has them.",
      ExitCode.HELP
    })
final class TicketCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(
      index = "1",
      paramLabel = "OFFSET",
      converter = Numbers.BytesConverter.class,
      description = "Address of the sequencer's eight bytes, a multiple of 8: 0, 0x40, 4k.")
  private long offset;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "1",
      converter = Numbers.BytesConverter.class,
      description = "How many numbers to draw in one step, at least 1. Default: 1.")
  private long count;

  TicketCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (count < 1) {
      throw new IllegalArgumentException("--count must be at least 1");
    }
    return client.with(memory -> {
      long first = memory.getAndAdd(offset, count);
      streams.out().println(count == 1 ? "" + first : first + " " + (first + count - 1));
      return ExitCode.OK;
    });
  }
}
