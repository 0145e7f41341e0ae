package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: the scenarios of RFC 8985 in virtual time, on one path. */
class LossDetectorTest {
  private static final long MS = 1_000_000L;
  private static final long RTT = 8 * MS;

  private final RoundTripEstimator roundTrip = new RoundTripEstimator();
  private final LossDetector loss = new LossDetector(roundTrip, 100 * MS, 2_000 * MS, MS);

  private void answer(long nowNs, long sentNs, long packet) {
    roundTrip.sample(nowNs - sentNs);
    loss.onAnswered(nowNs, sentNs, packet, true);
  }

  @Test
  void nothingIsLostBeforeALaterPacketWasAnswered() {
    loss.onSent(0);
    assertThat(loss.lostNs(0, 1)).isEqualTo(LossDetector.NEVER);
    answer(RTT, 0, 1);
    assertThat(loss.lostNs(MS, 2)).isEqualTo(LossDetector.NEVER);
  }

  @Test
  void earlierPacketIsLostAfterARoundTripAndAQuarter() {
    answer(MS + RTT, MS, 2); // packet 2 left after packet 1
    assertThat(loss.lostNs(0, 1)).isEqualTo(RTT + RTT / 4);
    assertThat(loss.lost(RTT + RTT / 4 - 1, 0, 1)).isFalse();
    assertThat(loss.lost(RTT + RTT / 4, 0, 1)).isTrue();
  }

  @Test
  void packetsOfOneBurstAreOrderedByNumber() {
    answer(RTT, 0, 5);
    assertThat(loss.lostNs(0, 4)).isEqualTo(RTT + RTT / 4);
    assertThat(loss.lostNs(0, 6)).isEqualTo(LossDetector.NEVER);
  }

  @Test
  void wrongLossWidensTheWindowUpToARoundTripAndItShrinksAgain() {
    answer(RTT, 0, 1);
    long nowNs = RTT;
    for (int parts = 2; parts <= 6; parts++) {
      nowNs += 2 * RTT;
      loss.onSpurious(nowNs);
      assertThat(loss.reorderWindowNs()).isEqualTo(RTT * Math.min(parts, 4) / 4);
    }
    for (int parts = 3; parts >= 1; parts--) {
      nowNs += 65 * RTT;
      loss.onAnswered(nowNs, nowNs - RTT, nowNs, true);
      assertThat(loss.reorderWindowNs()).isEqualTo(RTT * parts / 4);
    }
  }

  @Test
  void severalWrongLossesOfOneRoundTripCountOnce() {
    answer(RTT, 0, 1);
    loss.onSpurious(2 * RTT);
    loss.onSpurious(2 * RTT + 1);
    loss.onSpurious(2 * RTT + 2);
    assertThat(loss.reorderWindowNs()).isEqualTo(RTT / 2);
  }

  @Test
  void answerFasterThanAnyRoundTripIsThatOfAnEarlierCopy() {
    answer(RTT, 0, 1);
    loss.onAnswered(3 * RTT, 3 * RTT - 1, 9, false);
    assertThat(loss.lostNs(2 * RTT, 5)).isEqualTo(LossDetector.NEVER);
    loss.onAnswered(4 * RTT, 3 * RTT, 10, false);
    assertThat(loss.lostNs(2 * RTT, 5)).isNotEqualTo(LossDetector.NEVER);
  }

  @Test
  void silentTailIsProbedAfterTwoRoundTripsThenGivenUpEverLater() {
    answer(RTT, 0, 1);
    loss.onSent(RTT);
    assertThat(loss.probes()).isTrue();
    assertThat(loss.timeoutNs()).isEqualTo(RTT + 2 * RTT + RTT / 2);
    long nowNs = loss.timeoutNs();
    loss.onTimeout(nowNs, 0);
    assertThat(loss.probes()).isFalse();
    long waited = loss.timeoutNs() - nowNs;
    assertThat(waited).isEqualTo(roundTrip.timeoutNs());
    nowNs = loss.timeoutNs();
    loss.onTimeout(nowNs, 0);
    assertThat(loss.timeoutNs() - nowNs).isEqualTo(2 * waited);
    answer(nowNs + RTT, nowNs, 7);
    assertThat(loss.timeouts()).isZero();
    assertThat(loss.probes()).isTrue();
  }

  @Test
  void withoutASampleTheFirstTimeoutHoldsAndDoublesUpToItsLimit() {
    loss.onSent(0);
    assertThat(loss.probes()).isFalse();
    assertThat(loss.timeoutNs()).isEqualTo(100 * MS);
    long nowNs = 0;
    long waited = 0;
    for (int i = 0; i < 40; i++) {
      waited = loss.timeoutNs() - nowNs;
      nowNs = loss.timeoutNs();
      loss.onTimeout(nowNs, 0);
    }
    assertThat(waited).isEqualTo(2_000 * MS);
  }

  @Test
  void jitterAddsAnEighthAtMost() {
    loss.onSent(0);
    loss.onTimeout(100 * MS, 1);
    assertThat(loss.timeoutNs() - 100 * MS).isEqualTo(200 * MS + 25 * MS);
  }
}
