package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries datagrams between this process and others, in any order, perhaps twice, perhaps not.
 *
 * <p>A link belongs to one thread. {@link #wakeup()} and {@link #close()} alone may be called by
 * others. Nothing here allocates in steady state, nothing but {@link #await} blocks, and the
 * world's faults (an unreachable host, a full buffer) are counted, never thrown.
 *
 * <p>After {@link #close()} every operation is harmless: {@code receive} and {@code flush} return
 * 0, {@code claim} returns null, {@code await} returns at once.
 */
public interface Link extends AutoCloseable {

  /** What this link can carry and how it was set up. */
  LinkCapabilities capabilities();

  /** What this link has done and met; written by the link's thread. */
  LinkCounters counters();

  /**
   * Hands over what has arrived, without waiting.
   *
   * @param receiver called once for each datagram, on this thread; it may claim, commit and flush
   *     on this link, but not receive
   * @param limit the largest number of datagrams of this call, at least 1
   * @return how many were handed over; fewer than the limit when nothing more was there
   */
  int receive(Receiver receiver, int limit);

  /** Takes one datagram. */
  @FunctionalInterface
  interface Receiver {
    /**
     * Called for each datagram. The bytes may be read and changed until this returns, not later.
     *
     * @param path where it came from and the local socket it came in by; an answer goes there
     * @param segment native memory that holds the datagram
     * @param offset where it starts in the segment, a multiple of 64
     * @param length its bytes, 0 to {@link LinkCapabilities#frameBytesMax()}
     */
    void onDatagram(Path path, MemorySegment segment, long offset, int length);
  }

  /**
   * A frame to write a datagram into; its bytes are arbitrary. A claim that is not committed is
   * given up by the next one, or by {@link #flush}.
   *
   * @param length bytes needed, 0 to {@link LinkCapabilities#frameBytesMax()}
   * @return a segment of at least {@code length} bytes, its first byte 64-byte aligned; null when
   *     the queue is full and the sockets take nothing: keep the datagram, or drop it and count
   * @throws IllegalArgumentException when the length is out of range
   */
  @Nullable MemorySegment claim(int length);

  /**
   * Queues the claimed frame. It leaves with the next {@link #flush()} at the latest. The frame
   * must not be touched afterwards.
   *
   * @param to a path that this link made, by {@link #path} or on arrival
   * @param length bytes of the datagram, at most what was claimed
   * @throws IllegalStateException when nothing is claimed
   */
  void commit(Path to, int length);

  /**
   * Sends what is queued, as far as the sockets take it.
   *
   * @return frames still queued; 0 when all are gone
   */
  int flush();

  /**
   * Blocks until a datagram may be there, a queued frame may leave, another thread calls {@link
   * #wakeup()}, the thread is interrupted, the link is closed, or the time is over. It may return
   * early for no reason; a wait of less than a millisecond may not block at all.
   *
   * @param timeoutNs the longest wait, in ns; 0 or less returns at once
   */
  void await(long timeoutNs);

  /** Ends the current {@link #await}, or the next one when none is running. From any thread. */
  void wakeup();

  /**
   * How full the receiving side is, 0 (empty) to 255 (full), for the fullest of its sockets, as far
   * as it can be known.
   */
  int occupancy();

  /**
   * The path to a remote address over one local socket.
   *
   * @param remote a resolved address with a port
   * @param source index of the local socket, below {@link LinkCapabilities#sources()}
   * @throws IllegalArgumentException when the address is unresolved, has port 0, or cannot be
   *     reached from this socket because one is IPv4 and the other IPv6
   * @throws IndexOutOfBoundsException when there is no such source
   */
  Path path(InetSocketAddress remote, int source);

  /**
   * The path to a remote address over the first local socket; see {@link #path(InetSocketAddress,
   * int)}.
   */
  default Path path(InetSocketAddress remote) {
    return path(remote, 0);
  }

  /** The local addresses, by source; they stay known after closing. */
  List<InetSocketAddress> localAddresses();

  /** Whether {@link #close()} was called. */
  boolean closed();

  /**
   * Gives up the sockets; queued frames are dropped. A running {@link #await} ends. Calling it
   * again does nothing. From any thread.
   */
  @Override
  void close();
}
