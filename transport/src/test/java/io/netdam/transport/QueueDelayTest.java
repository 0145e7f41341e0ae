package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: what a long frame takes on the wire is not a queue, whatever short ones took before. */
class QueueDelayTest {
  private static final int FRAME = 8_256;
  private static final int SHORT = 128;
  private final QueueDelay queue = new QueueDelay(FRAME, 1_000_000_000L, 0);

  @Test
  void longFramesAreComparedWithLongOnes() {
    assertThat(queue.known()).isFalse();
    assertThat(queue.sample(0, 1_000_000, SHORT)).isZero();
    assertThat(queue.floorNs()).isEqualTo(1_000_000);
    assertThat(queue.sample(1, 1_066_048, FRAME)).isZero();
    assertThat(queue.floorNs()).isEqualTo(1_066_048);
    assertThat(queue.sample(2, 1_100_048, FRAME)).isEqualTo(34_000);
  }

  @Test
  void shortFramesAloneHaveAFloorOfTheirOwn() {
    assertThat(queue.sample(0, 500, SHORT)).isZero();
    assertThat(queue.sample(1, 900, SHORT)).isEqualTo(400);
    assertThat(queue.sample(2, 450, SHORT)).isZero();
    assertThat(queue.floorNs()).isEqualTo(450);
  }
}
