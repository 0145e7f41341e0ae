package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Goal: packets spread over paths by delay, load and loss; a dead path is left and tried again. */
class PathSetTest {
  private static final long MS = 1_000_000L;
  private static final int FRAME = 1_000;

  private final PathSet paths = new PathSet(4);
  private long packet;

  private static Path path(int source) {
    return Path.ofIpv4(0x0A000001, 7300, source);
  }

  private void use(int count, long windowBytes) {
    PathState[] states = new PathState[count];
    for (int i = 0; i < count; i++) {
      states[i] =
          new PathState(path(i), new FixedWindow(windowBytes), FRAME, 100 * MS, 2_000 * MS, MS);
    }
    paths.replace(states);
  }

  private void exchange(int index, long sentNs, long roundTripNs) {
    PathState state = paths.state(index);
    state.onSent(sentNs, FRAME);
    state.onEcho(sentNs + roundTripNs, sentNs, packet, 100, 0, 0);
    state.onDelivered(sentNs + roundTripNs, sentNs, packet++, FRAME);
    state.onGone(FRAME);
  }

  private int send(long nowNs, int allowed) {
    int index = paths.choose(nowNs, FRAME, allowed);
    if (index != PathSet.NONE) {
      paths.state(index).onSent(nowNs, FRAME);
    }
    return index;
  }

  @Test
  void equalPathsShareEqually() {
    use(4, 100 * FRAME);
    int[] sent = new int[4];
    for (int i = 0; i < 4; i++) {
      exchange(i, 0, MS);
    }
    for (int i = 0; i < 200; i++) {
      sent[send(2 * MS, 0xF)]++;
    }
    assertThat(sent).containsOnly(50);
  }

  @Test
  void longerPathGetsLessAndOnlyUnderLoad() {
    use(2, 100 * FRAME);
    exchange(0, 0, MS);
    exchange(1, 0, 3 * MS / 2);
    int[] sent = new int[2];
    for (int i = 0; i < 20; i++) {
      sent[send(4 * MS, 3)]++;
    }
    assertThat(sent).containsExactly(20, 0);
    for (int i = 0; i < 100; i++) {
      sent[send(4 * MS, 3)]++;
    }
    assertThat(sent[1]).isBetween(10, 50);
  }

  @Test
  void lossyPathIsAvoided() {
    use(2, 1_000 * FRAME);
    exchange(0, 0, MS);
    exchange(1, 0, MS);
    for (int i = 0; i < 40; i++) {
      paths.state(0).onLost(MS, 0, FRAME);
    }
    assertThat(paths.state(0).lossShare()).isBetween(0.4, 0.5);
    for (int i = 0; i < 50; i++) {
      assertThat(send(2 * MS, 3)).isEqualTo(1);
    }
  }

  @Test
  void windowAndPermissionBind() {
    use(2, 2 * FRAME);
    assertThat(paths.choose(0, FRAME, 0)).isEqualTo(PathSet.NONE);
    for (int i = 0; i < 2; i++) {
      assertThat(send(0, 2)).isEqualTo(1);
    }
    assertThat(send(0, 2)).isEqualTo(PathSet.NONE);
    assertThat(send(0, 3)).isEqualTo(0);
    use(1, 2 * FRAME);
    assertThat(paths.choose(0, FRAME, 2)).isEqualTo(PathSet.NONE);
    assertThat(paths.choose(0, FRAME, 1)).isEqualTo(0);
  }

  @Test
  void silentPathIsDeadAfterThreeRoundTripsOrTheMinimum() {
    use(1, 10 * FRAME);
    PathState state = paths.state(0);
    assertThat(state.deadNs(10 * MS)).isEqualTo(LossDetector.NEVER);
    exchange(0, 0, MS);
    assertThat(state.deadNs(10 * MS)).as("idle").isEqualTo(LossDetector.NEVER);
    state.onSent(5 * MS, FRAME);
    assertThat(state.deadNs(10 * MS)).isEqualTo(15 * MS);
    assertThat(state.deadNs(MS)).isEqualTo(8 * MS);
  }

  @Test
  void leftPathGetsOnePacketNowAndThenUntilItAnswers() {
    use(2, 10 * FRAME);
    exchange(0, 0, MS);
    exchange(1, 0, MS);
    paths.state(0).leave(MS);
    for (int i = 0; i < 5; i++) {
      assertThat(send(2 * MS, 3)).isEqualTo(1);
    }
    long tryNs = paths.state(0).tryAgainNs();
    assertThat(send(tryNs, 3)).isEqualTo(0);
    assertThat(send(tryNs, 3)).as("one only").isEqualTo(1);
    paths.state(0).onGone(FRAME);
    assertThat(paths.state(0).tryAgainNs()).isGreaterThan(tryNs);
    exchange(0, paths.state(0).tryAgainNs(), MS);
    assertThat(paths.state(0).left()).isFalse();
  }

  @Test
  void leftPathsAreUsedIfThereIsNoOther() {
    use(2, 10 * FRAME);
    paths.state(0).leave(0);
    paths.state(1).leave(0);
    assertThat(paths.otherLives(3)).isFalse();
    assertThat(send(MS, 3)).isNotEqualTo(PathSet.NONE);
  }

  @Test
  void indexIsFoundByValue() {
    use(2, FRAME);
    assertThat(paths.indexOf(path(1))).isEqualTo(1);
    assertThat(paths.indexOf(path(2))).isEqualTo(PathSet.NONE);
    assertThatThrownBy(() -> paths.state(3)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void residenceIsTakenOffAndNonsenseIsNoSample() {
    long[] fabric = new long[2];
    CongestionControl probe =
        new CongestionControl() {
          @Override
          public void onSent(long nowNs, int bytes, long inFlightBytes) {}

          @Override
          public void onSample(long nowNs, long sentNs, int bytes, long fabricNs, int occupancy) {
            fabric[0] = fabricNs;
            fabric[1] = occupancy;
          }

          @Override
          public void onDelivered(long nowNs, long sentNs, int bytes, long inFlightBytes) {}

          @Override
          public void onLost(long nowNs, long sentNs, int bytes) {}

          @Override
          public void onSpurious(long nowNs, int bytes) {}

          @Override
          public void onTimeout(long nowNs) {}

          @Override
          public long windowBytes() {
            return FRAME;
          }

          @Override
          public long pacingBytesPerSecond() {
            return 1_000_000;
          }
        };
    PathState state = new PathState(path(0), probe, FRAME, 100 * MS, 200 * MS, MS);
    paths.replace(new PathState[] {state});
    state.onEcho(10 * MS, 0, 1, 100, 3 * MS, 77);
    assertThat(fabric).containsExactly(7 * MS, 77);
    state.onEcho(10 * MS, 0, 2, 100, 11 * MS, 0);
    assertThat(fabric[0]).as("longer than the round trip").isEqualTo(CongestionControl.NO_SAMPLE);
    state.onEcho(10 * MS, 0, 3, 100, CongestionControl.NO_SAMPLE, 0);
    assertThat(fabric[0]).isEqualTo(CongestionControl.NO_SAMPLE);
    // A frame a millisecond: after two the pace holds the third back.
    for (int i = 0; state.room(20 * MS, FRAME); i++) {
      state.onSent(20 * MS, FRAME);
      state.onGone(FRAME);
      assertThat(i).isLessThan(4);
    }
    assertThat(paths.paceNs(20 * MS, FRAME, 1)).isBetween(20 * MS + 1, 22 * MS);
    assertThat(paths.paceNs(20 * MS, FRAME, 0)).isEqualTo(LossDetector.NEVER);
  }
}
