package io.netdam.os;

import io.netdam.memory.Preallocator;
import io.netdam.memory.Zeros;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * All substitutes. Anonymous memory is a file without a name on a file system in memory, where
 * there is one: {@link Arena#allocate} counts against the limit of direct memory, which by default
 * is the heap's.
 */
final class PortableSystem implements OperatingSystem {
  private static final Path MEMORY_FILES = Path.of("/dev/shm");
  private static final int PAGE_BYTES = 4096;

  private final MemoryLimits limits;
  private final Zeros zeros = new Zeros();

  PortableSystem(MemoryLimits limits) {
    this.limits = limits;
  }

  @Override
  public MemorySegment anonymousMemory(long bytes, Arena arena) throws MemoryUnavailableException {
    requirePositive(bytes);
    limits.require(bytes);
    if (hasRoom(MEMORY_FILES, bytes)) {
      try {
        return namelessFile(bytes, arena);
      } catch (IOException full) {
        // Others filled it meanwhile, or it may not be written: the arena may still have room.
        return allocated(bytes, arena);
      }
    }
    return allocated(bytes, arena);
  }

  private MemorySegment namelessFile(long bytes, Arena arena) throws IOException {
    Path file = Files.createTempFile(MEMORY_FILES, "netdam-", ".memory");
    try {
      zeros.allocate(file, bytes);
      return map(file, bytes, arena);
    } finally {
      Files.delete(file);
    }
  }

  private static MemorySegment allocated(long bytes, Arena arena)
      throws MemoryUnavailableException {
    try {
      return arena.allocate(bytes, PAGE_BYTES);
    } catch (OutOfMemoryError limit) {
      throw new MemoryUnavailableException(bytes, 0, "the JVM's -XX:MaxDirectMemorySize");
    }
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // the shared memory owns the arena and closes it
  public SharedMemory sharedMemory(String name, long bytes) throws IOException {
    requirePositive(bytes);
    requireName(name);
    limits.require(bytes);
    Path directory =
        hasRoom(MEMORY_FILES, bytes) ? MEMORY_FILES : Path.of(System.getProperty("java.io.tmpdir"));
    Path file = Files.createTempFile(directory, name + "-", ".memory"); // owner only
    Arena arena = Arena.ofShared();
    try {
      zeros.allocate(file, bytes);
      return new SharedMemory(map(file, bytes, arena), file, arena, () -> Files.delete(file));
    } catch (IOException | RuntimeException failed) {
      arena.close();
      Files.delete(file);
      throw failed;
    }
  }

  @Override
  public Preallocator preallocator() {
    return zeros;
  }

  @Override
  public boolean lockInMemory(MemorySegment memory) {
    return false;
  }

  @Override
  public long memoryBytesAvailable() {
    return limits.available().bytes();
  }

  @Override
  public DescriptorSystem descriptors() {
    return new NoDescriptors("plain Java has no descriptors");
  }

  @Override
  public String describe() {
    return "portable: plain Java, no foreign calls";
  }

  static void requirePositive(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes must be 1 or more: " + bytes);
    }
  }

  static void requireName(String name) {
    if (!name.matches("[A-Za-z0-9.-]{1,100}")) {
      throw new IllegalArgumentException("name must be letters, digits, dots, hyphens: " + name);
    }
  }

  private static boolean hasRoom(Path directory, long bytes) {
    try {
      return Files.isWritable(directory) && Files.getFileStore(directory).getUsableSpace() >= bytes;
    } catch (IOException unknown) {
      return false;
    }
  }

  static MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }
  }
}
