package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Held datagrams come out when due, the earliest first, unchanged, and the store is bounded. */
final class HeldFramesTest {

  private static final Path PATH = Path.ofIpv4(0x7F000001, 7300, 0);

  private record Entry(long dueNs, int number) {}

  @Test
  void agreesWithASortedListWhateverTheClockStartsAt() {
    for (long start : new long[] {0, -500, Long.MAX_VALUE - 500}) { // the last wraps on the way
      for (int seed = 0; seed < 20; seed++) {
        agrees(start, new SplittableRandom(seed));
      }
    }
  }

  private static void agrees(long start, SplittableRandom random) {
    HeldFrames held = new HeldFrames(32, 64);
    MemorySegment datagram = Arena.ofAuto().allocate(64, 64);
    List<Entry> model = new ArrayList<>();
    long now = start;
    for (int i = 0; i < 1_000; i++) {
      now += random.nextInt(3);
      if (random.nextBoolean()) {
        long due = now + random.nextInt(50);
        datagram.set(ValueLayout.JAVA_INT, 0, i);
        boolean taken = held.hold(due, PATH, datagram, 0, 4 + i % 60);
        assertThat(taken).isEqualTo(model.size() < 32);
        if (taken) {
          model.add(new Entry(due - start, i)); // relative, so that the model need not wrap
          model.sort(Comparator.comparingLong(Entry::dueNs).thenComparingInt(Entry::number));
        }
      } else {
        boolean due = !model.isEmpty() && model.getFirst().dueNs() <= now - start;
        assertThat(held.due(now)).isEqualTo(due);
        if (due) {
          Entry expected = model.removeFirst();
          int number = held.segment().get(ValueLayout.JAVA_INT, held.offset());
          assertThat(number).isEqualTo(expected.number());
          assertThat(held.length()).isEqualTo(4 + number % 60);
          assertThat(held.path()).isSameAs(PATH);
          held.release();
        }
      }
      assertThat(held.size()).isEqualTo(model.size());
      long until = model.isEmpty() ? Long.MAX_VALUE : model.getFirst().dueNs() - (now - start);
      assertThat(held.untilDueNs(now)).isEqualTo(until);
    }
  }
}
