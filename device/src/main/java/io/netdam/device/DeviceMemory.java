package io.netdam.device;

import io.netdam.device.DeviceException.Reason;
import io.netdam.memory.DataFile;
import io.netdam.memory.DataFileException;
import io.netdam.memory.Region;
import io.netdam.os.MemoryUnavailableException;
import io.netdam.os.OperatingSystem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a device, its identity and its epoch: anonymous memory is a new device in a new
 * epoch each time, a file goes on.
 */
final class DeviceMemory {

  /** What the session area of a new file gives each session: its guard, and some results. */
  private static final long SESSION_BYTES = 2_048;

  private static final long SESSION_AREA_MIN = 1 << 16;

  private final Region region;
  private final long deviceIdHigh;
  private final long deviceIdLow;
  private final @Nullable DataFile file;
  private final @Nullable Arena arena;
  private long epoch;

  private DeviceMemory(DataFile file) {
    this.region = file.region();
    this.deviceIdHigh = file.deviceIdHigh();
    this.deviceIdLow = file.deviceIdLow();
    this.epoch = file.epoch();
    this.file = file;
    this.arena = null;
  }

  private DeviceMemory(MemorySegment segment, Arena arena, long epoch, long idHigh, long idLow) {
    this.region = Region.of(segment);
    this.deviceIdHigh = idHigh;
    this.deviceIdLow = idLow;
    this.epoch = epoch;
    this.file = null;
    this.arena = arena;
  }

  /**
   * Gets the memory that the options ask for.
   *
   * @throws DeviceException if it is not to be had; nothing is mapped or changed then
   */
  @SuppressWarnings("MustBeClosedChecker") // the arena lives as long as the memory, see close()
  static DeviceMemory open(DeviceOptions options) {
    SecureRandom random = new SecureRandom();
    long epoch = System.currentTimeMillis();
    OperatingSystem system = OperatingSystem.current();
    if (!options.file().isEmpty()) {
      return open(options, epoch, random, system);
    }
    Arena arena = Arena.ofShared();
    try {
      return new DeviceMemory(
          system.anonymousMemory(options.memoryBytes(), arena),
          arena,
          epoch,
          random.nextLong(),
          random.nextLong());
    } catch (MemoryUnavailableException e) {
      arena.close();
      throw new DeviceException(Reason.MEMORY_UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  private static DeviceMemory open(
      DeviceOptions options, long epoch, SecureRandom random, OperatingSystem system) {
    long sessionArea =
        Math.min(
            DataFile.SESSION_BYTES_MAX,
            SESSION_AREA_MIN + SESSION_BYTES * options.shards() * options.sessionsMax());
    try {
      return new DeviceMemory(
          DataFile.open(
              Path.of(options.file()),
              new DataFile.Settings(
                  options.memoryBytes(),
                  0,
                  sessionArea,
                  epoch,
                  random.nextLong(),
                  random.nextLong()),
              system.preallocator()));
    } catch (DataFileException e) {
      throw new DeviceException(Reason.DATA_FILE_REFUSED, String.valueOf(e.getMessage()), e);
    }
  }

  Region region() {
    return region;
  }

  long epoch() {
    return epoch;
  }

  long deviceIdHigh() {
    return deviceIdHigh;
  }

  long deviceIdLow() {
    return deviceIdLow;
  }

  boolean durable() {
    return file != null;
  }

  /** Sessions that a planned stop has left; empty if there are none. */
  MemorySegment storedSessions() {
    return file == null || file.sessionBytes() == 0
        ? MemorySegment.NULL
        : file.sessionArea().asSlice(0, file.sessionBytes());
  }

  /** Where sessions can be stored; empty if nowhere. */
  MemorySegment sessionArea() {
    return file == null ? MemorySegment.NULL : file.sessionArea();
  }

  /** The stored sessions are of no use: their epoch must not go on without them. */
  void raiseEpoch() {
    if (file != null) {
      try {
        file.raiseEpoch();
      } catch (IOException e) {
        throw new DeviceException(
            Reason.DATA_FILE_REFUSED, "the epoch cannot be raised: " + e.getMessage(), e);
      }
      epoch = file.epoch();
    }
  }

  /** Planned stop of a file: the next start goes on in the same epoch with these sessions. */
  void stop(long sessionBytes) throws IOException {
    if (file != null) {
      file.stop(sessionBytes);
    }
  }

  void close() throws IOException {
    if (file != null) {
      file.close();
    } else if (arena != null) {
      arena.close();
    }
  }
}
