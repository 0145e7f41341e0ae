package io.netdam.memory;

import static io.netdam.memory.Layouts.HALF_WORD;
import static io.netdam.memory.Layouts.WORD;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What stands at the start of a data file, twice, in two blocks of a page each:
 *
 * <pre>
 *      0  magic (8)
 *      8  format version (4)        | stopped by plan: 0 or 1 (4)
 *     16  sequence (8): the valid block with the higher one counts
 *     24  epoch (8)
 *     32  memory bytes (8)
 *     40  most session bytes (8)
 *     48  session bytes (8)         of the last planned stop
 *     56  session check (4): CRC32C | reserved (4)
 *     64  device id (16): high, low
 *     80  reserved
 *   4092  check (4): CRC32C of the 4,092 bytes before
 * </pre>
 *
 * <p>All little endian. A new header goes over the older block, so that a crash while it is written
 * leaves the other one.
 *
 * @param cleanStop stopped by plan, and not opened since
 * @param sequence rises with every header written
 * @param epoch of the device
 * @param memoryBytes length of the memory
 * @param sessionBytesMax length of the session area
 * @param sessionBytes bytes used of it, if stopped by plan
 * @param sessionCheck CRC32C of those
 * @param deviceIdHigh high half of the device's identity
 * @param deviceIdLow low half
 */
record DataFileHeader(
    boolean cleanStop,
    long sequence,
    long epoch,
    long memoryBytes,
    long sessionBytesMax,
    long sessionBytes,
    int sessionCheck,
    long deviceIdHigh,
    long deviceIdLow) {
  static final int VERSION = 1;
  static final int BLOCK_BYTES = Layouts.PAGE_BYTES;
  static final int BLOCKS = 2;

  /** Where the memory starts. */
  static final long MEMORY_AT = (long) BLOCKS * BLOCK_BYTES;

  private static final long MAGIC = 0x45_4C_49_46_4D_41_44_4EL; // "NDAMFILE", little endian
  private static final int CHECK_AT = BLOCK_BYTES - Integer.BYTES;

  /** What two blocks said. */
  enum Finding {
    /** At least one block is valid. */
    VALID,
    /** None is, and one has the magic, but another version. */
    OTHER_VERSION,
    /** None is, and one has magic and version, but no valid check. */
    BROKEN,
    /** Neither has the magic. */
    FOREIGN
  }

  /**
   * Both blocks as read.
   *
   * @param finding what they are
   * @param header the newer valid one, null unless VALID
   * @param version as stored, 0 if foreign
   * @param lost whether the other block held a header once and does no more; it may have been newer
   */
  record Reading(Finding finding, @Nullable DataFileHeader header, int version, boolean lost) {}

  static Reading read(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) MEMORY_AT);
    int read;
    do {
      read = channel.read(bytes, bytes.position());
    } while (read > 0);
    MemorySegment copy = MemorySegment.ofArray(new long[(int) MEMORY_AT / Long.BYTES]);
    MemorySegment.copy(MemorySegment.ofArray(bytes.array()), 0, copy, 0, MEMORY_AT);
    Reading first = parse(copy.asSlice(0, BLOCK_BYTES));
    Reading second = parse(copy.asSlice(BLOCK_BYTES, BLOCK_BYTES));
    DataFileHeader one = first.header();
    DataFileHeader other = second.header();
    if (one != null && other != null) {
      return one.sequence > other.sequence ? first : second;
    }
    boolean firstIsBetter = first.finding.compareTo(second.finding) <= 0;
    Reading better = firstIsBetter ? first : second;
    Finding worse = firstIsBetter ? second.finding : first.finding;
    DataFileHeader header = better.header();
    // A file just made has written one block only, the one with sequence 1.
    boolean lost = header != null && (worse != Finding.FOREIGN || header.sequence > 1);
    return new Reading(better.finding, header, better.version, lost);
  }

  private static Reading parse(MemorySegment block) {
    if (block.get(WORD, 0) != MAGIC) {
      return new Reading(Finding.FOREIGN, null, 0, false);
    }
    int version = block.get(HALF_WORD, 8);
    if (version != VERSION) {
      return new Reading(Finding.OTHER_VERSION, null, version, false);
    }
    if (block.get(HALF_WORD, CHECK_AT) != check(block, 0, CHECK_AT)) {
      return new Reading(Finding.BROKEN, null, version, false);
    }
    DataFileHeader header =
        new DataFileHeader(
            block.get(HALF_WORD, 12) == 1,
            block.get(WORD, 16),
            block.get(WORD, 24),
            block.get(WORD, 32),
            block.get(WORD, 40),
            block.get(WORD, 48),
            block.get(HALF_WORD, 56),
            block.get(WORD, 64),
            block.get(WORD, 72));
    return new Reading(Finding.VALID, header, version, false);
  }

  /** Writes this header over the older block and waits until it is durable. */
  void write(FileChannel channel) throws IOException {
    MemorySegment block = MemorySegment.ofArray(new long[BLOCK_BYTES / Long.BYTES]);
    block.set(WORD, 0, MAGIC);
    block.set(HALF_WORD, 8, VERSION);
    block.set(HALF_WORD, 12, cleanStop ? 1 : 0);
    block.set(WORD, 16, sequence);
    block.set(WORD, 24, epoch);
    block.set(WORD, 32, memoryBytes);
    block.set(WORD, 40, sessionBytesMax);
    block.set(WORD, 48, sessionBytes);
    block.set(HALF_WORD, 56, sessionCheck);
    block.set(WORD, 64, deviceIdHigh);
    block.set(WORD, 72, deviceIdLow);
    block.set(HALF_WORD, CHECK_AT, check(block, 0, CHECK_AT));
    ByteBuffer bytes = ByteBuffer.wrap(block.toArray(JAVA_BYTE));
    long at = (sequence & 1) * BLOCK_BYTES;
    while (bytes.hasRemaining()) {
      channel.write(bytes, at + bytes.position());
    }
    channel.force(true);
  }

  static int check(MemorySegment segment, long offset, long bytes) {
    CRC32C check = new CRC32C();
    byte[] chunk = new byte[(int) Math.min(bytes, 1 << 16)];
    for (long done = 0; done < bytes; done += chunk.length) {
      int now = (int) Math.min(chunk.length, bytes - done);
      MemorySegment.copy(segment, JAVA_BYTE, offset + done, chunk, 0, now);
      check.update(chunk, 0, now);
    }
    return (int) check.getValue();
  }

  /** Where the session area starts: at the first page after the memory. */
  long sessionAt() {
    return sessionAt(memoryBytes);
  }

  static long sessionAt(long memoryBytes) {
    return MEMORY_AT + Layouts.alignUp(memoryBytes, BLOCK_BYTES);
  }

  /** Length of the whole file. */
  static long fileBytes(long memoryBytes, long sessionBytesMax) {
    return sessionAt(memoryBytes) + sessionBytesMax;
  }

  /** Whether the numbers make sense for a file of this length. */
  boolean fits(long fileBytes) {
    return memoryBytes > 0
        && memoryBytes <= fileBytes
        && sessionBytesMax >= 0
        && sessionBytesMax <= fileBytes
        && sessionBytes >= 0
        && sessionBytes <= sessionBytesMax
        && fileBytes(memoryBytes, sessionBytesMax) == fileBytes;
  }

  /** The header of a device that runs: what a crash leaves behind. */
  DataFileHeader running(long newEpoch) {
    return new DataFileHeader(
        false,
        sequence + 1,
        newEpoch,
        memoryBytes,
        sessionBytesMax,
        0,
        0,
        deviceIdHigh,
        deviceIdLow);
  }

  /** The header after a planned stop. */
  DataFileHeader stopped(long newSessionBytes, int newSessionCheck) {
    return new DataFileHeader(
        true,
        sequence + 1,
        epoch,
        memoryBytes,
        sessionBytesMax,
        newSessionBytes,
        newSessionCheck,
        deviceIdHigh,
        deviceIdLow);
  }
}
