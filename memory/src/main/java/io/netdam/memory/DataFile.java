package io.netdam.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Skeleton: signatures only, filled next. */
public final class DataFile implements AutoCloseable {
  /** What a file is to be, or must be. */
  public record Settings(
      long memoryBytes,
      long baseAddress,
      long sessionBytesMax,
      long firstEpoch,
      long deviceIdHigh,
      long deviceIdLow) {}

  private DataFile() {}

  /** Opens, or creates if there is none. */
  public static DataFile open(Path file, Settings settings, Preallocator preallocator)
      throws DataFileException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Whether this call made the file. */
  public boolean created() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Epoch to live in. */
  public long epoch() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Identity of the device that the file belongs to. */
  public long deviceIdHigh() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Identity of the device that the file belongs to. */
  public long deviceIdLow() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** The memory. */
  public Region region() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Bytes of sessions that the last planned stop left; 0 if there was none. */
  public long sessionBytes() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Where sessions are read from after opening, and written to before {@link #stop}. */
  public MemorySegment sessionArea() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Makes all changes durable. */
  public void force() throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Planned stop: the session area holds this many bytes; the next open keeps the epoch. */
  public void stop(long sessionBytes) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Closes; without {@link #stop} before, the next open raises the epoch. */
  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }
}
