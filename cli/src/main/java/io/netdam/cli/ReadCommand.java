package io.netdam.cli;

import io.netdam.client.RemoteMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

/** {@code netdam read}: shows or stores bytes of a device. */
@Command(
    name = "read",
    description = "Reads bytes of a device. A read changes nothing and needs no session.",
    footer = {
      "",
      "Examples:",
      "  netdam read 127.0.0.1:7300 0 64              sixty-four bytes from the first",
      "  netdam read 127.0.0.1:7300 0x1000 8 --number the counter at 4096",
      "  netdam read 127.0.0.1:7300 0 1g --out copy   the first gibibyte into a file",
      "",
      "OUT_OF_RANGE means that the range ends beyond the memory; 'netdam stat' tells its length.",
      ExitCode.HELP
    })
final class ReadCommand implements Callable<Integer> {

  private static final int PIECE_BYTES = 1 << 20;

  private final Streams streams;

  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(
      index = "1",
      paramLabel = "OFFSET",
      converter = Numbers.BytesConverter.class,
      description = "Address of the first byte: 4096, 0x1000, 4k.")
  private long offset;

  @Parameters(
      index = "2",
      paramLabel = "LENGTH",
      converter = Numbers.BytesConverter.class,
      description = "How many bytes: 64, 0x40, 16m. At least 1.")
  private long length;

  @ArgGroup private @Nullable Form form;

  /** How the bytes are shown. */
  private static final class Form {
    @Option(names = "--hex", description = "Hexadecimal digits alone, on one line.")
    private boolean hex;

    @Option(
        names = "--number",
        description = "Numbers of 8 bytes, little endian, one on a line; LENGTH a multiple of 8.")
    private boolean number;

    @Option(names = "--raw", description = "The bytes as they are, to standard output.")
    private boolean raw;

    @Option(names = "--out", paramLabel = "FILE", description = "The bytes as they are, to a file.")
    private @Nullable Path out;
  }

  ReadCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (length < 1) {
      throw new IllegalArgumentException("LENGTH must be at least 1");
    }
    if (form != null && form.number && length % Long.BYTES != 0) {
      throw new IllegalArgumentException("with --number LENGTH must be a multiple of 8");
    }
    return client.with(this::read);
  }

  private int read(RemoteMemory memory) {
    if (form != null && form.out != null) {
      return store(memory, form.out);
    }
    copy(memory, this::show);
    if (form != null && form.hex) {
      streams.out().println();
    }
    streams.out().flush();
    return ExitCode.OK;
  }

  private int store(RemoteMemory memory, Path file) {
    byte[] first = new byte[(int) Math.min(PIECE_BYTES, length)];
    memory.read(offset, MemorySegment.ofArray(first)); // a refusal must not truncate the file
    try (OutputStream target = Files.newOutputStream(file)) {
      copy(memory, (address, bytes, count) -> target.write(bytes, 0, count));
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "--out "
              + file
              + " cannot be written: "
              + e
              + ". Remedy: name a file in a directory that is yours, with room for "
              + length
              + " bytes",
          e);
    }
    streams.out().println(length + " bytes from " + offset + " into " + file);
    return ExitCode.OK;
  }

  private interface Sink {
    void take(long address, byte[] bytes, int count) throws IOException;
  }

  private void copy(RemoteMemory memory, Sink sink) throws CommandException {
    byte[] piece = new byte[(int) Math.min(PIECE_BYTES, length)];
    MemorySegment segment = MemorySegment.ofArray(piece);
    for (long done = 0; done < length; ) {
      int count = (int) Math.min(piece.length, length - done);
      memory.read(offset + done, segment.asSlice(0, count));
      try {
        sink.take(offset + done, piece, count);
      } catch (IOException e) {
        throw new CommandException(ExitCode.FAILED, "the bytes cannot be written: " + e, e);
      }
      done += count;
    }
  }

  private void show(long address, byte[] bytes, int count) {
    if (form == null) {
      HexDump.print(streams.out(), address, bytes, count);
    } else if (form.hex) {
      streams.out().print(HexFormat.of().formatHex(bytes, 0, count));
    } else if (form.raw) {
      streams.out().write(bytes, 0, count);
    } else {
      ByteBuffer numbers = ByteBuffer.wrap(bytes, 0, count).order(ByteOrder.LITTLE_ENDIAN);
      while (numbers.hasRemaining()) {
        streams.out().println(numbers.getLong());
      }
    }
  }
}
