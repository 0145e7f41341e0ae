package io.netdam.link;

/** What a {@link FaultLink} does to a datagram. */
public enum Fault {
  /** It never arrives. */
  LOST,
  /** A second copy of it arrives somewhat later. */
  DUPLICATED,
  /** One to eight of its bits are flipped. */
  CORRUPTED,
  /** It is held back so briefly that only those close behind overtake it. */
  REORDERED,
  /** It is held back for an ordinary delay. */
  DELAYED,
  /** It is held back for a very long time, such as beyond a session's lease. */
  DELAYED_LONG,
  /** It was to be held back, but the store was full: it, or its second copy, was not. */
  NOT_HELD
}
