package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The socket tables of Linux are read as the kernel writes them; other bytes give "unknown". */
final class ProcUdpTest {

  private static final String TITLES =
      "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode ref pointer drops            ";
  private static final String IPV4 =
      " 8691: 0100007F:A94F 00000000:0000 07 00000000:00007A80 00:00000000 00000000     0        0"
          + " 40562 2 00000000571a2f2a 17        ";
  private static final String IPV6 =
      " 2968: 00000000000000000000000001000000:D2F4 00000000000000000000000000000000:0000 07"
          + " 00000000:00000340 00:00000000 00000000     0        0 40564 2 00000000cef473aa 0";
  private static final String WILDCARD =
      " 2323: 00000000:D06F 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0"
          + " 40563 2 0000000095f9b87a 0         ";

  static boolean littleEndian() {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static InetSocketAddress address(String text, int port) throws Exception {
    return new InetSocketAddress(InetAddress.getByName(text), port);
  }

  @Test
  @EnabledIf("littleEndian")
  void readsALineOfEachTable() throws Exception {
    ByteBuffer ipv4 = bytes(IPV4);
    assertThat(ProcUdp.localPort(ipv4, 0, IPV4.length())).isEqualTo(0xA94F);
    assertThat(ProcUdp.receiveQueueBytes(ipv4, 0, IPV4.length())).isEqualTo(0x7A80);
    assertThat(ProcUdp.inode(ipv4, 0, IPV4.length())).isEqualTo(40_562);
    assertThat(ProcUdp.drops(ipv4, 0, IPV4.length())).isEqualTo(17);
    assertThat(matches(IPV4, "127.0.0.1", 0xA94F)).isTrue();
    assertThat(matches(IPV4, "127.0.0.2", 0xA94F)).isFalse();
    assertThat(matches(IPV4, "127.0.0.1", 0xA94E)).isFalse();

    ByteBuffer ipv6 = bytes(IPV6);
    assertThat(ProcUdp.receiveQueueBytes(ipv6, 0, IPV6.length())).isEqualTo(0x340);
    assertThat(ProcUdp.drops(ipv6, 0, IPV6.length())).isZero();
    assertThat(matches(IPV6, "::1", 0xD2F4)).isTrue();
    assertThat(matches(IPV6, "::2", 0xD2F4)).isFalse();
  }

  private static boolean matches(String line, String address, int port) throws Exception {
    byte[] field = ProcUdp.addressField(address(address, port));
    return ProcUdp.matches(bytes(line), 0, line.length(), field);
  }

  @Test
  void knowsASocketOnAllAddresses() {
    assertThat(ProcUdp.wildcard(bytes(WILDCARD), 0, WILDCARD.length())).isTrue();
    assertThat(ProcUdp.wildcard(bytes(IPV4), 0, IPV4.length())).isFalse();
    assertThat(ProcUdp.wildcard(bytes(TITLES), 0, TITLES.length())).isFalse();
  }

  @Test
  void otherBytesAreUnknownAndNeverThrow() {
    assertThat(ProcUdp.localPort(bytes(TITLES), 0, TITLES.length())).isEqualTo(FillGauge.UNKNOWN);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] line =
          IPV4.substring(0, random.nextInt(IPV4.length() + 1)).getBytes(StandardCharsets.US_ASCII);
      for (int flips = random.nextInt(4); flips > 0 && line.length > 0; flips--) {
        line[random.nextInt(line.length)] = (byte) random.nextInt(256);
      }
      ByteBuffer table = ByteBuffer.wrap(line);
      ProcUdp.localPort(table, 0, line.length);
      ProcUdp.wildcard(table, 0, line.length);
      ProcUdp.matches(table, 0, line.length, "0100007F:A94F".getBytes(StandardCharsets.US_ASCII));
      ProcUdp.receiveQueueBytes(table, 0, line.length);
      ProcUdp.inode(table, 0, line.length);
      ProcUdp.drops(table, 0, line.length);
    }
    assertThat(ProcUdp.drops(bytes(""), 0, 0)).isEqualTo(FillGauge.UNKNOWN);
  }
}
