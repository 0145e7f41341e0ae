package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: what became of packets is booked to the round in which they were sent. */
class SendRoundsTest {
  @Test
  void booksByTheTimeOfSending() {
    SendRounds rounds = new SendRounds();
    assertThat(rounds.onLost(5, 1)).as("no round yet").isEqualTo(-1);
    for (int round = 0; round < 4; round++) {
      rounds.next(100L * round);
      rounds.onSent(10);
      rounds.onSent(10);
    }
    rounds.onDelivered(0, 10);
    rounds.onDelivered(250, 10);
    assertThat(rounds.onLost(199, 10)).isEqualTo(2);
    assertThat(rounds.onLost(300, 10)).isEqualTo(0);
    assertThat(rounds.onLost(-1, 10)).as("before the oldest").isEqualTo(-1);
    assertThat(rounds.deliveredBytes(3)).isEqualTo(10);
    assertThat(rounds.deliveredBytes(1)).isEqualTo(10);
    assertThat(rounds.lostBytes(2)).isEqualTo(10);
    assertThat(rounds.lostPackets(0)).isEqualTo(1);
    assertThat(rounds.sentBytes(1)).isEqualTo(20);
    assertThat(rounds.sentPackets(1)).isEqualTo(2);
    assertThat(rounds.lengthNs(1)).isEqualTo(100);
    assertThat(rounds.startNs(0)).isEqualTo(300);
  }

  @Test
  void wrongLossIsTakenBackFromTheYoungest() {
    SendRounds rounds = new SendRounds();
    rounds.next(0);
    rounds.onLost(0, 10);
    rounds.next(100);
    rounds.onLost(100, 10);
    rounds.onSpurious(10);
    assertThat(rounds.lostBytes(0)).isZero();
    assertThat(rounds.lostBytes(1)).isEqualTo(10);
    rounds.onSpurious(10);
    rounds.onSpurious(10);
    assertThat(rounds.lostBytes(1)).isZero();
    assertThat(rounds.lostPackets(1)).isZero();
  }

  @Test
  void restartForgets() {
    SendRounds rounds = new SendRounds();
    rounds.next(0);
    rounds.onSent(10);
    rounds.restart(50);
    assertThat(rounds.onLost(10, 10)).isEqualTo(-1);
    assertThat(rounds.sentBytes(0)).isZero();
  }
}
