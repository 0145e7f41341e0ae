package io.netdam.memory;

import io.netdam.memory.DataFileException.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A region that outlives its process: a file, mapped, that also says which epoch the device lives
 * in.
 *
 * <pre>
 *   +-----------------+--------------------------+---------------------+
 *   | header, 2 pages | memory, to a whole page  | session area        |
 *   +-----------------+--------------------------+---------------------+
 * </pre>
 *
 * <p><b>Epoch.</b> A file that was closed by {@link #stop} keeps its epoch, and the sessions that
 * were stored are to be had once: the mark of the planned stop is taken off, durably, before {@link
 * #open} returns. Opened after anything else (kill, crash, power loss) the epoch is one higher, and
 * that too is durable before the memory can be reached, so that no client ever meets an epoch twice
 * with different guards. Should one of the two header blocks be unreadable, it is two higher.
 *
 * <p><b>Exclusive.</b> One device at a time: a lock on the file towards other processes, a table
 * here within this one (POSIX locks belong to the process, and closing any channel on the file
 * would drop them).
 *
 * <p><b>A new file</b> is made under another name and has all its blocks before it gets its own, so
 * that a disk that is full is found now and nothing half-made is ever opened. What a maker that was
 * killed leaves of it, the next one that opens the file removes.
 */
public final class DataFile implements AutoCloseable {
  /** Most bytes of memory, 2^46. */
  public static final long MEMORY_BYTES_MAX = 1L << 46;

  /** Most bytes of the session area, 2^30. */
  public static final long SESSION_BYTES_MAX = 1L << 30;

  private static final Set<Object> OPEN = ConcurrentHashMap.newKeySet();
  private static final AtomicLong CREATIONS = new AtomicLong();

  /**
   * What a file must be, or is to be.
   *
   * @param memoryBytes length of the memory, a multiple of 64 up to 2^46; an existing file must
   *     have it
   * @param baseAddress first address of the region, a multiple of 64; not stored
   * @param sessionBytesMax for a new file: length of its session area, a multiple of 8 up to 2^30
   * @param firstEpoch for a new file: the epoch it starts with
   * @param deviceIdHigh for a new file: identity of the device, high half
   * @param deviceIdLow for a new file: low half
   */
  public record Settings(
      long memoryBytes,
      long baseAddress,
      long sessionBytesMax,
      long firstEpoch,
      long deviceIdHigh,
      long deviceIdLow) {
    /** Checks the ranges. */
    public Settings {
      if (memoryBytes < 64 || memoryBytes > MEMORY_BYTES_MAX || memoryBytes % 64 != 0) {
        throw new IllegalArgumentException(
            "memory must be a multiple of 64 up to 2^46 bytes: " + memoryBytes);
      }
      if (sessionBytesMax < 0 || sessionBytesMax > SESSION_BYTES_MAX || sessionBytesMax % 8 != 0) {
        throw new IllegalArgumentException(
            "session area must be a multiple of 8 up to 2^30 bytes: " + sessionBytesMax);
      }
    }
  }

  private final Object key;
  private final FileChannel channel;
  private final Arena arena;
  private final MemorySegment mapped;
  private final Region region;
  private final MemorySegment sessionArea;
  private final boolean created;
  private final long sessionBytes;
  private DataFileHeader header;
  private boolean closed;

  private DataFile(
      Object key,
      FileChannel channel,
      Arena arena,
      DataFileHeader found,
      boolean lost,
      long baseAddress,
      boolean created)
      throws IOException {
    this.key = key;
    this.channel = channel;
    this.arena = arena;
    this.created = created;
    this.mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
    this.region =
        Region.of(mapped.asSlice(DataFileHeader.MEMORY_AT, found.memoryBytes()), baseAddress);
    this.sessionArea = mapped.asSlice(found.sessionAt(), found.sessionBytesMax());
    boolean goesOn =
        !lost
            && found.cleanStop()
            && DataFileHeader.check(sessionArea, 0, found.sessionBytes()) == found.sessionCheck();
    this.sessionBytes = goesOn ? found.sessionBytes() : 0;
    long step = goesOn ? 0 : lost ? 2 : 1; // a header that was lost may have been one epoch ahead
    this.header = found.running(found.epoch() + step);
    header.write(channel);
  }

  /**
   * Opens a data file; makes it if there is none.
   *
   * @param file its name
   * @param settings what it must be, or is to be
   * @param preallocator gives a new file its blocks
   * @throws DataFileException if it cannot be; an existing file is then unchanged, a half-made one
   *     removed
   */
  public static DataFile open(Path file, Settings settings, Preallocator preallocator)
      throws DataFileException {
    HalfMadeFiles.removeAbandoned(file);
    try {
      boolean created = Files.notExists(file) && create(file, settings, preallocator);
      return openExisting(file, settings, created);
    } catch (DataFileException typed) {
      throw typed;
    } catch (AccessDeniedException denied) {
      throw new DataFileException(
          Reason.NOT_PERMITTED,
          file,
          "may not be read and written by this user",
          "Give the user of this process read and write permission on the file and its directory.",
          denied);
    } catch (IOException other) {
      throw new DataFileException(
          Reason.INPUT_OUTPUT, file, "failed: " + other, "Look at the disk and its mount.", other);
    }
  }

  private static boolean create(Path file, Settings settings, Preallocator preallocator)
      throws IOException {
    long bytes = DataFileHeader.fileBytes(settings.memoryBytes(), settings.sessionBytesMax());
    Path half = HalfMadeFiles.of(file, CREATIONS.incrementAndGet());
    try {
      Files.deleteIfExists(half);
      Files.createFile(half);
    } catch (NoSuchFileException noDirectory) {
      throw new DataFileException(
          Reason.INPUT_OUTPUT, file, "has no directory", "Make the directory first.", noDirectory);
    }
    try {
      allocate(file, half, bytes, preallocator);
      try (FileChannel channel =
          FileChannel.open(half, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        // As if stopped by plan without sessions: opening it then keeps the first epoch.
        new DataFileHeader(
                true,
                1,
                settings.firstEpoch(),
                settings.memoryBytes(),
                settings.sessionBytesMax(),
                0,
                DataFileHeader.check(MemorySegment.NULL, 0, 0),
                settings.deviceIdHigh(),
                settings.deviceIdLow())
            .write(channel);
      }
      return publish(half, file);
    } finally {
      Files.deleteIfExists(half);
    }
  }

  private static void allocate(Path file, Path half, long bytes, Preallocator preallocator)
      throws IOException {
    long usable = Files.getFileStore(half).getUsableSpace();
    String need = bytes + " bytes are needed, " + usable + " are free";
    String remedy = "Free space, choose another disk or less memory.";
    if (usable < bytes) {
      throw new DataFileException(Reason.DISK_FULL, file, need, remedy);
    }
    try {
      preallocator.allocate(half, bytes);
    } catch (IOException failed) {
      String text = String.valueOf(failed.getMessage());
      if (text.contains("No space left") || text.contains("quota")) {
        throw new DataFileException(
            Reason.DISK_FULL, file, need + ", the disk is full", remedy, failed);
      }
      throw failed;
    }
  }

  /** Gives the finished file its name; false if another process was faster. */
  private static boolean publish(Path half, Path file) throws IOException {
    try {
      Files.createLink(file, half);
    } catch (FileAlreadyExistsException other) {
      return false;
    } catch (UnsupportedOperationException | IOException noLinks) {
      Files.move(half, file); // refuses a file that exists, though not in one step
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
        entry.force(true);
      } catch (IOException unsupported) {
        return true; // some systems cannot open a directory; the name is then as durable as theirs
      }
    }
    return true;
  }

  @SuppressWarnings("MustBeClosedChecker") // the data file owns the arena and closes it
  private static DataFile openExisting(Path file, Settings settings, boolean created)
      throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new DataFileException(
          Reason.NOT_A_DATA_FILE, file, "is no regular file", "Name a file, or a new name.");
    }
    requireOwner(file);
    Object fileKey = attributes.fileKey();
    Object key = fileKey == null ? file.toRealPath() : fileKey;
    if (!OPEN.add(key)) {
      throw alreadyOpen(file, "this process");
    }
    FileChannel channel = null;
    Arena arena = Arena.ofShared();
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      lock(file, channel);
      DataFileHeader.Reading reading = DataFileHeader.read(channel);
      DataFileHeader found = requireHeader(file, channel, reading, settings);
      return new DataFile(
          key, channel, arena, found, reading.lost(), settings.baseAddress(), created);
    } catch (IOException | RuntimeException failed) {
      arena.close();
      if (channel != null) {
        channel.close();
      }
      OPEN.remove(key);
      throw failed;
    }
  }

  private static void lock(Path file, FileChannel channel) throws IOException {
    try {
      if (channel.tryLock() == null) {
        throw alreadyOpen(file, "another process");
      }
    } catch (OverlappingFileLockException here) {
      throw alreadyOpen(file, "this process");
    }
  }

  private static DataFileException alreadyOpen(Path file, String holder) {
    return new DataFileException(
        Reason.ALREADY_OPEN,
        file,
        "is already open in " + holder,
        "Stop that device, or give each device a file of its own.");
  }

  private static DataFileHeader requireHeader(
      Path file, FileChannel channel, DataFileHeader.Reading reading, Settings settings)
      throws IOException {
    DataFileHeader header = reading.header();
    if (header == null) {
      throw switch (reading.finding()) {
        case OTHER_VERSION ->
            new DataFileException(
                Reason.OTHER_VERSION,
                file,
                "has format " + reading.version() + ", this is format " + DataFileHeader.VERSION,
                "Open it with the release that made it, or name another file.");
        case BROKEN ->
            new DataFileException(
                Reason.DAMAGED,
                file,
                "has no valid header block",
                "Restore it from a copy, or name another file.");
        default ->
            new DataFileException(
                Reason.NOT_A_DATA_FILE,
                file,
                "is no data file of NetDAM",
                "Name another file; this one is left as it is.");
      };
    }
    if (!header.fits(channel.size())) {
      throw new DataFileException(
          Reason.DAMAGED,
          file,
          "is " + channel.size() + " bytes long, which its header does not say",
          "It was cut or extended: restore it from a copy, or name another file.");
    }
    if (header.memoryBytes() != settings.memoryBytes()) {
      throw new DataFileException(
          Reason.OTHER_SIZE,
          file,
          "holds " + header.memoryBytes() + " bytes of memory, not " + settings.memoryBytes(),
          "Ask for " + header.memoryBytes() + " bytes, or name another file.");
    }
    return header;
  }

  private static void requireOwner(Path file) throws IOException {
    UserPrincipal user = currentUser();
    UserPrincipal owner;
    try {
      owner = Files.getOwner(file);
    } catch (UnsupportedOperationException noOwners) {
      return;
    }
    if (user != null && !owner.equals(user)) {
      throw new DataFileException(
          Reason.OTHER_OWNER,
          file,
          "belongs to " + owner.getName() + ", this process runs as " + user.getName(),
          "Run as the owner, or change the owner of the file.");
    }
  }

  private static @Nullable UserPrincipal currentUser() {
    try {
      Path self = Path.of("/proc/self"); // belongs to the effective user
      return Files.exists(self)
          ? Files.getOwner(self)
          : FileSystems.getDefault()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(System.getProperty("user.name"));
    } catch (IOException | UnsupportedOperationException unknown) {
      return null;
    }
  }

  /** Whether this call of {@link #open} made the file. */
  public boolean created() {
    return created;
  }

  /** Epoch to live in. */
  public long epoch() {
    return header.epoch();
  }

  /**
   * Begins a new epoch at once: for a device that cannot use the sessions that were stored. Durable
   * when it returns.
   */
  public void raiseEpoch() throws IOException {
    header = header.running(header.epoch() + 1);
    header.write(channel);
  }

  /** Identity of the device that the file belongs to, high half. */
  public long deviceIdHigh() {
    return header.deviceIdHigh();
  }

  /** Identity of the device that the file belongs to, low half. */
  public long deviceIdLow() {
    return header.deviceIdLow();
  }

  /** The memory. */
  public Region region() {
    return region;
  }

  /** Bytes of sessions at the start of {@link #sessionArea} that a planned stop left; else 0. */
  public long sessionBytes() {
    return sessionBytes;
  }

  /** Where sessions are read from after opening, and written to before {@link #stop}. */
  public MemorySegment sessionArea() {
    return sessionArea;
  }

  /** Makes all changes so far durable. */
  public void force() {
    mapped.force();
  }

  /**
   * Planned stop: makes memory and sessions durable, then says so in the header. Nothing may change
   * the memory afterwards; {@link #close} comes next.
   *
   * @param storedSessionBytes how much of the session area counts, 0 or more
   */
  public void stop(long storedSessionBytes) throws IOException {
    if (storedSessionBytes < 0 || storedSessionBytes > sessionArea.byteSize()) {
      throw new IllegalArgumentException(
          "session area has " + sessionArea.byteSize() + " bytes: " + storedSessionBytes);
    }
    mapped.force();
    header =
        header.stopped(
            storedSessionBytes, DataFileHeader.check(sessionArea, 0, storedSessionBytes));
    header.write(channel);
  }

  /** Closes; without {@link #stop} before, the next open raises the epoch. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    arena.close();
    channel.close();
    OPEN.remove(key);
  }
}
