package io.netdam.memory;

import static io.netdam.memory.Layouts.INT;
import static io.netdam.memory.Layouts.LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Named counters in memory that another process may map and read while they run.
 *
 * <pre>
 *     0  magic (8) | version (4) | capacity (4) | count (4) | reserved (4) | process id (8)
 *   128  labels, 128 bytes each:  length (4) | UTF-8, up to 124 bytes
 *   ...  values, 128 bytes each:  value (8) | unused, so that no two counters share a cache line
 * </pre>
 *
 * <p>Each counter has one writing thread, readers see it a moment later (release and acquire).
 * Counters are added by one thread, before or while others read: the count rises last.
 */
public final class CounterTable {
  /** Longest label in UTF-8. */
  public static final int LABEL_BYTES_MAX = 124;

  /** Most counters in a table. */
  public static final int CAPACITY_MAX = 1 << 16;

  private static final long MAGIC = 0x53_54_4E_55_4F_43_44_4EL; // "NDCOUNTS", little endian
  private static final int VERSION = 1;
  private static final long MAGIC_AT = 0;
  private static final long VERSION_AT = 8;
  private static final long CAPACITY_AT = 12;
  private static final long COUNT_AT = 16;
  private static final long PROCESS_AT = 24;
  private static final long LABELS_AT = 128;
  private static final long LABEL_BYTES = 128;
  private static final long VALUE_BYTES = Layouts.PADDING_BYTES;

  private final MemorySegment segment;
  private final int capacity;
  private final long valuesAt;

  private CounterTable(MemorySegment segment, int capacity) {
    this.segment = segment;
    this.capacity = capacity;
    this.valuesAt = LABELS_AT + capacity * LABEL_BYTES;
  }

  /** Memory needed for up to {@code capacity} counters, 1 to {@link #CAPACITY_MAX}. */
  public static long bytes(int capacity) {
    if (capacity < 1 || capacity > CAPACITY_MAX) {
      throw new IllegalArgumentException("capacity must be from 1 to 65,536: " + capacity);
    }
    return LABELS_AT + capacity * (LABEL_BYTES + VALUE_BYTES);
  }

  /**
   * An empty table in memory that is all zero.
   *
   * @param segment at least {@link #bytes} long, aligned to 8
   * @param processId who writes, for readers to tell whether it lives
   */
  public static CounterTable create(MemorySegment segment, int capacity, long processId) {
    Layouts.requireWordAligned(segment);
    Layouts.requireBytes(segment, bytes(capacity));
    INT.set(segment, VERSION_AT, VERSION);
    INT.set(segment, CAPACITY_AT, capacity);
    LONG.set(segment, PROCESS_AT, processId);
    LONG.setRelease(segment, MAGIC_AT, MAGIC);
    return new CounterTable(segment, capacity);
  }

  /**
   * A table for reading.
   *
   * @throws IllegalArgumentException if there is none of this version in the memory
   */
  public static CounterTable attach(MemorySegment segment) {
    Layouts.requireWordAligned(segment);
    Layouts.requireBytes(segment, LABELS_AT);
    if ((long) LONG.getAcquire(segment, MAGIC_AT) != MAGIC) {
      throw new IllegalArgumentException("no counter table in this memory");
    }
    int version = (int) INT.get(segment, VERSION_AT);
    if (version != VERSION) {
      throw new IllegalArgumentException("counter table of version " + version + ", not 1");
    }
    int capacity = (int) INT.get(segment, CAPACITY_AT);
    Layouts.requireBytes(segment, bytes(capacity));
    return new CounterTable(segment, capacity);
  }

  /**
   * A table in a new file; one that exists is replaced, and who has it mapped keeps the old one.
   *
   * @param arena owns the mapping
   */
  public static CounterTable createFile(Path file, int capacity, long processId, Arena arena)
      throws IOException {
    Path half = file.resolveSibling(file.getFileName() + "." + processId + ".new");
    long bytes = bytes(capacity);
    try (FileChannel channel =
        FileChannel.open(
            half,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      Zeros.write(channel, bytes);
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      CounterTable table = create(mapped, capacity, processId);
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
      return table;
    } finally {
      Files.deleteIfExists(half);
    }
  }

  /**
   * Maps the table of another process, for reading only.
   *
   * @param arena owns the mapping
   * @throws IOException if the file cannot be read or holds no table of this version
   */
  public static CounterTable openFile(Path file, Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return attach(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    } catch (IllegalArgumentException notOurs) {
      throw new IOException(file + ": " + notOurs.getMessage(), notOurs);
    }
  }

  /** Most counters. */
  public int capacity() {
    return capacity;
  }

  /** Counters added so far. */
  public int size() {
    return Math.clamp((int) INT.getAcquire(segment, COUNT_AT), 0, capacity);
  }

  /** Who writes. */
  public long processId() {
    return (long) LONG.get(segment, PROCESS_AT);
  }

  /**
   * Adds a counter with value 0. Not for the hot path; one thread.
   *
   * @param label unique, 1 to {@link #LABEL_BYTES_MAX} bytes of UTF-8
   * @return its number, from 0 upwards
   * @throws IllegalStateException if the table is full
   */
  public int add(String label) {
    byte[] text = label.getBytes(StandardCharsets.UTF_8);
    if (text.length < 1 || text.length > LABEL_BYTES_MAX) {
      throw new IllegalArgumentException(
          "label of " + text.length + " bytes; 1 to " + LABEL_BYTES_MAX + " fit: " + label);
    }
    if (find(label) >= 0) {
      throw new IllegalArgumentException("there is a counter of this name: " + label);
    }
    int counter = size();
    if (counter == capacity) {
      throw new IllegalStateException("table full at " + capacity + " counters, adding " + label);
    }
    long at = LABELS_AT + counter * LABEL_BYTES;
    MemorySegment.copy(text, 0, segment, ValueLayout.JAVA_BYTE, at + Integer.BYTES, text.length);
    INT.set(segment, at, text.length);
    INT.setRelease(segment, COUNT_AT, counter + 1);
    return counter;
  }

  /** Number of the counter with this label, or −1. */
  public int find(String label) {
    for (int counter = size() - 1; counter >= 0; counter--) {
      if (label(counter).equals(label)) {
        return counter;
      }
    }
    return -1;
  }

  /** Name of a counter. Allocates. */
  public String label(int counter) {
    long at = LABELS_AT + requireCounter(counter) * LABEL_BYTES;
    byte[] text = new byte[Math.clamp((int) INT.get(segment, at), 0, LABEL_BYTES_MAX)];
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at + Integer.BYTES, text, 0, text.length);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** Value now. */
  public long value(int counter) {
    return (long) LONG.getAcquire(segment, valueAt(counter));
  }

  /** Sets a counter; only by its one writer. */
  public void set(int counter, long value) {
    LONG.setRelease(segment, valueAt(counter), value);
  }

  /** Adds to a counter; only by its one writer. */
  public void increase(int counter, long delta) {
    long at = valueAt(counter);
    LONG.setRelease(segment, at, (long) LONG.get(segment, at) + delta);
  }

  private long valueAt(int counter) {
    return valuesAt + requireCounter(counter) * VALUE_BYTES;
  }

  private int requireCounter(int counter) {
    if (counter < 0 || counter >= size()) {
      throw new IndexOutOfBoundsException("no counter " + counter);
    }
    return counter;
  }
}
