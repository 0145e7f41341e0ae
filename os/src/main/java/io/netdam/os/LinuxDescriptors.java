package io.netdam.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The foreign calls. All were linked before the one instance is handed out. */
final class LinuxDescriptors implements DescriptorSystem {
  private static final int AF_UNIX = 1;
  private static final int SOCK_SEQPACKET = 5;
  private static final int SOCK_NONBLOCK = 0x800;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int SOCKET_TYPE = SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;
  private static final int EFD_FLAGS = SOCK_NONBLOCK | SOCK_CLOEXEC;
  private static final int MFD_CLOEXEC = 0x1;
  private static final int MFD_ALLOW_SEALING = 0x2;
  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int F_ADD_SEALS = 1033;
  private static final int F_GET_SEALS = 1034;
  private static final int F_SEAL_SHRINK = 0x2;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int STATX_SIZE = 0x200;
  private static final int STATX_BYTES = 256;
  private static final int STATX_SIZE_AT = 40;
  private static final int EADDRINUSE = 98;
  private static final int ADDRESS_BYTES = 110;

  private LinuxDescriptors() {}

  /** Made when everything is linked; the constants let the compiler see through the handles. */
  private static final class Linked {
    static final LinuxDescriptors INSTANCE = new LinuxDescriptors();
    static final MethodHandle READ = handle(DescriptorCall.READ);
    static final MethodHandle WRITE = handle(DescriptorCall.WRITE);
    static final MethodHandle POLL = handle(DescriptorCall.POLL);

    private static MethodHandle handle(DescriptorCall call) {
      try {
        return call.link();
      } catch (NativeUnavailableException impossible) {
        throw new IllegalStateException(call + " was linked before", impossible);
      }
    }
  }

  /** Links every call, once. */
  static LinuxDescriptors linked() throws NativeUnavailableException {
    for (DescriptorCall call : DescriptorCall.values()) {
      MethodHandle _ = call.link();
    }
    for (LinuxCall call :
        new LinuxCall[] {
          LinuxCall.MMAP,
          LinuxCall.MUNMAP,
          LinuxCall.CLOSE,
          LinuxCall.MEMFD_CREATE,
          LinuxCall.FTRUNCATE,
          LinuxCall.FCNTL
        }) {
      MethodHandle _ = call.link();
    }
    return Linked.INSTANCE;
  }

  /** A call that returns less than 0 when it fails. */
  private interface Call {
    long call(MemorySegment errno, Arena scratch) throws Throwable;
  }

  /** The result, or minus errno. */
  private static long calling(Call call) throws IOException {
    try {
      return LinuxMemory.calling(scratch -> {
        MemorySegment errno = LinuxErrno.allocate(scratch);
        long result = call.call(errno, scratch);
        return result < 0 ? -(long) LinuxErrno.value(errno) : result;
      });
    } catch (NativeUnavailableException impossible) {
      throw new IllegalStateException("everything was linked before", impossible);
    }
  }

  private static int require(String name, Object about, long result) throws IOException {
    if (result < 0) {
      throw new SystemCallException(name, (int) -result, about.toString());
    }
    return (int) result;
  }

  private static Descriptor descriptor(String name, Object about, long result) throws IOException {
    return new Descriptor(require(name, about, result), LinuxDescriptors::close);
  }

  private static void close(int number) {
    try {
      long _ =
          LinuxMemory.calling(scratch -> (long) (int) LinuxCall.CLOSE.link().invokeExact(number));
    } catch (IOException | NativeUnavailableException impossible) {
      throw new IllegalStateException("close was linked before", impossible);
    }
  }

  /** What uses a number that stays valid meanwhile. */
  private interface Use<T> {
    T with(int number) throws IOException;
  }

  private static <T extends @Nullable Object> T using(Descriptor descriptor, Use<T> use)
      throws IOException {
    int number = descriptor.enter();
    if (number == Descriptor.NONE) {
      throw new SystemCallException("use", 9, descriptor.toString());
    }
    try {
      return use.with(number);
    } finally {
      descriptor.leave();
    }
  }

  @Override
  public boolean available() {
    return true;
  }

  private static Descriptor socket() throws IOException {
    return descriptor(
        "socket",
        "the local kind",
        calling((errno, scratch) ->
            (int) DescriptorCall.SOCKET.link().invokeExact(errno, AF_UNIX, SOCKET_TYPE, 0)));
  }

  /** Family 0 (u16), then the path with a zero at its end, or a zero and the abstract name. */
  private static MemorySegment address(SocketName name, Arena scratch) {
    byte[] text = name.text().getBytes(StandardCharsets.UTF_8);
    MemorySegment address = scratch.allocate(ADDRESS_BYTES, Short.BYTES);
    address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(
        text, 0, address, ValueLayout.JAVA_BYTE, name.isAbstract() ? 3 : 2, text.length);
    return address.asSlice(0, 3 + text.length);
  }

  private static long bind(int socket, SocketName name) throws IOException {
    return calling((errno, scratch) -> {
      MemorySegment address = address(name, scratch);
      return (int)
          DescriptorCall.BIND.link().invokeExact(errno, socket, address, (int) address.byteSize());
    });
  }

  private static long connect(int socket, SocketName name) throws IOException {
    return calling((errno, scratch) -> {
      MemorySegment address = address(name, scratch);
      return (int)
          DescriptorCall.CONNECT
              .link()
              .invokeExact(errno, socket, address, (int) address.byteSize());
    });
  }

  @Override
  public Descriptor listen(SocketName name, int backlog) throws IOException {
    Descriptor socket = socket();
    try {
      long bound = using(socket, number -> bind(number, name));
      if (bound == -EADDRINUSE) {
        removeLeftOver(name);
        bound = using(socket, number -> bind(number, name));
      }
      int _ = require("bind", name, bound);
      int _ =
          require(
              "listen",
              name,
              using(
                  socket,
                  number ->
                      calling((errno, scratch) ->
                          (int) DescriptorCall.LISTEN.link().invokeExact(errno, number, backlog))));
      return socket;
    } catch (IOException | RuntimeException failed) {
      socket.close();
      throw failed;
    }
  }

  /** Takes away the file of a socket that nobody listens on any more. */
  private static void removeLeftOver(SocketName name) throws IOException {
    if (name.isAbstract()) {
      throw new NameTakenException(name, "another process listens there");
    }
    Path file = Path.of(name.text());
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isOther()) {
        throw new NameTakenException(name, "it is not a socket");
      }
    } catch (NoSuchFileException gone) {
      return;
    }
    long connected;
    try (Descriptor trial = socket()) {
      connected = using(trial, number -> connect(number, name));
    }
    if (connected == -SystemCallException.ECONNREFUSED) {
      boolean _ = Files.deleteIfExists(file);
    } else if (connected == -SystemCallException.EACCES) {
      throw new SystemCallException("connect", SystemCallException.EACCES, name.toString());
    } else {
      throw new NameTakenException(name, "another process listens there");
    }
  }

  @Override
  public Descriptor connect(SocketName name) throws IOException {
    Descriptor socket = socket();
    try {
      int _ = require("connect", name, using(socket, number -> connect(number, name)));
      return socket;
    } catch (IOException | RuntimeException failed) {
      socket.close();
      throw failed;
    }
  }

  @Override
  public @Nullable Descriptor accept(Descriptor listener) throws IOException {
    long accepted =
        using(
            listener,
            number ->
                calling((errno, scratch) ->
                    (int)
                        DescriptorCall.ACCEPT4
                            .link()
                            .invokeExact(
                                errno,
                                number,
                                MemorySegment.NULL,
                                MemorySegment.NULL,
                                SOCK_NONBLOCK | SOCK_CLOEXEC)));
    return passing(accepted) ? null : descriptor("accept4", listener, accepted);
  }

  /** Nothing there, a signal, or a connection that went before it was taken. */
  private static boolean passing(long result) {
    return result == -SystemCallException.EAGAIN || result == -LinuxCall.EINTR || result == -103;
  }

  @Override
  public boolean send(Descriptor socket, MemorySegment message, @Nullable Descriptor passed)
      throws IOException {
    long sent =
        using(
            socket,
            number ->
                passed == null
                    ? sendMessage(number, message, Descriptor.NONE)
                    : using(passed, other -> sendMessage(number, message, other)));
    if (passing(sent)) {
      return false;
    }
    int _ = require("sendmsg", socket, sent);
    return true;
  }

  private static long sendMessage(int socket, MemorySegment message, int passed)
      throws IOException {
    return calling((errno, scratch) -> {
      MemorySegment header =
          passed == Descriptor.NONE
              ? MessageHeader.plain(scratch, message)
              : MessageHeader.passing(scratch, message, passed);
      return (long) DescriptorCall.SENDMSG.link().invokeExact(errno, socket, header, MSG_NOSIGNAL);
    });
  }

  @Override
  public int receive(Descriptor socket, ReceivedMessage into) throws IOException {
    into.close();
    MessageHeader.reset(into.header());
    long received =
        using(
            socket,
            number ->
                calling((errno, scratch) ->
                    (long)
                        DescriptorCall.RECVMSG
                            .link()
                            .invokeExact(errno, number, into.header(), MSG_CMSG_CLOEXEC)));
    if (passing(received)) {
      return NOTHING;
    }
    int bytes = require("recvmsg", socket, received);
    MessageHeader.readControl(into, LinuxDescriptors::close);
    return bytes;
  }

  @Override
  public Descriptor event() throws IOException {
    return descriptor(
        "eventfd",
        "a ring",
        calling((errno, scratch) ->
            (int) DescriptorCall.EVENTFD.link().invokeExact(errno, 0, EFD_FLAGS)));
  }

  private static long control(Descriptor descriptor, int command, int argument) throws IOException {
    return using(
        descriptor,
        number ->
            calling((errno, scratch) ->
                (int) LinuxCall.FCNTL.link().invokeExact(errno, number, command, argument)));
  }

  @Override
  public boolean isEvent(Descriptor passed) throws IOException {
    String kind =
        using(
            passed,
            number -> Files.readSymbolicLink(Path.of("/proc/self/fd/" + number)).toString());
    if (!kind.equals("anon_inode:[eventfd]")) {
      return false;
    }
    // A blocking one would stop our thread when its counter is full.
    int flags = require("fcntl", passed, control(passed, F_GETFL, 0));
    int _ = require("fcntl", passed, control(passed, F_SETFL, flags | SOCK_NONBLOCK));
    return true;
  }

  @Override
  public void signal(Descriptor event, MemorySegment scratch) {
    int number = event.enter();
    if (number == Descriptor.NONE) {
      return;
    }
    try {
      scratch.set(ValueLayout.JAVA_LONG, 0, 1);
      long _ = (long) Linked.WRITE.invokeExact(number, scratch, (long) Long.BYTES);
    } catch (Throwable impossible) {
      throw new IllegalStateException("a foreign call threw", impossible);
    } finally {
      event.leave();
    }
  }

  @Override
  public boolean drain(Descriptor event, MemorySegment scratch) {
    int number = event.enter();
    if (number == Descriptor.NONE) {
      return false;
    }
    try {
      return (long) Linked.READ.invokeExact(number, scratch, (long) Long.BYTES) == Long.BYTES;
    } catch (Throwable impossible) {
      throw new IllegalStateException("a foreign call threw", impossible);
    } finally {
      event.leave();
    }
  }

  @Override
  public Descriptor sealedMemory(String name, long bytes) throws IOException {
    PortableSystem.requirePositive(bytes);
    Descriptor memory =
        descriptor(
            "memfd_create",
            name,
            calling((errno, scratch) ->
                (int)
                    LinuxCall.MEMFD_CREATE
                        .link()
                        .invokeExact(
                            errno, scratch.allocateFrom(name), MFD_CLOEXEC | MFD_ALLOW_SEALING)));
    try {
      int _ = require("ftruncate", name, resize(memory, bytes));
      int _ = require("fcntl(F_ADD_SEALS)", name, control(memory, F_ADD_SEALS, F_SEAL_SHRINK));
      return memory;
    } catch (IOException | RuntimeException failed) {
      memory.close();
      throw failed;
    }
  }

  /** Changes the length; minus errno if the seals forbid it. */
  static long resize(Descriptor memory, long bytes) throws IOException {
    return using(
        memory,
        number ->
            calling((errno, scratch) ->
                (int) LinuxCall.FTRUNCATE.link().invokeExact(errno, number, bytes)));
  }

  /** Memory without a seal, of which another could not be sure. */
  static Descriptor unsealedMemory(String name, long bytes) throws IOException {
    Descriptor memory =
        descriptor(
            "memfd_create",
            name,
            calling((errno, scratch) ->
                (int)
                    LinuxCall.MEMFD_CREATE
                        .link()
                        .invokeExact(errno, scratch.allocateFrom(name), MFD_CLOEXEC)));
    int _ = require("ftruncate", name, resize(memory, bytes));
    return memory;
  }

  private static long length(Descriptor memory) throws IOException {
    return using(
        memory,
        number -> {
          long[] length = new long[1];
          int _ =
              require(
                  "statx",
                  memory,
                  calling((errno, scratch) -> {
                    MemorySegment found = scratch.allocate(STATX_BYTES, Long.BYTES);
                    int result =
                        (int)
                            DescriptorCall.STATX
                                .link()
                                .invokeExact(
                                    errno,
                                    number,
                                    scratch.allocateFrom(""),
                                    AT_EMPTY_PATH,
                                    STATX_SIZE,
                                    found);
                    length[0] = found.get(ValueLayout.JAVA_LONG, STATX_SIZE_AT);
                    return result;
                  }));
          return length[0];
        });
  }

  @Override
  public MemorySegment map(Descriptor memory, long bytes, Arena arena) throws IOException {
    PortableSystem.requirePositive(bytes);
    long seals = control(memory, F_GET_SEALS, 0);
    if (seals < 0) {
      throw new UnsafeMemoryException(
          UnsafeMemoryException.Kind.NOT_MEMORY, "what was passed is not sealable memory");
    }
    if ((seals & F_SEAL_SHRINK) == 0) {
      throw new UnsafeMemoryException(
          UnsafeMemoryException.Kind.NOT_SEALED, "the memory that was passed can shrink");
    }
    long length = length(memory);
    if (length < bytes) {
      throw new UnsafeMemoryException(
          UnsafeMemoryException.Kind.TOO_SHORT,
          bytes + " bytes of memory were promised, it has " + length);
    }
    return using(
        memory,
        number -> {
          try {
            return LinuxMemory.mapShared(bytes, number, arena);
          } catch (NativeUnavailableException impossible) {
            throw new IllegalStateException("everything was linked before", impossible);
          }
        });
  }

  @Override
  public DescriptorPoll poll(int capacity) {
    return new DescriptorPoll(capacity, LinuxDescriptors::await);
  }

  private static int await(MemorySegment entries, int count, int timeoutMs) {
    try {
      return (int) Linked.POLL.invokeExact(entries, (long) count, timeoutMs);
    } catch (Throwable impossible) {
      throw new IllegalStateException("a foreign call threw", impossible);
    }
  }
}
