package io.netdam.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * The functions of the C library that give memory, one constant each, linked when first called:
 * each link costs milliseconds and a device needs two or three of them. All run on 64-bit Linux,
 * where {@code size_t} and {@code off_t} have 64 bits.
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

  private final ForeignFunction function;

  LinuxCall(
      String symbol,
      boolean capturesErrno,
      FunctionDescriptor descriptor,
      Linker.Option... options) {
    this.function = new ForeignFunction(symbol, capturesErrno, descriptor, options);
  }

  /** The C name. */
  String symbol() {
    return function.symbol();
  }

  /** As {@link ForeignFunction#link}. */
  MethodHandle link() throws NativeUnavailableException {
    return function.link();
  }
}
