package io.netdam.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code netdam add}: adds to a counter of a device. */
@Command(
    name = "add",
    description = "Adds to eight bytes, modulo 2^64, and prints the old value.",
    footer = {
      "",
      "Examples:",
      "  netdam add 127.0.0.1:7300 0 1      one more; prints what it was",
      "  netdam add 127.0.0.1:7300 0 -1     one less",
      "  netdam add 127.0.0.1:7300 0 0      what is it?",
      "",
      "It happens once, however often packets are lost or doubled. Exit code 3 with 'may have been",
      "executed' means that nobody can say; read before you add again.",
      ExitCode.HELP
    })
final class AddCommand implements Callable<Integer> {

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
      paramLabel = "DELTA",
      converter = Numbers.NumberConverter.class,
      description = "What to add: 1, -1, 0x10, 4k.")
  private long delta;

  AddCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    return client.with(memory -> {
      streams.out().println(memory.getAndAdd(offset, delta));
      return ExitCode.OK;
    });
  }
}
