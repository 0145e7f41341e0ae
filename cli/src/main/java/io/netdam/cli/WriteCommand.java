package io.netdam.cli;

import io.netdam.client.RemoteMemory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code netdam write}: stores bytes in a device. */
@Command(
    name = "write",
    description =
        "Writes bytes into a device. Each byte is written once, or the message says what"
            + " is known.",
    footer = {
      "",
      "Examples:",
      "  netdam write 127.0.0.1:7300 0 --text 'hello'",
      "  netdam write 127.0.0.1:7300 0x40 --hex 'de ad be ef'",
      "  netdam write 127.0.0.1:7300 4k --number 42",
      "  netdam write 127.0.0.1:7300 1m --file photo.jpg",
      "  tar c docs | netdam write 127.0.0.1:7300 1m --file -",
      "",
      "Long data travels in several frames, which are not atomic together. OUT_OF_RANGE means that",
      "the range ends beyond the memory, READ_ONLY that the device takes no change.",
      ExitCode.HELP
    })
final class WriteCommand implements Callable<Integer> {

  private static final int PIECE_BYTES = 1 << 20;

  private final Streams streams;

  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(
      index = "1",
      paramLabel = "OFFSET",
      converter = Numbers.BytesConverter.class,
      description = "Address of the first byte: 4096, 0x1000, 4k.")
  private long offset;

  @ArgGroup(multiplicity = "1")
  private Source source = new Source();

  /** Where the bytes come from. */
  private static final class Source {
    @Option(names = "--text", paramLabel = "TEXT", description = "This text, in UTF-8.")
    private @Nullable String text;

    @Option(
        names = "--hex",
        paramLabel = "DIGITS",
        description = "These bytes; spaces and colons between them are ignored.")
    private @Nullable String hex;

    @Option(
        names = "--number",
        paramLabel = "N",
        converter = Numbers.NumberConverter.class,
        description = "This number, in 8 bytes, little endian.")
    private @Nullable Long number;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "The bytes of this file; - is standard input.")
    private @Nullable String file;
  }

  WriteCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (source.file != null) {
      return file(source.file);
    }
    byte[] bytes = bytes();
    if (bytes.length == 0) {
      throw new IllegalArgumentException("there is nothing to write: the data is empty");
    }
    return client.with(memory -> {
      memory.write(offset, MemorySegment.ofArray(bytes));
      return done(bytes.length);
    });
  }

  private byte[] bytes() {
    if (source.text != null) {
      return source.text.getBytes(StandardCharsets.UTF_8);
    }
    if (source.number != null) {
      return ByteBuffer.allocate(Long.BYTES)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong(source.number)
          .array();
    }
    String digits = String.valueOf(source.hex).replaceAll("[\\s:]", "");
    try {
      return HexFormat.of().parseHex(digits);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--hex \"" + source.hex + "\" is no run of bytes; write two digits for each, as de ad",
          e);
    }
  }

  private int file(String name) {
    try (InputStream from = name.equals("-") ? streams.in() : Files.newInputStream(Path.of(name))) {
      return client.with(memory -> copy(memory, name, from));
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED, "--file " + name + " cannot be read: " + e + ". Nothing was written", e);
    }
  }

  private int copy(RemoteMemory memory, String name, InputStream from) {
    long written = 0;
    while (true) {
      byte[] piece;
      try {
        piece = from.readNBytes(PIECE_BYTES);
      } catch (IOException e) {
        throw new CommandException(
            ExitCode.FAILED,
            "--file " + name + " cannot be read: " + e + ". Written so far: " + written + " bytes",
            e);
      }
      if (piece.length == 0) {
        return done(written);
      }
      memory.write(offset + written, MemorySegment.ofArray(piece));
      written += piece.length;
    }
  }

  private int done(long count) {
    streams.out().println(count + (count == 1 ? " byte" : " bytes") + " written at " + offset);
    return ExitCode.OK;
  }
}
