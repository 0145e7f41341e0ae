package io.netdam.engine;

/** What a device engine counts besides drops, refusals and instructions. */
public enum DeviceCounter {
  /** Datagrams handed to the engine. */
  DATAGRAMS_IN,
  /** Their bytes. */
  BYTES_IN,
  /** Frames that the engine sent. */
  DATAGRAMS_OUT,
  /** Their bytes. */
  BYTES_OUT,
  /** Requests in full form that were taken in. */
  REQUESTS,
  /** Requests in compact form that were taken in. */
  COMPACT_REQUESTS,
  /** Replies sent in full form. */
  REPLIES,
  /** Acknowledgements sent. */
  ACKNOWLEDGEMENTS,
  /** Tickets issued. */
  TICKETS_ISSUED,
  /** RETRY frames sent. */
  RETRIES,
  /** CAPS answered. */
  CAPS_ANSWERED,
  /** Probes answered. */
  PROBES_ANSWERED,
  /** GOAWAY frames sent. */
  GOAWAYS,
  /** Sessions made. */
  SESSIONS_CREATED,
  /** Sessions whose lease ran out. */
  SESSIONS_EXPIRED,
  /** Sessions that their clients ended. */
  SESSIONS_CLOSED,
  /** Addresses added to a session. */
  SESSIONS_MOVED,
  /** Sessions not made because there was no room. */
  SESSIONS_REFUSED,
  /** Copies of recorded operations: answered from the record, not run. */
  DUPLICATES,
  /** Results kept to be repeated exactly. */
  RESULTS_KEPT,
  /** Turns given to sessions that waited for credit. */
  CREDIT_TURNS,
  /** Frames handed over to another shard. */
  HANDED_OVER
}
