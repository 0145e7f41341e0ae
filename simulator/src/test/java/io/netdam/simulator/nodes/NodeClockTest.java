package io.netdam.simulator.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Goal: a clock that is asked when it shows a time gives the first such time. */
final class NodeClockTest {
  @Test
  void thereAndBack() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      NodeClock clock = new NodeClock(random.nextLong(1L << 50), random.nextLong(-5_000, 5_001));
      long shownNs = clock.originNs() + random.nextLong(1L << 36);
      long virtualNs = clock.virtual(shownNs);
      assertThat(clock.shown(virtualNs)).isGreaterThanOrEqualTo(shownNs);
      assertThat(clock.shown(virtualNs - 1)).isLessThan(shownNs);
    }
  }

  @Test
  void neverStaysNever() {
    assertThat(new NodeClock(5, 100).virtual(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }
}
