package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: the smallest sample holds for one to two spans, then a longer path is believed. */
class DelayFloorTest {
  @Test
  void smallestSampleHoldsThenFades() {
    DelayFloor floor = new DelayFloor(1_000, 0);
    assertThat(floor.known()).isFalse();
    floor.sample(0, 50);
    floor.sample(1, 80);
    assertThat(floor.ns()).isEqualTo(50);
    floor.sample(1_002, 90);
    assertThat(floor.ns()).isEqualTo(50);
    floor.sample(2_004, 95);
    assertThat(floor.ns()).isEqualTo(90);
  }

  @Test
  void spanIsLongerOnLongPaths() {
    DelayFloor floor = new DelayFloor(1_000, 10);
    floor.sample(0, 500);
    floor.sample(1_500, 600);
    floor.sample(3_000, 600);
    floor.sample(4_500, 600);
    assertThat(floor.ns()).isEqualTo(500);
  }
}
