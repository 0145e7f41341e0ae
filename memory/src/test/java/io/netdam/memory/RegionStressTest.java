package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/**
 * Goal: read-modify-writes of several threads lose nothing: every old value is handed out once, and
 * the end state is that of some order.
 */
class RegionStressTest {
  private static final int THREADS = 3;
  private static final int ROUNDS = 200_000;

  private final Region region = Region.of(MemorySegment.ofArray(new long[64]));

  /** Runs the body in each thread with its number. */
  private static void together(LongConsumer body) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      long mine = number;
      threads.add(Thread.ofPlatform().start(() -> body.accept(mine)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void ticketsAreDistinctAndGapless() throws InterruptedException {
    long[][] tickets = new long[THREADS][ROUNDS];
    together(thread -> {
      for (int round = 0; round < ROUNDS; round++) {
        tickets[(int) thread][round] = region.getAndAdd(8, 1);
      }
    });
    boolean[] taken = new boolean[THREADS * ROUNDS];
    for (long[] some : tickets) {
      for (long ticket : some) {
        assertThat(taken[(int) ticket]).isFalse();
        taken[(int) ticket] = true;
      }
    }
    assertThat(region.getLong(8)).isEqualTo((long) THREADS * ROUNDS);
  }

  @Test
  void halvesOfOneWordAreIndependent() throws InterruptedException {
    together(thread -> {
      for (int round = 0; round < ROUNDS; round++) {
        region.getAndAddInt(thread == 0 ? 8 : 12, 1);
      }
    });
    assertThat(region.getInt(8)).isEqualTo(ROUNDS);
    assertThat(region.getInt(12)).isEqualTo((THREADS - 1) * ROUNDS);
  }

  @Test
  void maximumIsTheLargestEverOffered() throws InterruptedException {
    together(thread -> {
      for (int round = 0; round < ROUNDS; round++) {
        region.getAndMaximum(16, (long) round * THREADS + thread);
        region.getAndMinimumUnsignedInt(24, round);
      }
    });
    assertThat(region.getLong(16)).isEqualTo((long) ROUNDS * THREADS - 1);
    assertThat(region.getInt(24)).isZero();
  }

  @Test
  void pairsOfSixteenBytesStayPairs() throws InterruptedException {
    Wide[] mixed = new Wide[THREADS];
    together(thread -> {
      Wide found = new Wide();
      for (int done = 0; done < ROUNDS / 4; ) {
        region.compareAndExchangeWide(32, 0, 0, 0, 0, found);
        long low = found.low();
        long high = found.high();
        if (high != ~low && (high != 0 || low != 0)) {
          mixed[(int) thread] = new Wide().set(low, high);
          return;
        }
        region.compareAndExchangeWide(32, low, high, low + 1, ~(low + 1), found);
        done += found.low() == low && found.high() == high ? 1 : 0;
      }
    });
    assertThat(mixed).containsOnlyNulls();
    long exchanges = (long) THREADS * (ROUNDS / 4);
    assertThat(region.getLong(32)).isEqualTo(exchanges);
    assertThat(region.getLong(40)).isEqualTo(~exchanges);
  }
}
