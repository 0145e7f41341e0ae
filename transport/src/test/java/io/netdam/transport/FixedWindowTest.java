package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Goal: nothing moves it. */
class FixedWindowTest {
  @Test
  void staysAsItIs() {
    CongestionControl window = CongestionControl.fixed(5_000).create(1_472, false);
    window.onSent(0, 1, 1);
    window.onSample(1, 0, 1, 1, 255);
    window.onDelivered(1, 0, 1, 1);
    window.onLost(1, 0, 1);
    window.onSpurious(1, 1);
    window.onTimeout(2);
    assertThat(window.windowBytes()).isEqualTo(5_000);
    assertThat(window.pacingBytesPerSecond()).isEqualTo(CongestionControl.UNPACED);
  }

  @Test
  void emptyOneIsRefused() {
    assertThatThrownBy(() -> new FixedWindow(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
