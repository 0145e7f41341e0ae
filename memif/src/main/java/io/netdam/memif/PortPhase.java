package io.netdam.memif;

/** Where a port stands. */
public enum PortPhase {
  /** A server waits for its client; a client waits before it tries again. */
  WAITING,
  /** The two sides talk. */
  HANDSHAKE,
  /** Frames flow. */
  UP,
  /** Closed, for good. */
  CLOSED
}
