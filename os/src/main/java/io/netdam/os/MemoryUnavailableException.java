package io.netdam.os;

import java.io.IOException;

/** So much memory is not to be had; the message says how much is, who limits it, what to do. */
public final class MemoryUnavailableException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long availableBytes;

  MemoryUnavailableException(String message, long availableBytes) {
    super(message);
    this.availableBytes = availableBytes;
  }

  /** Bytes that could be had. */
  public long availableBytes() {
    return availableBytes;
  }
}
