package io.netdam.os;

import java.io.IOException;

/** So much memory is not to be had; the message says how much is, who limits it, what to do. */
public final class MemoryUnavailableException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long wantedBytes;
  private final long availableBytes;

  MemoryUnavailableException(long wantedBytes, long availableBytes, String limitedBy) {
    super(
        wantedBytes
            + " bytes of memory are wanted, "
            + availableBytes
            + " are available ("
            + limitedBy
            + "). Ask for less, or give the machine or the container more.");
    this.wantedBytes = wantedBytes;
    this.availableBytes = availableBytes;
  }

  /** Bytes that were asked for. */
  public long wantedBytes() {
    return wantedBytes;
  }

  /** Bytes that could be had. */
  public long availableBytes() {
    return availableBytes;
  }
}
