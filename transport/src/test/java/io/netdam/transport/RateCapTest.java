package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Goal: random loss becomes usual, loss from the rate becomes a cap at the rate that arrives. */
class RateCapTest {
  private static final long ROUND = 1_000_000L;
  private static final int BYTES = 1_000;
  private static final int WANTED = 400;

  private final RateCap cap = new RateCap();
  private final SendRounds rounds = new SendRounds();
  private final Random random = new Random(5);
  private long nowNs;
  private int lastSent;

  /** One round at the wanted rate or the cap, over a path with random loss and a limit. */
  private void round(double loss, int limitPackets) {
    double rate = cap.bytesPerSecond() * ROUND / 1e9 / BYTES;
    lastSent = (int) Math.min(WANTED, rate);
    int passed = 0;
    rounds.next(nowNs);
    for (int i = 0; i < lastSent; i++) {
      rounds.onSent(BYTES);
    }
    int[] fates = new int[lastSent];
    for (int i = 0; i < lastSent; i++) {
      boolean policed = i >= limitPackets;
      fates[i] = policed || random.nextDouble() < loss ? 1 : 0;
      passed += 1 - fates[i];
    }
    double arrival = RateCap.perSecond((double) passed * BYTES, ROUND);
    for (int fate : fates) {
      if (fate == 1) {
        rounds.onLost(nowNs, BYTES);
      } else {
        rounds.onDelivered(nowNs, BYTES);
      }
    }
    nowNs += ROUND;
    cap.onRound(rounds, nowNs, arrival);
  }

  @Test
  void noLossNoCap() {
    for (int i = 0; i < 200; i++) {
      round(0, WANTED);
      assertThat(cap.active()).isFalse();
    }
    assertThat(cap.bytesPerSecond()).isEqualTo(RateCap.NONE);
  }

  @Test
  void randomLossIsLearnedAndCostsLittleAfterwards() {
    for (int i = 0; i < 60; i++) {
      round(0.1, WANTED);
    }
    assertThat(cap.usualLoss()).isBetween(0.06, 0.14);
    long sent = 0;
    for (int i = 0; i < 500; i++) {
      round(0.1, WANTED);
      sent += lastSent;
    }
    assertThat(sent / 500.0).isGreaterThan(0.9 * WANTED);
  }

  @Test
  void policerIsFoundAndHeld() {
    for (int i = 0; i < 40; i++) {
      round(0, 200);
    }
    assertThat(cap.confirmed()).isTrue();
    assertThat(cap.usualLoss()).isLessThan(0.05);
    long sent = 0;
    for (int i = 0; i < 500; i++) {
      round(0, 200);
      sent += lastSent;
    }
    assertThat(sent / 500.0).isBetween(180.0, 220.0);
  }

  @Test
  void policerThatGoesAwayIsLeftBehind() {
    for (int i = 0; i < 40; i++) {
      round(0, 200);
    }
    assertThat(cap.confirmed()).isTrue();
    for (int i = 0; i < 400; i++) {
      round(0, WANTED);
    }
    assertThat(cap.active()).isFalse();
    assertThat(lastSent).isEqualTo(WANTED);
  }

  @Test
  void testOfTooFewPacketsEnds() {
    for (int i = 0; i < 10 && !cap.active(); i++) {
      round(0.5, WANTED);
    }
    assertThat(cap.active()).isTrue();
    for (int i = 0; i < 60; i++) {
      rounds.next(nowNs);
      nowNs += ROUND;
      cap.onRound(rounds, nowNs, 0);
    }
    assertThat(cap.active()).isFalse();
  }

  @Test
  void noTestWhileMoreArrivesTheMoreIsSent() {
    cap.rising(true);
    for (int i = 0; i < 60; i++) {
      round(0.3, WANTED);
      cap.onLoss(rounds, 1, nowNs, 1e9);
      assertThat(cap.active()).isFalse();
    }
    cap.rising(false);
    cap.onLoss(rounds, 1, nowNs, 1e9);
    assertThat(cap.active()).isTrue();
  }

  @Test
  void oneJudgementOfMuchLossIsAnOutlier() {
    for (int i = 0; i < 60; i++) { // later what is usual is tested again
      round(i % 20 == 0 ? 0.1 : 0, WANTED);
      assertThat(cap.active()).as("round %d", i).isFalse();
    }
  }

  @Test
  void lossOfWhichHalfRemainsAtTheLowerRateIsUsual() {
    assertThat(confirmedWithRemaining(0.1)).isFalse();
    assertThat(cap.active()).isFalse();
    assertThat(cap.usualLoss()).isBetween(0.06, 0.14);
  }

  @Test
  void lossOfWhichATenthRemainsAtTheLowerRateComesFromIt() {
    assertThat(confirmedWithRemaining(0.02)).isTrue();
    assertThat(cap.usualLoss()).isLessThan(0.05);
  }

  /** A fifth is lost until a test begins, then so much; whether it ends with a cap. */
  private boolean confirmedWithRemaining(double loss) {
    for (int i = 0; i < 20 && !cap.active(); i++) {
      round(0.2, WANTED);
    }
    assertThat(cap.active()).isTrue();
    assertThat(cap.confirmed()).isFalse();
    for (int i = 0; i < 60 && cap.active() && !cap.confirmed(); i++) {
      round(loss, WANTED);
    }
    return cap.confirmed();
  }

  @Test
  void timeoutEndsATestWithoutVerdict() {
    for (int i = 0; i < 20 && !cap.active(); i++) {
      round(0.2, WANTED);
    }
    assertThat(cap.active()).isTrue();
    cap.onTimeout();
    assertThat(cap.active()).isFalse();
    assertThat(cap.usualLoss()).isZero();
    assertThat(cap.bytesPerSecond()).isEqualTo(RateCap.NONE);
  }

  @Test
  void usualLossIsNotTestedAgainInARoundOfYielding() {
    for (int i = 0; i < 60; i++) {
      round(0.1, WANTED);
    }
    assertThat(cap.active()).isFalse();
    double usual = cap.usualLoss();
    cap.yielding(true);
    for (int i = 0; i < 200; i++) {
      round(usual, WANTED);
      assertThat(cap.active()).isFalse();
    }
    cap.yielding(false);
    for (int i = 0; i < 20 && !cap.active(); i++) {
      round(usual, WANTED);
    }
    assertThat(cap.active()).isTrue();
  }
}
