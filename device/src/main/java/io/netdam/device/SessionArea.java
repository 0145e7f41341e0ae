package io.netdam.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The sessions of all shards in one piece of memory, over a planned restart.
 *
 * <pre>
 *  0  magic (64)
 *  8  shards (64)
 * 16  length (64) | what the engine has written, to a multiple of 8 | next shard ...
 * </pre>
 */
final class SessionArea {

  private static final long MAGIC = 0x31_4E_4F_49_53_53_45_53L; // "SESSION1", little endian
  private static final long FIRST = 16;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private SessionArea() {}

  /** How many bytes {@link #write} needs. */
  static long bytes(List<Shard> shards) {
    long bytes = FIRST;
    for (Shard shard : shards) {
      bytes += Long.BYTES + padded(shard.engine().snapshotBytes());
    }
    return bytes;
  }

  /** Writes the sessions of shards whose threads have ended. */
  static void write(List<Shard> shards, MemorySegment area) {
    area.set(LONG, 0, MAGIC);
    area.set(LONG, Long.BYTES, shards.size());
    long at = FIRST;
    for (Shard shard : shards) {
      long length = shard.engine().snapshotBytes();
      area.set(LONG, at, length);
      at += Long.BYTES;
      shard.engine().snapshot(shard.nowNs(), area.asSlice(at, length));
      at += padded(length);
    }
  }

  /** Reads sessions into shards that have none; false if one of them cannot take its own. */
  static boolean read(List<Shard> shards, MemorySegment area) {
    if (area.byteSize() < FIRST
        || area.get(LONG, 0) != MAGIC
        || area.get(LONG, Long.BYTES) != shards.size()) {
      return false;
    }
    long at = FIRST;
    for (Shard shard : shards) {
      if (area.byteSize() - at < Long.BYTES) {
        return false;
      }
      long length = area.get(LONG, at);
      at += Long.BYTES;
      if (length < 0 || length > area.byteSize() - at) {
        return false;
      }
      if (!shard.engine().restore(shard.nowNs(), area.asSlice(at, length))) {
        return false;
      }
      at += padded(length);
    }
    return true;
  }

  private static long padded(long bytes) {
    return (bytes + 7) & ~7L;
  }
}
