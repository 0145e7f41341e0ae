package io.netdam.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * The functions of the C library that work on descriptors. Apart from {@link LinuxCall}: who asks
 * for memory alone shall not link them.
 */
@SuppressWarnings("ImmutableEnumChecker") // descriptors do not change, the handle is a cache
enum DescriptorCall {
  /** {@code int socket(int, int, int)}. */
  SOCKET("socket", true, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT)),
  /** {@code int bind(int, const struct sockaddr *, socklen_t)}. */
  BIND("bind", true, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT)),
  /** {@code int listen(int, int)}. */
  LISTEN("listen", true, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT)),
  /** {@code int accept4(int, struct sockaddr *, socklen_t *, int)}. */
  ACCEPT4("accept4", true, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT)),
  /** {@code int connect(int, const struct sockaddr *, socklen_t)}. */
  CONNECT("connect", true, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT)),
  /** {@code ssize_t sendmsg(int, const struct msghdr *, int)}. */
  SENDMSG("sendmsg", true, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT)),
  /** {@code ssize_t recvmsg(int, struct msghdr *, int)}. */
  RECVMSG("recvmsg", true, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT)),
  /** {@code int eventfd(unsigned, int)}. */
  EVENTFD("eventfd", true, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT)),
  /**
   * {@code int statx(int, const char *, int, unsigned, struct statx *)}; not fstat, whose structure
   * differs between processors.
   */
  STATX(
      "statx",
      true,
      FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS)),
  /** {@code ssize_t read(int, void *, size_t)}; of an event, where errno says nothing more. */
  READ("read", false, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG)),
  /** {@code ssize_t write(int, const void *, size_t)}; of an event, as above. */
  WRITE("write", false, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG)),
  /** {@code int poll(struct pollfd *, nfds_t, int)}; a failure counts as nothing ready. */
  POLL("poll", false, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private final ForeignFunction function;

  DescriptorCall(String symbol, boolean capturesErrno, FunctionDescriptor descriptor) {
    this.function = new ForeignFunction(symbol, capturesErrno, descriptor);
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
