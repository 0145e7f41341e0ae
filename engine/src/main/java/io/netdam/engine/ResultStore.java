package io.netdam.engine;

import io.netdam.transport.KeptResults;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Keeps results that are too large for a guard's record until their client has resolved the
 * operation, so that a lost reply can be repeated byte for byte.
 *
 * <p>Chunks of 256 bytes in one block of memory, chained by index; all of it taken at construction.
 * No session holds more than a sixteenth (but always one reply of the largest size), so that one
 * client cannot use up the room of all.
 */
final class ResultStore implements KeptResults {
  static final int CHUNK_BYTES = 256;
  static final int NONE = -1;

  private static final int SHARES = 16;
  private static final int LARGEST_CHUNKS = 8_320 / CHUNK_BYTES + 1;

  private final MemorySegment memory;
  private final int[] next;
  private final int[] lengths;
  private final int[] owners;
  private final int[] held;
  private final int chunks;
  private final int share;
  private int free;
  private int freeCount;

  ResultStore(int bytes, int sessions) {
    chunks = bytes / CHUNK_BYTES;
    memory = Arena.ofAuto().allocate(Math.max(1, (long) chunks * CHUNK_BYTES), 64);
    next = new int[chunks];
    lengths = new int[chunks];
    owners = new int[chunks];
    held = new int[sessions];
    share = Math.max(chunks / SHARES, LARGEST_CHUNKS);
    Arrays.setAll(next, i -> i + 1 < chunks ? i + 1 : NONE);
    free = chunks == 0 ? NONE : 0;
    freeCount = chunks;
  }

  /** Whether so many bytes can be kept for the session at a place of the table. */
  boolean room(int place, long bytes) {
    long needed = chunksFor(bytes);
    return needed <= freeCount && held[place] + needed <= share;
  }

  /** Copies bytes in; {@link #room} has been asked. The reference leads to them. */
  int keep(int place, MemorySegment source, long offset, int bytes) {
    assert room(place, bytes);
    int needed = (int) chunksFor(bytes);
    int first = free;
    int chunk = first;
    int left = bytes;
    for (int i = 0; i < needed; i++) {
      int part = Math.min(left, CHUNK_BYTES);
      MemorySegment.copy(source, offset + bytes - left, memory, (long) chunk * CHUNK_BYTES, part);
      left -= part;
      if (i + 1 < needed) {
        chunk = next[chunk];
      }
    }
    free = next[chunk];
    next[chunk] = NONE;
    lengths[first] = bytes;
    owners[first] = place;
    held[place] += needed;
    freeCount -= needed;
    return first;
  }

  /** How many bytes are kept there. */
  int length(int reference) {
    return lengths[reference];
  }

  /** Copies them out. */
  void copy(int reference, MemorySegment target, long offset) {
    int left = lengths[reference];
    long at = offset;
    for (int chunk = reference; left > 0; chunk = next[chunk]) {
      int part = Math.min(left, CHUNK_BYTES);
      MemorySegment.copy(memory, (long) chunk * CHUNK_BYTES, target, at, part);
      left -= part;
      at += part;
    }
  }

  @Override
  public void release(int reference) {
    int last = reference;
    int count = 1;
    while (next[last] != NONE) {
      last = next[last];
      count++;
    }
    next[last] = free;
    free = reference;
    freeCount += count;
    held[owners[reference]] -= count;
  }

  /** How full it is, 0 to 255. */
  int occupancy() {
    return chunks == 0 ? 0 : (int) (255L * (chunks - freeCount) / chunks);
  }

  /** Chunks that hold nothing. */
  int freeChunks() {
    return freeCount;
  }

  private static long chunksFor(long bytes) {
    return Math.max(1, (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
  }
}
