package io.netdam.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** The foreign calls, each as a Java method that knows its errors. */
final class LinuxMemory {
  private static final int PROT_READ_WRITE = 0x1 | 0x2;
  private static final int MAP_SHARED = 0x01;
  private static final int MAP_PRIVATE = 0x02;
  private static final int MAP_ANONYMOUS = 0x20;
  private static final long MAP_FAILED = -1;
  private static final int O_RDWR = 0x2;
  private static final int O_CLOEXEC = 0x80000;
  private static final int MFD_CLOEXEC = 0x1;
  private static final int MFD_ALLOW_SEALING = 0x2;
  private static final int F_ADD_SEALS = 1033;
  private static final int F_SEAL_SHRINK_AND_GROW = 0x2 | 0x4;
  private static final int NO_FILE = -1;

  private LinuxMemory() {}

  /** A call of the C library as seen from here. */
  interface Body<T> {
    T call(Arena scratch) throws Throwable;
  }

  /** Runs foreign calls with scratch memory, and tells our faults from the world's. */
  static <T> T calling(Body<T> body) throws IOException, NativeUnavailableException {
    try (Arena scratch = Arena.ofConfined()) {
      return body.call(scratch);
    } catch (IOException | NativeUnavailableException | RuntimeException | Error known) {
      throw known;
    } catch (Throwable impossible) {
      throw new IllegalStateException("a foreign call threw", impossible);
    }
  }

  /** Anonymous private memory; pages come, zeroed, when they are first touched. */
  static MemorySegment anonymous(long bytes, Arena arena)
      throws IOException, NativeUnavailableException {
    return map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, NO_FILE, arena);
  }

  /** Shared memory of a file. */
  static MemorySegment mapShared(long bytes, int file, Arena arena)
      throws IOException, NativeUnavailableException {
    return map(bytes, MAP_SHARED, file, arena);
  }

  private static MemorySegment map(long bytes, int flags, int file, Arena arena)
      throws IOException, NativeUnavailableException {
    MemorySegment start =
        calling(scratch ->
            (MemorySegment)
                LinuxCall.MMAP
                    .link()
                    .invokeExact(MemorySegment.NULL, bytes, PROT_READ_WRITE, flags, file, 0L));
    if (start.address() == MAP_FAILED) {
      // A JVM runs here, so mmap as such is allowed: what is lacking is room.
      throw new MemoryUnavailableException(bytes, 0, "mmap: address space or overcommit limit");
    }
    return start.reinterpret(bytes, arena, LinuxMemory::unmap);
  }

  private static void unmap(MemorySegment memory) {
    try {
      int result =
          calling(scratch -> (int) LinuxCall.MUNMAP.link().invokeExact(memory, memory.byteSize()));
      if (result != 0) {
        throw new IllegalStateException("munmap of " + memory + " failed");
      }
    } catch (IOException | NativeUnavailableException impossible) {
      throw new IllegalStateException("munmap cannot be called", impossible);
    }
  }

  /** Whether the pages are locked now. */
  static boolean lock(MemorySegment memory) throws IOException, NativeUnavailableException {
    return calling(scratch -> (int) LinuxCall.MLOCK.link().invokeExact(memory, memory.byteSize()))
        == 0;
  }

  /** Gives a file its blocks. */
  static void allocateFile(Path path, long bytes) throws IOException, NativeUnavailableException {
    LinuxCall.POSIX_FALLOCATE.link();
    LinuxCall.CLOSE.link();
    int file =
        calling(scratch -> {
          MemorySegment state = LinuxErrno.allocate(scratch);
          int opened =
              (int)
                  LinuxCall.OPEN
                      .link()
                      .invokeExact(
                          state, scratch.allocateFrom(path.toString()), O_RDWR | O_CLOEXEC);
          if (opened < 0) {
            throw new IOException(path + ": open failed, errno " + LinuxErrno.value(state));
          }
          return opened;
        });
    try {
      fallocate(file, bytes);
    } finally {
      close(file);
    }
  }

  private static void fallocate(int file, long bytes)
      throws IOException, NativeUnavailableException {
    int _ =
        calling(scratch -> {
          int error = LinuxCall.EINTR;
          for (int attempt = 0; attempt < 1000 && error == LinuxCall.EINTR; attempt++) {
            error = (int) LinuxCall.POSIX_FALLOCATE.link().invokeExact(file, 0L, bytes);
          }
          if (error != 0) {
            throw failed("posix_fallocate", error, bytes);
          }
          return error;
        });
  }

  private static void close(int file) throws IOException, NativeUnavailableException {
    int _ = calling(scratch -> (int) LinuxCall.CLOSE.link().invokeExact(file));
  }

  /** Memory behind a file descriptor, its length sealed. */
  @SuppressWarnings("MustBeClosedChecker") // the shared memory owns the arena and closes it
  static SharedMemory shared(String name, long bytes)
      throws IOException, NativeUnavailableException {
    LinuxCall.CLOSE.link();
    int file =
        calling(scratch -> {
          MemorySegment state = LinuxErrno.allocate(scratch);
          int made =
              (int)
                  LinuxCall.MEMFD_CREATE
                      .link()
                      .invokeExact(
                          state, scratch.allocateFrom(name), MFD_CLOEXEC | MFD_ALLOW_SEALING);
          if (made < 0) {
            throw failed("memfd_create", LinuxErrno.value(state), bytes);
          }
          return made;
        });
    Arena arena = Arena.ofShared();
    try {
      resizeAndSeal(file, bytes);
      MemorySegment memory = map(bytes, MAP_SHARED, file, arena);
      Path path = Path.of("/proc/" + ProcessHandle.current().pid() + "/fd/" + file);
      return new SharedMemory(memory, path, arena, () -> release(file));
    } catch (IOException | NativeUnavailableException | RuntimeException failed) {
      arena.close();
      close(file);
      throw failed;
    }
  }

  private static void release(int file) throws IOException {
    try {
      close(file);
    } catch (NativeUnavailableException impossible) {
      throw new IllegalStateException("close was linked before", impossible);
    }
  }

  private static void resizeAndSeal(int file, long bytes)
      throws IOException, NativeUnavailableException {
    int _ =
        calling(scratch -> {
          MemorySegment state = LinuxErrno.allocate(scratch);
          if ((int) LinuxCall.FTRUNCATE.link().invokeExact(state, file, bytes) != 0) {
            throw failed("ftruncate", LinuxErrno.value(state), bytes);
          }
          int sealed =
              (int)
                  LinuxCall.FCNTL
                      .link()
                      .invokeExact(state, file, F_ADD_SEALS, F_SEAL_SHRINK_AND_GROW);
          if (sealed != 0) {
            throw failed("fcntl(F_ADD_SEALS)", LinuxErrno.value(state), bytes);
          }
          return sealed;
        });
  }

  /**
   * What an error number means for the caller: no room is the world's matter, anything else means
   * that the call does not work here.
   */
  private static Exception failed(String call, int error, long bytes) {
    return switch (error) {
      case LinuxCall.ENOSPC, LinuxCall.EFBIG, LinuxCall.EDQUOT ->
          new IOException("No space left on device: " + call + " of " + bytes + " bytes");
      case LinuxCall.ENOMEM -> new MemoryUnavailableException(bytes, 0, call + ": ENOMEM");
      default -> new NativeUnavailableException(call + " failed, errno " + error);
    };
  }
}
