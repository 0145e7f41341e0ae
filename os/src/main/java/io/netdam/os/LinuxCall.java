package io.netdam.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the C library that are called, one constant each, linked when first called: each
 * link costs milliseconds and a device needs two or three of them. All run on 64-bit Linux, where
 * {@code size_t} and {@code off_t} have 64 bits.
 */
@SuppressWarnings("ImmutableEnumChecker") // descriptors do not change, the handle is a cache
enum LinuxCall {
  /** {@code void *mmap(void *, size_t, int, int, int, off_t)}. */
  MMAP(
      "mmap",
      false,
      FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG)),
  /** {@code int munmap(void *, size_t)}. */
  MUNMAP("munmap", false, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG)),
  /** {@code int mlock(const void *, size_t)}. */
  MLOCK("mlock", false, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG)),
  /** {@code int open(const char *, int, ...)}. */
  OPEN(
      "open",
      true,
      FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
      Linker.Option.firstVariadicArg(2)),
  /** {@code int close(int)}. */
  CLOSE("close", false, FunctionDescriptor.of(JAVA_INT, JAVA_INT)),
  /** {@code int posix_fallocate(int, off_t, off_t)}; returns the error, errno is untouched. */
  POSIX_FALLOCATE(
      "posix_fallocate", false, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG)),
  /** {@code int memfd_create(const char *, unsigned)}. */
  MEMFD_CREATE("memfd_create", true, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT)),
  /** {@code int ftruncate(int, off_t)}. */
  FTRUNCATE("ftruncate", true, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG)),
  /** {@code int fcntl(int, int, ...)}, with an int as third argument. */
  FCNTL(
      "fcntl",
      true,
      FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
      Linker.Option.firstVariadicArg(2));

  /** No room on the device. */
  static final int ENOSPC = 28;

  /** Larger than the file system allows. */
  static final int EFBIG = 27;

  /** Quota used up. */
  static final int EDQUOT = 122;

  /** Not enough memory. */
  static final int ENOMEM = 12;

  /** Interrupted by a signal. */
  static final int EINTR = 4;

  private final String symbol;
  private final boolean capturesErrno;
  private final FunctionDescriptor descriptor;
  private final List<Linker.Option> options;
  private @Nullable MethodHandle handle;

  LinuxCall(
      String symbol,
      boolean capturesErrno,
      FunctionDescriptor descriptor,
      Linker.Option... options) {
    this.symbol = symbol;
    this.capturesErrno = capturesErrno;
    this.descriptor = descriptor;
    this.options = List.of(options);
  }

  /** The C name. */
  String symbol() {
    return symbol;
  }

  /**
   * The linked function; where errno says more than the result does, its first argument is the
   * memory that receives it (each such call costs some 30 ms more to link).
   *
   * @throws NativeUnavailableException if this JVM may not, or this C library has not
   */
  synchronized MethodHandle link() throws NativeUnavailableException {
    MethodHandle linked = handle;
    if (linked == null) {
      try {
        Linker linker = Linker.nativeLinker();
        MemorySegment address =
            linker
                .defaultLookup()
                .find(symbol)
                .orElseThrow(() -> new NativeUnavailableException(symbol + " is not there"));
        List<Linker.Option> all = new ArrayList<>(options);
        if (capturesErrno) {
          all.add(Linker.Option.captureCallState("errno"));
        }
        linked = linker.downcallHandle(address, descriptor, all.toArray(Linker.Option[]::new));
        handle = linked;
      } catch (IllegalCallerException | UnsupportedOperationException denied) {
        throw new NativeUnavailableException("native access is denied to io.netdam.os", denied);
      }
    }
    return linked;
  }
}
