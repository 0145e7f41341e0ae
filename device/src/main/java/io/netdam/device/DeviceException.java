package io.netdam.device;

import org.jspecify.annotations.Nullable;

/** A device did not start. The message says the cause and the remedy; nothing has changed. */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** A port is taken or an address is not ours. */
    ADDRESS_REFUSED,
    /** Machine or container have not that much memory. */
    MEMORY_UNAVAILABLE,
    /** The data file cannot be used. */
    DATA_FILE_REFUSED,
    /** The device's threads stopped for a fault of ours. */
    FAILED
  }

  private final Reason reason;

  DeviceException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
