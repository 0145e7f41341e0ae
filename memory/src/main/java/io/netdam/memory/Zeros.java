package io.netdam.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The preallocator that works everywhere: it writes zeros, so that every block must be found. */
public final class Zeros implements Preallocator {
  private static final int CHUNK_BYTES = 1 << 20;

  /** Creates one; it has no state. */
  public Zeros() {}

  @Override
  public void allocate(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      write(channel, bytes);
    }
  }

  static void write(FileChannel channel, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(CHUNK_BYTES, bytes));
    long at = 0;
    while (at < bytes) {
      zeros.position(0).limit((int) Math.min(zeros.capacity(), bytes - at));
      at += channel.write(zeros, at);
    }
  }
}
