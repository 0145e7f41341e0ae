package io.netdam.link;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Reads the tables of UDP sockets that Linux shows in {@code /proc/net/udp} and {@code
 * /proc/net/udp6}: after a line of titles, one line a socket,
 *
 * <pre>
 *   sl  local_address rem_address   st tx_queue rx_queue tr tm-&gt;when retrnsmt   uid  timeout inode ref pointer drops
 * 8691: 0100007F:A94F 00000000:0000 07 00000000:00007A80 00:00000000 00000000     0        0 40562 2 00000000571a2f2a 0
 * </pre>
 *
 * The address is hexadecimal, each 32-bit word in the host's byte order; the port is hexadecimal;
 * {@code rx_queue} is the bytes unread as the kernel counts them, hexadecimal; the last column is
 * the datagrams dropped, decimal. Source: proc_net(5), Linux Documentation/networking.
 */
final class ProcUdp {

  static final String IPV4_TABLE = "/proc/net/udp";
  static final String IPV6_TABLE = "/proc/net/udp6";

  private static final int ADDRESS_FIELD = 1;
  private static final int QUEUE_FIELD = 4;
  private static final int INODE_FIELD = 9;
  private static final int DROPS_FIELD = 12;

  private ProcUdp() {}

  /** The table that lists a socket bound to this address. */
  static String table(InetSocketAddress local) {
    return local.getAddress() instanceof Inet4Address ? IPV4_TABLE : IPV6_TABLE;
  }

  /** How the table writes a local address, as ASCII bytes. */
  static byte[] addressField(InetSocketAddress local) {
    ByteBuffer address =
        ByteBuffer.wrap(local.getAddress().getAddress()).order(ByteOrder.nativeOrder());
    HexFormat hex = HexFormat.of().withUpperCase();
    StringBuilder text = new StringBuilder(37);
    while (address.hasRemaining()) {
      text.append(hex.toHexDigits(address.getInt()));
    }
    text.append(':').append(hex.toHexDigits((short) local.getPort()));
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether the line in {@code [start, end)} is about the socket with this address field. */
  static boolean matches(ByteBuffer table, int start, int end, byte[] addressField) {
    int at = field(table, start, end, ADDRESS_FIELD);
    if (end - at <= addressField.length || table.get(at + addressField.length) != ' ') {
      return false;
    }
    for (int i = addressField.length - 1; i >= 0; i--) { // ports differ sooner than addresses
      if (table.get(at + i) != addressField[i]) {
        return false;
      }
    }
    return true;
  }

  /** The local port of the line, or {@link FillGauge#UNKNOWN}. */
  static long localPort(ByteBuffer table, int start, int end) {
    return afterColon(table, field(table, start, end, ADDRESS_FIELD), end);
  }

  /** Whether the socket of the line listens on all addresses. */
  static boolean wildcard(ByteBuffer table, int start, int end) {
    int at = field(table, start, end, ADDRESS_FIELD);
    while (at < end && table.get(at) == '0') {
      at++;
    }
    return at < end && table.get(at) == ':';
  }

  /** Bytes unread, or {@link FillGauge#UNKNOWN} when the line has another shape. */
  static long receiveQueueBytes(ByteBuffer table, int start, int end) {
    return afterColon(table, field(table, start, end, QUEUE_FIELD), end);
  }

  /** Datagrams dropped, or {@link FillGauge#UNKNOWN}. */
  static long drops(ByteBuffer table, int start, int end) {
    return number(table, field(table, start, end, DROPS_FIELD), end, 10);
  }

  /** The socket's inode, or {@link FillGauge#UNKNOWN}. */
  static long inode(ByteBuffer table, int start, int end) {
    return number(table, field(table, start, end, INODE_FIELD), end, 10);
  }

  /** Where the line that starts here ends (its line feed), or -1 when it is not whole. */
  static int lineEnd(ByteBuffer table, int start) {
    for (int i = start; i < table.limit(); i++) {
      if (table.get(i) == '\n') {
        return i;
      }
    }
    return -1;
  }

  private static long afterColon(ByteBuffer table, int fieldStart, int end) {
    int at = fieldStart;
    while (at < end && table.get(at) != ':' && table.get(at) != ' ') {
      at++;
    }
    return at < end && table.get(at) == ':' ? number(table, at + 1, end, 16) : FillGauge.UNKNOWN;
  }

  private static int field(ByteBuffer table, int start, int end, int index) {
    int at = start;
    for (int i = 0; ; i++) {
      while (at < end && table.get(at) == ' ') {
        at++;
      }
      if (i == index) {
        return at;
      }
      while (at < end && table.get(at) != ' ') {
        at++;
      }
    }
  }

  private static long number(ByteBuffer table, int start, int end, int radix) {
    long value = 0;
    int at = start;
    while (at < end) {
      int digit = Character.digit(table.get(at), radix);
      if (digit < 0) {
        break;
      }
      value = value * radix + digit;
      at++;
    }
    return at == start ? FillGauge.UNKNOWN : value;
  }
}
