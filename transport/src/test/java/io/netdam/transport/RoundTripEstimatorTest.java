package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: the estimates of RFC 6298 section 2, worked out by hand. */
class RoundTripEstimatorTest {
  @Test
  void firstSampleSetsAll() {
    RoundTripEstimator estimator = new RoundTripEstimator();
    assertThat(estimator.known()).isFalse();
    estimator.sample(800);
    assertThat(estimator.known()).isTrue();
    assertThat(estimator.smoothedNs()).isEqualTo(800);
    assertThat(estimator.variationNs()).isEqualTo(400);
    assertThat(estimator.timeoutNs()).isEqualTo(800 + 4 * 400);
  }

  @Test
  void laterSamplesMoveByAnEighthAndAQuarter() {
    RoundTripEstimator estimator = new RoundTripEstimator();
    estimator.sample(800);
    estimator.sample(1_600);
    // variation 400 + (800 - 400) / 4, smoothed 800 + 800 / 8
    assertThat(estimator.variationNs()).isEqualTo(500);
    assertThat(estimator.smoothedNs()).isEqualTo(900);
    assertThat(estimator.minimumNs()).isEqualTo(800);
    assertThat(estimator.latestNs()).isEqualTo(1_600);
  }

  @Test
  void timeoutIsAtLeastAQuarterMoreThanTheRoundTrip() {
    RoundTripEstimator estimator = new RoundTripEstimator();
    for (int i = 0; i < 200; i++) {
      estimator.sample(10_000);
    }
    assertThat(estimator.timeoutNs()).isEqualTo(12_500);
  }

  @Test
  void zeroCountsAsOneAndResetForgets() {
    RoundTripEstimator estimator = new RoundTripEstimator();
    estimator.sample(0);
    assertThat(estimator.smoothedNs()).isEqualTo(1);
    estimator.reset();
    assertThat(estimator.known()).isFalse();
    assertThat(estimator.minimumNs()).isEqualTo(Long.MAX_VALUE);
  }
}
