package io.netdam.os;

import java.io.IOException;

/** Memory that another process passed, and that it could take away while we touch it. */
public final class UnsafeMemoryException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with it. */
  public enum Kind {
    /** A file, a pipe, a socket, a device: nothing that can be sealed. */
    NOT_MEMORY,
    /** It can still shrink. */
    NOT_SEALED,
    /** It is shorter than was said. */
    TOO_SHORT
  }

  private final Kind kind;

  UnsafeMemoryException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What is wrong with it. */
  public Kind kind() {
    return kind;
  }
}
