package io.netdam.os;

/** A foreign call cannot be linked or is not allowed here: take the substitute. */
final class NativeUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  NativeUnavailableException(String message) {
    super(message);
  }

  NativeUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
