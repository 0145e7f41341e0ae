package io.netdam.examples;

import io.netdam.memif.FrameBurst;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Writes every frame into a file that tcpdump and tshark read. */
public final class MemifPcapExample {
  private static final int LINK_TYPE_ETHERNET = 1;

  private MemifPcapExample() {}

  /**
   * Magic 0 · major 4 (u16), minor 6 (u16) · zone 8, accuracy 12 · longest frame 16 · link type 20.
   */
  static void writeHeader(OutputStream file) throws IOException {
    file.write(
        ByteBuffer.allocate(24)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0xa1b2c3d4)
            .putShort((short) 2)
            .putShort((short) 4)
            .putInt(0)
            .putInt(0)
            .putInt(65_535)
            .putInt(LINK_TYPE_ETHERNET)
            .array());
  }

  /** Each frame: seconds 0 · microseconds 4 · bytes here 8 · bytes in all 12 · the frame. */
  static void write(OutputStream file, FrameBurst burst, Instant now) throws IOException {
    for (int frame = 0; frame < burst.count(); frame++) {
      int length = burst.length(frame);
      file.write(
          ByteBuffer.allocate(16)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt((int) now.getEpochSecond())
              .putInt(now.getNano() / 1000)
              .putInt(length)
              .putInt(length)
              .array());
      file.write(
          burst.memory().asSlice(burst.offset(frame), length).toArray(ValueLayout.JAVA_BYTE));
    }
    file.flush();
  }

  /** Arguments: {@code server|client SOCKET FILE}. */
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments.length > 2 ? arguments[2] : "memif.pcap");
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(path))) {
      writeHeader(file);
      MemifLoop.run(
          MemifLoop.options(arguments),
          () -> false,
          (port, burst) -> write(file, burst, Instant.now()));
    }
  }
}
