package io.netdam.transport;

import org.jspecify.annotations.Nullable;

/**
 * Where a datagram comes from or goes to: the remote address and port, and the local socket that
 * carries it.
 *
 * <p>An address is 128 bits in two words, network byte order; IPv4 stands as IPv4-mapped IPv6
 * ({@code ::ffff:a.b.c.d}, RFC 4291 section 2.5.5.2), so that everything above a link handles one
 * shape. Two remote addresses reached over two local sockets are two paths, and so is one remote
 * address over two local sockets: switches spread flows by source port.
 *
 * <p>A value: immutable, equal by content. Links hand out the same instance for the same path as
 * long as they remember it, so that a reference comparison is a fast first check, never the only
 * one.
 */
public final class Path {

  /** Bytes of an address in {@link #of(byte[], int, int)}. */
  public static final int ADDRESS_BYTES = 16;

  /** The largest number of local sockets that paths can name. */
  public static final int SOURCES_MAX = 256;

  private static final long IPV4_PREFIX = 0xFFFFL << 32;
  private static final int GROUPS = 8;

  private final long addressHigh;
  private final long addressLow;
  private final int port;
  private final int source;
  private final int hash;

  private Path(long addressHigh, long addressLow, int port, int source) {
    if (port < 0 || port > 0xFFFF) {
      throw new IllegalArgumentException("port " + port + " is not in 0..65535");
    }
    if (source < 0 || source >= SOURCES_MAX) {
      throw new IllegalArgumentException("source " + source + " is not in 0..255");
    }
    this.addressHigh = addressHigh;
    this.addressLow = addressLow;
    this.port = port;
    this.source = source;
    this.hash = hash(addressHigh, addressLow, port, source);
  }

  /**
   * The path to an address given as two words.
   *
   * @param addressHigh the first eight bytes of the address, network byte order
   * @param addressLow the last eight bytes
   * @param port UDP port of the remote end, 0 to 65,535
   * @param source index of the local socket, 0 to 255
   */
  public static Path of(long addressHigh, long addressLow, int port, int source) {
    return new Path(addressHigh, addressLow, port, source);
  }

  /**
   * The path to an address given as 16 bytes, network byte order; IPv4 as {@code ::ffff:a.b.c.d}.
   *
   * @param address 16 bytes
   * @param port UDP port of the remote end, 0 to 65,535
   * @param source index of the local socket, 0 to 255
   */
  public static Path of(byte[] address, int port, int source) {
    if (address.length != ADDRESS_BYTES) {
      throw new IllegalArgumentException(
          "an address has 16 bytes, not " + address.length + "; IPv4 is mapped into IPv6");
    }
    return new Path(word(address, 0), word(address, 8), port, source);
  }

  /**
   * The path to an IPv4 address.
   *
   * @param address the four bytes, the first of them most significant
   * @param port UDP port of the remote end, 0 to 65,535
   * @param source index of the local socket, 0 to 255
   */
  public static Path ofIpv4(int address, int port, int source) {
    return new Path(0, IPV4_PREFIX | (address & 0xFFFF_FFFFL), port, source);
  }

  /** The hash of a path with this content, for look-ups that have no instance yet. */
  public static int hash(long addressHigh, long addressLow, int port, int source) {
    long mixed = addressHigh * 0x9E37_79B9_7F4A_7C15L + addressLow;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8_FEB8_6659_FD93L + ((long) port << 8 | source);
    mixed = (mixed ^ (mixed >>> 29)) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 32);
  }

  /** The first eight bytes of the remote address. */
  public long addressHigh() {
    return addressHigh;
  }

  /** The last eight bytes of the remote address. */
  public long addressLow() {
    return addressLow;
  }

  /** The UDP port of the remote end. */
  public int port() {
    return port;
  }

  /** The index of the local socket within its link. */
  public int source() {
    return source;
  }

  /** Whether the remote address is IPv4 (carried as IPv4-mapped IPv6). */
  public boolean ipv4() {
    return addressHigh == 0 && addressLow >>> 32 == 0xFFFFL;
  }

  /** Whether the remote end is this host by its loopback address: 127.0.0.0/8 or ::1. */
  public boolean loopback() {
    return ipv4() ? (addressLow >>> 24 & 0xFF) == 127 : addressHigh == 0 && addressLow == 1;
  }

  /** Whether this path has the given content. */
  public boolean is(long otherHigh, long otherLow, int otherPort, int otherSource) {
    return addressLow == otherLow
        && addressHigh == otherHigh
        && port == otherPort
        && source == otherSource;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this
        || (other instanceof Path path
            && is(path.addressHigh, path.addressLow, path.port, path.source));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /**
   * Address and port as people write them: {@code 1.2.3.4:7300}, {@code [::1]:7300} (RFC 5952). The
   * source is not part of it.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(48);
    if (ipv4()) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        text.append(addressLow >>> shift & 0xFF).append(shift > 0 ? "." : "");
      }
    } else {
      text.append('[');
      appendIpv6(text);
      text.append(']');
    }
    return text.append(':').append(port).toString();
  }

  private void appendIpv6(StringBuilder text) {
    int zerosAt = -1;
    int zeros = 1; // a single zero group is written out
    for (int start = 0; start < GROUPS; start++) {
      int end = start;
      while (end < GROUPS && group(end) == 0) {
        end++;
      }
      if (end - start > zeros) {
        zerosAt = start;
        zeros = end - start;
      }
    }
    int index = 0;
    while (index < GROUPS) {
      if (index == zerosAt) {
        text.append("::");
        index += zeros;
        continue;
      }
      if (index > 0 && index != zerosAt + zeros) {
        text.append(':');
      }
      text.append(Integer.toHexString(group(index)));
      index++;
    }
  }

  private int group(int index) {
    long word = index < 4 ? addressHigh : addressLow;
    return (int) (word >>> (48 - 16 * (index & 3))) & 0xFFFF;
  }

  private static long word(byte[] bytes, int offset) {
    long word = 0;
    for (int i = 0; i < 8; i++) {
      word = word << 8 | (bytes[offset + i] & 0xFF);
    }
    return word;
  }
}
