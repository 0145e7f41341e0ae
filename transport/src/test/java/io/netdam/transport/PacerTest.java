package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: over a time no more leaves than rate and bucket allow, and no less than the rate. */
class PacerTest {
  private static final long S = 1_000_000_000L;

  @Test
  void unpacedAllowsEverything() {
    Pacer pacer = new Pacer(1_472);
    for (int i = 0; i < 100; i++) {
      assertThat(pacer.allows(0)).isTrue();
      pacer.onSent(0, 1_472);
    }
    assertThat(pacer.nextNs(5)).isEqualTo(5);
  }

  @Test
  void rateIsKeptOverTime() {
    Pacer pacer = new Pacer(1_000);
    pacer.rate(1_000_000, false, S); // a frame a millisecond; the bucket holds two
    int sent = 0;
    long nowNs = 0;
    while (nowNs < S) {
      if (pacer.allows(nowNs)) {
        pacer.onSent(nowNs, 1_000);
        sent++;
      } else {
        long next = pacer.nextNs(nowNs);
        assertThat(next).isGreaterThan(nowNs);
        nowNs = next;
      }
    }
    assertThat(sent).isBetween(1_000, 1_002);
  }

  @Test
  void singleHasNoBurst() {
    Pacer pacer = new Pacer(1_000);
    pacer.rate(1_000_000, true, S);
    pacer.onSent(0, 1_000);
    assertThat(pacer.allows(999_999)).isFalse();
    assertThat(pacer.allows(1_000_000)).isTrue();
  }

  @Test
  void burstIsAQuarterOfTheRoundTripAtMost() {
    Pacer pacer = new Pacer(1_000);
    pacer.rate(S, false, 40_000); // a byte a nanosecond; a burst of 10,000
    int sent = 0;
    while (pacer.allows(0)) {
      pacer.onSent(0, 1_000);
      sent++;
    }
    assertThat(sent).isEqualTo(11);
  }

  @Test
  void noFrameWaitsLongerThanFiftyMilliseconds() {
    Pacer pacer = new Pacer(1_000);
    pacer.rate(100, true, 20 * S); // a frame in ten seconds
    pacer.onSent(0, 1_000);
    assertThat(pacer.allows(49_000_000)).isFalse();
    assertThat(pacer.allows(50_000_001)).isTrue();
  }
}
