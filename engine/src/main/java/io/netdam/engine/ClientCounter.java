package io.netdam.engine;

/** What a client engine counts besides drops, statuses and opcodes. */
public enum ClientCounter {
  /** Operations accepted. */
  SUBMITTED,
  /** Operations that ended DONE. */
  DONE,
  /** Operations that ended REFUSED. */
  REFUSED,
  /** Operations that ended NOT_SENT. */
  NOT_SENT,
  /** Operations that ended UNKNOWN. */
  UNKNOWN,
  /** Submissions that found no slot. */
  FULL,
  /** Frames sent, of every kind. */
  FRAMES_SENT,
  /** Bytes of these frames. */
  BYTES_SENT,
  /** Frames handed to the engine. */
  FRAMES_RECEIVED,
  /** Bytes of these frames. */
  BYTES_RECEIVED,
  /** Requests sent again. */
  RETRANSMISSIONS,
  /** Requests declared lost by time. */
  LOST,
  /** Retransmissions that were not needed: the first copy was answered. */
  SPURIOUS,
  /** Probes for a lost tail. */
  PROBES,
  /** Timeouts after which a path's window started afresh. */
  TIMEOUTS,
  /** Acknowledgements taken. */
  ACKNOWLEDGEMENTS,
  /** Replies taken. */
  REPLIES,
  /** Replies from the device's record. */
  RECORDED,
  /** Requests that carried a ticket. */
  TICKETS_SENT,
  /** OPENs sent. */
  OPENS,
  /** Sessions that came to life. */
  SESSIONS,
  /** Sessions that the device no longer knew. */
  SESSIONS_LOST,
  /** Times that a path was asked to prove a new address. */
  MOVES,
  /** Devices that said they drain. */
  GOAWAYS,
  /** Paths left because nothing came back. */
  PATHS_LEFT,
  /** Times that sending waited for the window of operations. */
  WAITED_WINDOW,
  /** Times that sending waited for credit. */
  WAITED_CREDIT,
  /** Times that sending waited for the congestion window. */
  WAITED_CONGESTION,
  /** Times that the outbox was full. */
  WAITED_OUTBOX
}
