package io.netdam.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What Linux does with descriptors and plain Java cannot: local sockets that keep the boundaries of
 * messages and pass descriptors to the other process, memory and events that such a descriptor is,
 * and waiting for any of them.
 *
 * <p>Nothing here blocks but {@link DescriptorPoll#await}. Where foreign calls are denied, all of
 * it throws an {@link IOException} that says so.
 */
public interface DescriptorSystem {
  /** Result of {@link #receive}: nothing is there yet. */
  int NOTHING = -1;

  /** Result of {@link #receive}: the other side has closed. */
  int END = 0;

  /** Whether it works here. */
  boolean available();

  /**
   * A socket (sequenced packets) that others connect to. A file that a crash left behind is taken
   * over; one that somebody listens on, or that is not a socket, is not.
   *
   * @param backlog connections that may wait, 1 or more
   * @throws NameTakenException if the name is in use
   * @throws SystemCallException if the system refuses for another reason
   */
  Descriptor listen(SocketName name, int backlog) throws IOException;

  /**
   * Connects, at once or not at all.
   *
   * @throws SystemCallException if nobody listens, or the system refuses
   */
  Descriptor connect(SocketName name) throws IOException;

  /** The next connection, or null if there is none now. */
  @Nullable Descriptor accept(Descriptor listener) throws IOException;

  /**
   * Sends one message, whole.
   *
   * @param message native
   * @param passed the other process gets a descriptor of its own for it; null for none
   * @return false if the socket is full now
   * @throws SystemCallException if the other side is gone
   */
  boolean send(Descriptor socket, MemorySegment message, @Nullable Descriptor passed)
      throws IOException;

  /**
   * Takes one message.
   *
   * @param into receives it; descriptors that it still holds from before are closed
   * @return bytes of the message, {@link #END} or {@link #NOTHING}
   * @throws SystemCallException if the connection is broken
   */
  int receive(Descriptor socket, ReceivedMessage into) throws IOException;

  /** An event that wakes whoever waits for it. */
  Descriptor event() throws IOException;

  /**
   * Whether this, which another process passed, is an event. It is made non-blocking.
   *
   * @param passed of the other process
   */
  boolean isEvent(Descriptor passed) throws IOException;

  /**
   * Raises an event. Nothing happens if it is closed, or raised already.
   *
   * @param scratch 8 bytes of native memory
   */
  void signal(Descriptor event, MemorySegment scratch);

  /**
   * Takes an event back.
   *
   * @param scratch as above
   * @return whether it was raised
   */
  boolean drain(Descriptor event, MemorySegment scratch);

  /**
   * Memory, zero, whose descriptor can be passed and which can never shrink.
   *
   * @param name for people
   * @param bytes 1 or more
   */
  Descriptor sealedMemory(String name, long bytes) throws IOException;

  /**
   * Maps memory for reading and writing: own memory, or what another process passed.
   *
   * @param bytes 1 or more
   * @param arena unmaps it when closed
   * @throws UnsafeMemoryException if the other side could take it away under us: touching it then
   *     would kill the JVM
   */
  MemorySegment map(Descriptor memory, long bytes, Arena arena) throws IOException;

  /**
   * Something to wait with, for one thread.
   *
   * @param capacity descriptors, 1 or more
   */
  DescriptorPoll poll(int capacity);
}
