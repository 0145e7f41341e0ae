package io.netdam.os;

import java.nio.charset.StandardCharsets;

/**
 * What a local socket is found by.
 *
 * @param text a path, or the abstract name without its leading zero byte
 * @param isAbstract whether it is a name in the network name space, which no file shows and no
 *     permission guards
 */
public record SocketName(String text, boolean isAbstract) {
  /** The path field of the address, less the zero that ends a path or begins an abstract name. */
  private static final int BYTES_MAX = 107;

  /** Checks the length. */
  public SocketName {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > BYTES_MAX || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a socket's name has 1 to "
              + BYTES_MAX
              + " bytes, none of them zero; this one has "
              + bytes
              + ": "
              + text);
    }
  }

  /** A file. */
  public static SocketName path(String path) {
    return new SocketName(path, false);
  }

  /** A name in the network name space. */
  public static SocketName abstractName(String name) {
    return new SocketName(name, true);
  }

  @Override
  public String toString() {
    return isAbstract ? "@" + text : text;
  }
}
