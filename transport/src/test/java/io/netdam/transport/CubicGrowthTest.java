package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Goal: the curve of RFC 9438, at points worked out by hand. */
class CubicGrowthTest {
  private static final double SEGMENT = 1_460;
  private static final long S = 1_000_000_000L;

  @Test
  void lossTakesThreeTenthsAndTheMaximumComesBackAfterK() {
    CubicGrowth cubic = new CubicGrowth();
    cubic.begin(0, 1_000 * SEGMENT);
    assertThat(cubic.onLoss(0, 1_000 * SEGMENT) / SEGMENT).isCloseTo(700, within(1e-6));
    // K = cbrt(300 / 0.4) = 9.086 s; the round trip is long, so that Reno is slower
    double k = Math.cbrt(750);
    assertThat(cubic.windowBytes(0, S) / SEGMENT).isCloseTo(700, within(1e-3));
    assertThat(cubic.windowBytes((long) (k * S), S) / SEGMENT).isCloseTo(1_000, within(1e-3));
    // one second later: 0.4 segments more
    assertThat(cubic.windowBytes((long) ((k + 1) * S), S) / SEGMENT)
        .isCloseTo(1_000.4, within(1e-3));
  }

  @Test
  void renoWinsOnShortRoundTrips() {
    CubicGrowth cubic = new CubicGrowth();
    cubic.begin(0, 10 * SEGMENT);
    cubic.onLoss(0, 10 * SEGMENT);
    // 7 + 3 * 0.3 / 1.7 per round trip, 1,000 of them
    assertThat(cubic.windowBytes(S, S / 1_000) / SEGMENT)
        .isCloseTo(7 + 1_000 * 0.9 / 1.7, within(1e-3));
  }

  @Test
  void secondLossBeforeTheMaximumMakesRoom() {
    CubicGrowth cubic = new CubicGrowth();
    cubic.begin(0, 1_000 * SEGMENT);
    cubic.onLoss(0, 1_000 * SEGMENT);
    cubic.onLoss(S, 800 * SEGMENT);
    // the maximum becomes 800 * 0.85
    double k = Math.cbrt((680 - 560) / 0.4);
    assertThat(cubic.windowBytes(S + (long) (k * S), 100 * S) / SEGMENT)
        .isCloseTo(680, within(1e-3));
  }
}
