package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.transport.Path;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** A hub loses and counts what its queues cannot hold, and gives each address to one link. */
final class InProcessHubTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @Test
  void whatAFullQueueLosesIsCounted() throws Exception {
    InProcessHub hub = new InProcessHub(128, 8);
    Link sender = hub.open(ANY_PORT);
    Link receiver = hub.open(ANY_PORT);
    Path to = sender.path(receiver.localAddresses().getFirst());
    for (int i = 0; i < 20; i++) {
      assertThat(sender.claim(64)).isNotNull();
      sender.commit(to, 64);
    }
    assertThat(sender.flush()).isZero();

    assertThat(receiver.occupancy()).isEqualTo(255);
    assertThat(receiver.receive((path, segment, offset, length) -> {}, 100)).isEqualTo(8);
    assertThat(receiver.occupancy()).isZero();
    assertThat(receiver.counters().value(LinkCounter.OVERFLOWED)).isEqualTo(12);
    assertThat(sender.counters().value(LinkCounter.SENT)).isEqualTo(20);
  }

  @Test
  void whereNobodyListensIsUnreachable() throws Exception {
    InProcessHub hub = new InProcessHub();
    Link sender = hub.open(ANY_PORT);
    Link receiver = hub.open(ANY_PORT);
    Path to = sender.path(receiver.localAddresses().getFirst());
    sender.claim(64);
    sender.commit(to, 64);
    sender.flush();
    receiver.close();
    sender.claim(64);
    sender.commit(to, 64);
    assertThat(sender.flush()).isZero();

    assertThat(sender.counters().value(LinkCounter.SENT)).isEqualTo(1);
    assertThat(sender.counters().value(LinkCounter.SEND_UNREACHABLE)).isEqualTo(1);
  }

  @Test
  void anAddressBelongsToOneLink() throws Exception {
    InProcessHub hub = new InProcessHub();
    Link link = hub.open(ANY_PORT);
    InetSocketAddress taken = link.localAddresses().getFirst();

    assertThatThrownBy(() -> hub.open(taken))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("in use");
    assertThatThrownBy(() -> hub.open(ANY_PORT.getAddress(), 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new InProcessHub(0, 1)).isInstanceOf(IllegalArgumentException.class);
    link.close();
    assertThat(hub.open(taken).localAddresses()).containsExactly(taken);
  }

  @Test
  void aHubIsAWorldOfItsOwn() throws Exception {
    Link one = new InProcessHub().open(ANY_PORT);
    Link other = new InProcessHub().open(ANY_PORT);
    assertThat(one.localAddresses()).isEqualTo(other.localAddresses());
    one.claim(64);
    one.commit(one.path(other.localAddresses().getFirst()), 64); // its own address
    one.flush();

    assertThat(other.receive((path, segment, offset, length) -> {}, 8)).isZero();
    assertThat(one.receive((path, segment, offset, length) -> {}, 8)).isEqualTo(1);
  }
}
