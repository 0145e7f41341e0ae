package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A trace is one line a datagram, either way, until it has said enough. */
final class TraceLinkTest {

  private long nowNs = 1_000;
  private final List<String> lines = new ArrayList<>();

  @Test
  void tellsEachDatagram() throws Exception {
    InProcessHub hub = new InProcessHub();
    Link plain = hub.open(new InetSocketAddress(Loopback.IPV4, 7300));
    TraceLink link =
        new TraceLink(
            hub.open(Loopback.IPV4, 2),
            (segment, offset, length) -> "described",
            lines::add,
            3,
            () -> nowNs);

    nowNs += 123_456_789;
    link.claim(64);
    link.commit(link.path(plain.localAddresses().getFirst(), 1), 64);
    link.flush();
    nowNs += 12_000_000_000L;
    plain.claim(1_472);
    plain.commit(plain.path(link.localAddresses().get(0)), 1_472);
    plain.flush();
    link.receive((path, segment, offset, length) -> {}, 8);

    assertThat(lines)
        .containsExactly(
            "    0.123456789 out 1 127.0.0.1:7300 64 B  described",
            "   12.123456789 in  0 127.0.0.1:7300 1472 B  described");
    for (int i = 0; i < 5; i++) {
      link.claim(64);
      link.commit(link.path(plain.localAddresses().getFirst(), 1), 64);
    }
    assertThat(lines).hasSize(3);
    assertThat(link.untold()).isEqualTo(4);
    assertThat(link.capabilities().name()).isEqualTo("trace(in-process)");
  }
}
