package io.netdam.simulator.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Goal: a link gives what its rate, its buffer and its policer say, and not a byte more. */
final class BottleneckTest {
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void packetsLeaveOneAfterTheOther() {
    Bottleneck link = new Bottleneck(1e9, 10_000, 500, 0, random); // a byte a nanosecond
    assertThat(link.carry(0, 1_000)).isEqualTo(1_500);
    assertThat(link.carry(0, 1_000)).isEqualTo(2_500);
    assertThat(link.waitNs(0)).isEqualTo(2_000);
    assertThat(link.carry(5_000, 1_000)).isEqualTo(6_500);
  }

  @Test
  void whatDoesNotFitTheBufferIsDropped() {
    Bottleneck link = new Bottleneck(1e9, 2_000, 0, 0, random);
    assertThat(link.carry(0, 1_000)).isNotEqualTo(Bottleneck.DROPPED);
    assertThat(link.carry(0, 1_000)).isNotEqualTo(Bottleneck.DROPPED);
    assertThat(link.carry(0, 1_000)).isEqualTo(Bottleneck.DROPPED);
    assertThat(link.carry(1_000, 1_000)).isNotEqualTo(Bottleneck.DROPPED);
    assertThat(link.dropped()).isEqualTo(1);
    assertThat(link.offered()).isEqualTo(4);
  }

  @Test
  void aPolicerPassesItsRateAndOneBurst() {
    Bottleneck link = new Bottleneck(1e9, 1 << 20, 0, 0, random);
    link.police(1e6, 10_000);
    long passed = 0;
    for (long nowNs = 0; nowNs < 1_000_000_000; nowNs += 100_000) {
      passed += link.carry(nowNs, 1_000) == Bottleneck.DROPPED ? 0 : 1_000;
    }
    assertThat(passed).isBetween(1_000_000L, 1_010_000L);
  }

  @Test
  void lossIsTheShareThatWasAskedFor() {
    Bottleneck link = new Bottleneck(1e9, 1 << 20, 0, 0.3, random);
    int lost = 0;
    for (int i = 0; i < 20_000; i++) {
      lost += link.carry(i * 1_000L, 100) == Bottleneck.DROPPED ? 1 : 0;
    }
    assertThat(lost).isBetween(5_700, 6_300);
    assertThat(link.dropped()).isZero();
  }
}
