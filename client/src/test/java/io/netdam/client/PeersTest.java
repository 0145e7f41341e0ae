package io.netdam.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: an address is read as people write it, and none beyond loopback is spoken to unasked. */
final class PeersTest {

  private final Peers peers = new Peers(List.of("10.0.0.0/8", "fd00::/8"));

  @Test
  void readsAddresses() {
    assertThat(peers.peer("127.0.0.1:7300").address().getPort()).isEqualTo(7_300);
    assertThat(peers.peer("[::1]:65535").address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(peers.peer("localhost:1").address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(peers.peer("10.1.2.3:7300").text()).isEqualTo("10.1.2.3:7300");
    assertThat(peers.peer("[fd00::1]:7300").text()).isEqualTo("[fd00::1]:7300");
  }

  @Test
  void sharesWhatHasOneAddress() {
    Peer peer = peers.peer("127.0.0.1:7300");
    assertThat(peers.peer("127.0.0.1:7300")).isSameAs(peer);
    assertThat(peers.peer("127.0.0.1:7301")).isNotSameAs(peer);
  }

  @Test
  void refusesWhatIsNoAddress() {
    for (String bad :
        List.of(
            "",
            ":",
            ":1",
            "127.0.0.1",
            "127.0.0.1:",
            "127.0.0.1:0",
            "127.0.0.1:65536",
            "127.0.0.1:-1",
            "127.0.0.1:x",
            "::1:7300",
            "[::1]",
            "[::1:7300",
            "[x]:1")) {
      assertThatThrownBy(() -> peers.peer(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "\"" + bad + "\" is no address; write it as 10.0.0.7:7300, [::1]:7300 or name:7300");
    }
  }

  @Test
  void refusesNetworksThatNobodyNamed() {
    assertThatThrownBy(() -> peers.peer("192.0.2.7:7300"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "192.0.2.7:7300 is beyond loopback and in no trusted network; packets to it would"
                + " travel in clear. Name its network if you trust it:"
                + " NETDAM_TRUSTED_NETWORK=192.0.2.7/32");
  }

  @Test
  void saysWhenANameIsNotKnown() {
    assertThatThrownBy(() -> peers.peer("no.such.name.invalid:7300"))
        .isInstanceOf(NetDamException.Unreachable.class)
        .hasMessage(
            "the name no.such.name.invalid has no address. Nothing was changed. Remedy: check the"
                + " name, or give the address itself.");
  }

  @Test
  void knowsABoundedNumberOfDevices() {
    for (int port = 1; port <= Peers.PEERS_MAX; port++) {
      peers.peer("127.0.0.1:" + port);
    }
    assertThatThrownBy(() -> peers.peer("127.0.0.1:" + (Peers.PEERS_MAX + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 256 devices");
    assertThat(peers.peer("127.0.0.1:1").index()).isZero();
  }
}
