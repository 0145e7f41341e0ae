package io.netdam.os;

import java.io.IOException;

/** Somebody else listens under this name, or what lies there is not a socket. */
public final class NameTakenException extends IOException {
  private static final long serialVersionUID = 1L;

  NameTakenException(SocketName name, String by) {
    super(name + " is taken: " + by + ". Choose another name, or end who holds it.");
  }
}
