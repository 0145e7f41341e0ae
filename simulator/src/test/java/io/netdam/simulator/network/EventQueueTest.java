package io.netdam.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Goal: events happen by time, and in the order in which they were asked for at equal times. */
final class EventQueueTest {
  private record Asked(long atNs, int what) {}

  @Test
  void eventsHappenInOrder() {
    for (long seed = 1; seed <= 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      EventQueue queue = new EventQueue();
      List<Asked> expected = new ArrayList<>();
      List<Asked> happened = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        long atNs = random.nextLong(500);
        expected.add(new Asked(atNs, i));
        queue.add(atNs, (nowNs, what, _) -> happened.add(new Asked(nowNs, what)), i, null);
      }
      expected.sort(Comparator.comparingLong(Asked::atNs)); // stable
      queue.run(1_000);
      assertThat(happened).as("seed %d", seed).isEqualTo(expected);
      assertThat(queue.nowNs()).isEqualTo(1_000);
    }
  }

  @Test
  void whatIsAskedForThePastHappensNow() {
    EventQueue queue = new EventQueue();
    queue.run(100);
    List<Long> times = new ArrayList<>();
    queue.add(50, (nowNs, _, _) -> times.add(nowNs), 0, null);
    assertThat(queue.step(100)).isTrue();
    assertThat(queue.step(100)).isFalse();
    assertThat(times).containsExactly(100L);
  }
}
