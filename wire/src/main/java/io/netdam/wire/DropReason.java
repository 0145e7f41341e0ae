package io.netdam.wire;

/**
 * Why a frame was dropped without an answer. Each reason has a counter in the engine. The {@link
 * #structural() structural} ones are found by {@link FrameCheck} in the bytes alone; the others
 * need keys, sessions or addresses.
 */
public enum DropReason {
  /** Shorter than its form and kind need. */
  TOO_SHORT(true),
  /** Longer than 8,320 bytes, or a compact frame longer than 18. */
  TOO_LONG(true),
  /** Not a multiple of 64 bytes. */
  LENGTH_NOT_ALIGNED(true),
  /** A protocol version that is not spoken here. */
  VERSION_UNKNOWN(true),
  /** No such kind. */
  KIND_UNKNOWN(true),
  /** A kind that only the other side sends. */
  KIND_DIRECTION(true),
  /** A reserved flag is set. */
  FLAG_RESERVED(true),
  /** No instruction, no result, a count where none belongs, or too many bitmap words. */
  COUNT_WRONG(true),
  /** Instructions or results run past the frame or into a trailer. */
  STREAM_OVERRUN(true),
  /** Data runs past the frame or into a trailer. */
  DATA_OVERRUN(true),
  /** The trailers that the flags announce do not fit the frame. */
  TRAILER_OVERRUN(true),
  /** The CRC32C is not that of the bytes. */
  CHECKSUM_WRONG(true),
  /** A sealed frame, and no keys. */
  SEAL_UNAVAILABLE(true),
  /** A routed frame, and no relay. */
  ROUTE_UNAVAILABLE(true),
  /** A compact frame from a network that is not trusted. */
  COMPACT_UNTRUSTED(false),
  /** A frame in clear from a network that is not trusted. */
  SOURCE_UNTRUSTED(false),
  /** The ticket's MAC is not ours. */
  TICKET_FORGED(false),
  /** The ticket is too old. */
  TICKET_EXPIRED(false),
  /** The ticket was made for another address. */
  TICKET_ADDRESS(false),
  /** The ticket was made in another epoch. */
  TICKET_EPOCH(false),
  /** The session is not known and no answer is due. */
  SESSION_UNKNOWN(false),
  /** The session lives at another address and no answer is due. */
  SESSION_MOVED(false),
  /** The answer would be larger than what an unproven address has sent. */
  AMPLIFICATION(false),
  /** A refusal that an unproven address does not get. */
  REFUSAL_WITHHELD(false),
  /** No room to send the answer. */
  OUTBOX_FULL(false),
  /** The queue of the shard that owns the session is full. */
  SHARD_QUEUE_FULL(false),
  /** The session id names a shard that does not exist. */
  SHARD_UNKNOWN(false),
  /** It answers nothing that was asked. */
  NOT_EXPECTED(false),
  /** The echo names no packet of ours. */
  ECHO_WRONG(false),
  /** The table of paths is full. */
  PATH_TABLE_FULL(false),
  /** More was pushed than was granted. */
  GRANT_EXCEEDED(false);

  private final boolean structural;

  DropReason(boolean structural) {
    this.structural = structural;
  }

  /**
   * Whether the bytes of the frame alone are the reason.
   *
   * @return true if {@link FrameCheck} finds it
   */
  public boolean structural() {
    return structural;
  }
}
