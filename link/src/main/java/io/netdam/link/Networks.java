package io.netdam.link;

import io.netdam.transport.Path;
import java.net.InetAddress;
import java.util.List;

/**
 * A list of networks, each as {@code 10.0.0.0/8} or {@code fd00::/8}. Immutable. Networks that hold
 * every address are refused: who trusts everybody trusts nobody, and means something else.
 */
public final class Networks {

  private static final int IPV4_BITS = 32;
  private static final int MAPPED_BITS = 96;
  private static final long MAPPED_PREFIX = 0xFFFFL << 32;

  private final long[] highs;
  private final long[] lows;
  private final int[] lengths;
  private final String text;

  private Networks(List<String> written) {
    int count = written.size();
    this.highs = new long[count];
    this.lows = new long[count];
    this.lengths = new int[count];
    this.text = String.join(", ", written);
    for (int i = 0; i < count; i++) {
      parse(i, written.get(i));
    }
  }

  /**
   * Reads networks.
   *
   * @param written each as {@code address/prefix}; a lone address is that host only
   * @throws IllegalArgumentException if one is malformed, has bits beyond its prefix, or holds
   *     every address
   */
  public static Networks of(List<String> written) {
    return new Networks(written);
  }

  private void parse(int index, String written) {
    int slash = written.indexOf('/');
    String literal = slash < 0 ? written : written.substring(0, slash);
    byte[] address = literal(literal, written);
    boolean ipv4 = address.length == 4;
    int bits = ipv4 ? IPV4_BITS : 128;
    int prefix = slash < 0 ? bits : prefix(written.substring(slash + 1), bits, written);
    if (prefix == 0) {
      throw new IllegalArgumentException(
          written + " holds every address; name the networks that you trust, as 10.0.0.0/8");
    }
    int length = ipv4 ? prefix + MAPPED_BITS : prefix;
    long high = ipv4 ? 0 : word(address, 0, 8);
    long low = ipv4 ? MAPPED_PREFIX | word(address, 0, 4) : word(address, 8, 8);
    if ((high & ~maskHigh(length)) != 0 || (low & ~maskLow(length)) != 0) {
      throw new IllegalArgumentException(
          written + " has bits beyond its prefix of " + prefix + "; set them to zero");
    }
    highs[index] = high;
    lows[index] = low;
    lengths[index] = length;
  }

  private static byte[] literal(String literal, String written) {
    try {
      return InetAddress.ofLiteral(literal).getAddress();
    } catch (IllegalArgumentException e) {
      throw malformed(written);
    }
  }

  private static int prefix(String digits, int bits, String written) {
    try {
      int prefix = Integer.parseInt(digits);
      if (prefix >= 0 && prefix <= bits && Character.isDigit(digits.charAt(0))) {
        return prefix;
      }
    } catch (NumberFormatException e) {
      // told below, with the whole text
    }
    throw malformed(written);
  }

  private static IllegalArgumentException malformed(String written) {
    return new IllegalArgumentException(
        "\"" + written + "\" is no network; write it as 10.0.0.0/8 or fd00::/8");
  }

  private static long word(byte[] bytes, int offset, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      word = word << 8 | (bytes[offset + i] & 0xFF);
    }
    return word;
  }

  private static long maskHigh(int length) {
    return length >= 64 ? -1L : -1L << (64 - length);
  }

  private static long maskLow(int length) {
    return length <= 64 ? 0 : -1L << (128 - length);
  }

  /** Whether the remote address lies in one of the networks. */
  public boolean contains(Path path) {
    return contains(path.addressHigh(), path.addressLow());
  }

  /** Whether the address lies in one of the networks; IPv4 is mapped. */
  public boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 4
        ? contains(0, MAPPED_PREFIX | word(bytes, 0, 4))
        : contains(word(bytes, 0, 8), word(bytes, 8, 8));
  }

  private boolean contains(long high, long low) {
    for (int i = 0; i < lengths.length; i++) {
      if ((high & maskHigh(lengths[i])) == highs[i] && (low & maskLow(lengths[i])) == lows[i]) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return lengths.length == 0;
  }

  /** As written, with commas. */
  @Override
  public String toString() {
    return text;
  }
}
