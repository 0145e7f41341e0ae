package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Goal: a session knows its addresses and its times. */
class SessionTest {
  private final SessionTable table =
      new SessionTable(2, new WindowPool(2, 64, 0), KeptResults.NONE, Rules.ALL);
  private final Session session = Objects.requireNonNull(table.create(1, 64, 64, 0));

  private static Path path(int port) {
    return Path.ofIpv4(0x0A000001, port, 0);
  }

  @Test
  void answersToItsAddressesOverAnySocket() {
    assertThat(session.addressOf(path(1))).isEqualTo(Session.NOT_HERE);
    assertThat(session.addAddress(path(1), 0)).isZero();
    assertThat(session.addAddress(path(2), 0)).isEqualTo(1);
    assertThat(session.addressOf(path(1))).isZero();
    assertThat(session.addressOf(path(2))).isEqualTo(1);
    assertThat(session.addressOf(Path.ofIpv4(0x0A000001, 2, 9))).isEqualTo(1);
    assertThat(session.addressOf(path(3))).isEqualTo(Session.NOT_HERE);
    assertThat(session.addressOf(Path.ofIpv4(0x0A000002, 1, 0))).isEqualTo(Session.NOT_HERE);
    assertThat(session.addressOf(Path.of(1, path(1).addressLow(), 1, 0)))
        .isEqualTo(Session.NOT_HERE);
    assertThat(session.addressCount()).isEqualTo(2);
    assertThat(session.address(1)).isEqualTo(path(2));
    assertThatThrownBy(() -> session.address(2)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theAddressUnusedForLongestGivesWay() {
    for (int i = 0; i < Session.ADDRESSES_MAX; i++) {
      assertThat(session.addAddress(path(i), i)).isEqualTo(i);
    }
    session.heard(100, 10, 1, 0, path(0));
    session.heard(101, 10, 1, 1, path(1));
    assertThat(session.addAddress(path(99), 102)).isEqualTo(2);
    assertThat(session.addressCount()).isEqualTo(Session.ADDRESSES_MAX);
    assertThat(session.addressOf(path(2))).isEqualTo(Session.NOT_HERE);
    assertThat(session.addressOf(path(99))).isEqualTo(2);
  }

  @Test
  void hearingRenewsTheLeaseAndTellsWhereToAnswer() {
    session.addAddress(path(1), 0);
    session.addAddress(path(2), 0);
    Path bySocket = Path.ofIpv4(0x0A000001, 2, 5);
    session.heard(1_000, 50, 777, 1, bySocket);
    assertThat(session.leaseEndNs()).isEqualTo(1_050);
    assertThat(session.heardNs()).isEqualTo(1_000);
    assertThat(session.latestPacket()).isEqualTo(777);
    assertThat(session.latestPath()).isSameAs(bySocket);
  }

  @Test
  void theLastTicketCounts() {
    session.ticketUntil(100);
    session.ticketUntil(50);
    assertThat(session.ticketEndNs()).isEqualTo(100);
    session.ticketUntil(150);
    assertThat(session.ticketEndNs()).isEqualTo(150);
  }

  @Test
  void aSessionUsedAgainRemembersNothing() {
    session.addAddress(path(1), 0);
    session.heard(1_000, 50, 777, 0, path(1));
    session.ticketUntil(5_000);
    session.acknowledgementDue(true);
    session.restore(1, 2, 3, 4);
    assertThat(session.granted()).isEqualTo(4);
    assertThat(session.packetNumber()).isEqualTo(3);
    assertThat(session.ticketEndNs()).isEqualTo(2);
    assertThat(session.leaseEndNs()).isEqualTo(1);
    table.remove(session);
    Session again = Objects.requireNonNull(table.create(2, 64, 128, 9));
    assertThat(again).isSameAs(session);
    assertThat(again.addressCount()).isZero();
    assertThat(again.addressOf(path(1))).isEqualTo(Session.NOT_HERE);
    assertThat(again.latestPacket()).isZero();
    assertThat(again.acknowledgementDue()).isFalse();
    assertThat(again.granted()).isZero();
    assertThat(again.packetNumber()).isEqualTo(9);
    again.ticketUntil(7);
    assertThat(again.ticketEndNs()).isEqualTo(7);
  }
}
