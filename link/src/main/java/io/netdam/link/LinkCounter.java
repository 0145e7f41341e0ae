package io.netdam.link;

/** What links count. Each datagram that a link does not carry on is counted under one of these. */
public enum LinkCounter {
  /** Datagrams handed to the receiver. */
  RECEIVED,
  /** Bytes of those datagrams. */
  RECEIVED_BYTES,
  /** Datagrams that the sockets took. */
  SENT,
  /** Bytes of those datagrams. */
  SENT_BYTES,
  /** Dropped on arrival: longer than the link's longest frame. */
  RECEIVED_TOO_LONG,
  /** Reads that failed; an ICMP error reported by the socket is one. */
  RECEIVE_FAILED,
  /** Dropped on sending: no route, port or host unreachable, wrong address family. */
  SEND_UNREACHABLE,
  /** Dropped on sending for any other fault of the system. */
  SEND_FAILED,
  /** Flushes that stopped early because a socket took no more; the frames stayed queued. */
  SEND_DEFERRED,
  /** Dropped before the link could read them: the receive buffer was full, where that is known. */
  OVERFLOWED,
  /** Queued frames that were dropped by closing. */
  CLOSED_UNSENT,
  /** Paths made anew because the cache did not remember the address. */
  PATHS_MADE
}
