package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A path reads as people write addresses, is equal by content and knows loopback. */
final class PathTest {

  private static Path path(String address, int port) {
    return Path.of(HexFormat.of().parseHex(address), port, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "00000000000000000000ffff01020304 | 1.2.3.4:7300",
        "00000000000000000000ffffffffffff | 255.255.255.255:7300",
        "00000000000000000000000000000001 | [::1]:7300",
        "00000000000000000000000000000000 | [::]:7300",
        "20010db8000000000000000000000001 | [2001:db8::1]:7300",
        "20010db8000000010001000100010001 | [2001:db8:0:1:1:1:1:1]:7300",
        "20010db8000000000001000000000001 | [2001:db8::1:0:0:1]:7300",
        "fe800000000000000000000000000000 | [fe80::]:7300",
        "0001000200030004000500060007abcd | [1:2:3:4:5:6:7:abcd]:7300",
        "20010000000100000000000000010000 | [2001:0:1::1:0]:7300",
      })
  void isWrittenAsPeopleWriteIt(String address, String text) {
    assertThat(path(address, 7300)).hasToString(text);
  }

  @Test
  void keepsTheWordsItWasGiven() {
    Path path = path("0102030405060708090a0b0c0d0e0ff0", 65_535);

    assertThat(path.addressHigh()).isEqualTo(0x0102030405060708L);
    assertThat(path.addressLow()).isEqualTo(0x090a0b0c0d0e0ff0L);
    assertThat(path.port()).isEqualTo(65_535);
    assertThat(path.ipv4()).isFalse();
  }

  @Test
  void isEqualByContentAndSourceIsPartOfIt() {
    Path path = Path.ofIpv4(0x7F000001, 7300, 1);

    assertThat(path).isEqualTo(Path.of(0, 0xFFFF_7F00_0001L, 7300, 1));
    assertThat(path).hasSameHashCodeAs(Path.of(0, 0xFFFF_7F00_0001L, 7300, 1));
    assertThat(path).isNotEqualTo(Path.ofIpv4(0x7F000001, 7300, 2));
    assertThat(path).isNotEqualTo(Path.ofIpv4(0x7F000001, 7301, 1));
    assertThat(path).isNotEqualTo(Path.ofIpv4(0x7F000002, 7300, 1));
    assertThat(path).isNotEqualTo(Path.of(1, 0xFFFF_7F00_0001L, 7300, 1));
    assertThat(path.hashCode()).isEqualTo(Path.hash(0, 0xFFFF_7F00_0001L, 7300, 1));
  }

  @Test
  void loopbackIsThe127NetworkAndOneIpv6Address() {
    assertThat(Path.ofIpv4(0x7F000001, 1, 0).loopback()).isTrue();
    assertThat(Path.ofIpv4(0x7FFFFFFF, 1, 0).loopback()).isTrue();
    assertThat(Path.ofIpv4(0x80000001, 1, 0).loopback()).isFalse();
    assertThat(Path.ofIpv4(0x0A00007F, 1, 0).loopback()).isFalse();
    assertThat(Path.of(0, 1, 1, 0).loopback()).isTrue();
    assertThat(Path.of(0, 2, 1, 0).loopback()).isFalse();
    assertThat(Path.of(1, 1, 1, 0).loopback()).isFalse();
    // IPv4-compatible, not IPv4-mapped: no loopback, whatever its last bytes say.
    assertThat(Path.of(0, 0x7F000001L, 1, 0).loopback()).isFalse();
  }

  @Test
  void refusesWhatIsNoPath() {
    assertThatThrownBy(() -> Path.of(new byte[4], 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Path.of(0, 1, -1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Path.of(0, 1, 65_536, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Path.of(0, 1, 1, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Path.of(0, 1, 1, 256)).isInstanceOf(IllegalArgumentException.class);
  }
}
