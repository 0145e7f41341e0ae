package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: only packets that were sent, and lately, are found, with what was noted of them. */
class PacketLedgerTest {
  @Test
  void findsWhatWasSentAndForgetsTheOldest() {
    PacketLedger ledger = new PacketLedger(4, 1_000);
    for (int i = 0; i < 6; i++) {
      assertThat(ledger.record(10 + i, 70 + i, i % 3, 100 + i)).isEqualTo(1_000 + i);
    }
    assertThat(ledger.find(1_001)).isEqualTo(PacketLedger.NONE);
    for (int i = 2; i < 6; i++) {
      int position = ledger.find(1_000 + i);
      assertThat(position).isNotEqualTo(PacketLedger.NONE);
      assertThat(ledger.sentNs(position)).isEqualTo(10 + i);
      assertThat(ledger.owner(position)).isEqualTo(70 + i);
      assertThat(ledger.path(position)).isEqualTo(i % 3);
      assertThat(ledger.charge(position)).isEqualTo(100 + i);
    }
    assertThat(ledger.find(1_006)).as("not sent yet").isEqualTo(PacketLedger.NONE);
    assertThat(ledger.next()).isEqualTo(1_006);
  }

  @Test
  void numbersNeverSentAreNotFound() {
    PacketLedger ledger = new PacketLedger(256, 5);
    for (long number : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 5}) {
      assertThat(ledger.find(number)).as("%d", number).isEqualTo(PacketLedger.NONE);
    }
  }

  @Test
  void restartForgetsAndGoesOn() {
    PacketLedger ledger = new PacketLedger(8, 5);
    long number = ledger.record(1, 2, 3, 4);
    ledger.restart(ledger.next());
    assertThat(ledger.find(number)).isEqualTo(PacketLedger.NONE);
    assertThat(ledger.record(1, 2, 3, 4)).isEqualTo(number + 1);
  }
}
