package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.transport.Path;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: an address is trusted if and only if a named network holds it, and nobody names all. */
final class NetworksTest {

  private static boolean holds(List<String> networks, String address) {
    return Networks.of(networks).contains(InetAddress.ofLiteral(address));
  }

  @Test
  void holdsWhatLiesBelowThePrefix() {
    List<String> networks = List.of("10.0.0.0/8", "192.168.4.0/23", "fd00::/8", "2001:db8::7");
    assertThat(holds(networks, "10.255.3.4")).isTrue();
    assertThat(holds(networks, "11.0.0.0")).isFalse();
    assertThat(holds(networks, "192.168.5.255")).isTrue();
    assertThat(holds(networks, "192.168.6.0")).isFalse();
    assertThat(holds(networks, "fdff::1")).isTrue();
    assertThat(holds(networks, "fe00::1")).isFalse();
    assertThat(holds(networks, "2001:db8::7")).isTrue();
    assertThat(holds(networks, "2001:db8::8")).isFalse();
  }

  @Test
  void holdsNothingWhenEmpty() {
    assertThat(holds(List.of(), "127.0.0.1")).isFalse();
    assertThat(Networks.of(List.of()).isEmpty()).isTrue();
  }

  @Test
  void takesPathsAsAddresses() {
    Networks networks = Networks.of(List.of("10.1.0.0/16"));
    assertThat(networks.contains(Path.ofIpv4(0x0A01_0203, 7300, 0))).isTrue();
    assertThat(networks.contains(Path.ofIpv4(0x0A02_0203, 7300, 0))).isFalse();
  }

  @Test
  void doesNotTakeAnIpv6AddressForAnIpv4Network() {
    assertThat(holds(List.of("0.0.0.0/1"), "::7f00:1")).isFalse();
  }

  @Test
  void refusesEverybody() {
    for (String all : List.of("0.0.0.0/0", "::/0")) {
      assertThatThrownBy(() -> Networks.of(List.of(all)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(all + " holds every address");
    }
  }

  @Test
  void refusesBitsBeyondThePrefix() {
    assertThatThrownBy(() -> Networks.of(List.of("10.0.0.7/8")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("10.0.0.7/8 has bits beyond its prefix of 8; set them to zero");
  }

  @Test
  void refusesWhatIsNoNetwork() {
    for (String bad :
        List.of(
            "",
            "/",
            "10.0.0.0/",
            "10.0.0.0/33",
            "10.0.0.0/-1",
            "10.0.0.0/+8",
            "host/8",
            "fd00::/129",
            "10.0.0.0/8/8")) {
      assertThatThrownBy(() -> Networks.of(List.of(bad)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is no network");
    }
  }
}
