package io.netdam.memif;

/** Which of the two sides a port is. */
public enum MemifRole {
  /** Listens, and maps the memory that the client brings. */
  SERVER,
  /** Connects, and brings the memory. */
  CLIENT
}
