package io.netdam.simulator.check;

import static io.netdam.simulator.check.Histories.add;
import static io.netdam.simulator.check.Histories.read;
import static io.netdam.simulator.check.Histories.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Step;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Goal: histories with an order pass, histories without one do not. */
final class LinearizabilityCheckTest {
  private final Histories h = new Histories();

  private boolean passes() {
    return h.examinedBy(new LinearizabilityCheck()).isEmpty();
  }

  @Test
  void overlappingCallsMayTakeEitherOrder() {
    h.done(1, 10, 40, add(0, 5), 7);
    h.done(2, 20, 30, add(0, 7), 0);
    h.done(3, 50, 60, read(0, 12), 0);
    assertThat(passes()).isTrue();
  }

  @Test
  void anEarlierCallComesFirst() {
    h.done(1, 10, 15, add(0, 5), 7);
    h.done(2, 20, 30, add(0, 7), 0);
    assertThat(passes()).isFalse();
  }

  @Test
  void anUpdateIsNotLost() {
    h.done(1, 10, 40, add(0, 5), 0);
    h.done(2, 20, 30, add(0, 7), 0);
    assertThat(passes()).isFalse();
  }

  @Test
  void aStaleReadIsNoticed() {
    h.done(1, 10, 20, write(0, 1), 8);
    h.done(1, 30, 40, write(0, 2), 8);
    h.done(2, 25, 35, read(0, 1), 0);
    assertThat(passes()).isTrue();
    h.done(2, 50, 60, read(0, 1), 0);
    assertThat(passes()).isFalse();
  }

  @Test
  void whatIsUnknownMayHaveRunOrNot() {
    h.ended(1, 10, 20, Outcome.UNKNOWN, Status.DONE, add(0, 5));
    h.ended(1, 10, 20, Outcome.UNKNOWN, Status.DONE, add(0, 6));
    h.done(2, 70, 80, read(0, 6), 0);
    assertThat(passes()).isTrue();
    h.done(2, 90, 95, read(0, 7), 0);
    assertThat(passes()).isFalse();
  }

  @Test
  void whatIsUnknownDoesNotFollowANewerChangeOfTheSameClient() {
    h.ended(1, 10, 20, Outcome.UNKNOWN, Status.DONE, write(0, 5));
    h.done(1, 30, 40, write(0, 6), 8);
    h.done(2, 70, 80, read(0, 6), 0);
    assertThat(passes()).isTrue();
    h.done(2, 90, 95, read(0, 5), 0);
    assertThat(passes()).isFalse();
  }

  @Test
  void refusedAndNotSentDidNotRun() {
    h.ended(1, 10, 20, Outcome.REFUSED, Status.BUSY, add(0, 5));
    h.ended(1, 10, 20, Outcome.NOT_SENT, Status.DONE, add(0, 6));
    h.done(2, 30, 40, read(0, 5), 0);
    assertThat(passes()).isFalse();
  }

  @Test
  void aLostMemoryIsZero() {
    h.done(1, 10, 20, write(0, 5), 8);
    h.done(2, 60, 70, read(0, 0), 0);
    assertThat(passes()).isFalse();
    h.chronicle.resets().add(new Chronicle.Reset(50, 0));
    assertThat(passes()).isTrue();
  }

  @Test
  void aCompareExchangesWhatItFound() {
    Step won = new Step(Opcode.COMPARE_AND_SWAP, 8, 0, 0, 0, 9);
    h.done(1, 10, 20, won, 0);
    h.done(2, 30, 40, read(0, 9), 0);
    assertThat(passes()).isTrue();
    Step again = new Step(Opcode.COMPARE_AND_SWAP, 8, 0, 0, 0, 8);
    h.done(2, 50, 60, again, 0);
    assertThat(passes()).isFalse();
  }

  /** A run in a known order, told with random intervals around it, always passes. */
  @Test
  void everyTrueHistoryPassesAndADamagedOneDoesNot() {
    for (long seed = 1; seed <= 200; seed++) {
      Histories true1 = history(seed, false);
      Histories damaged = history(seed, true);
      assertThat(true1.examinedBy(new LinearizabilityCheck())).as("seed %d", seed).isEmpty();
      assertThat(damaged.examinedBy(new LinearizabilityCheck())).as("seed %d", seed).isNotEmpty();
    }
  }

  private static Histories history(long seed, boolean damaged) {
    SplittableRandom random = new SplittableRandom(seed);
    Histories made = new Histories();
    List<Runnable> calls = new ArrayList<>();
    long value = 0;
    int count = 30;
    int wrong = random.nextInt(count);
    int unknown = 3; // with more of them a search may end undecided
    for (int i = 0; i < count; i++) {
      long atNs = 100L * i + 1_000;
      long fromNs = atNs - random.nextInt(400);
      long toNs = atNs + random.nextInt(400);
      int life = i;
      long found = value;
      long own = random.nextLong() | 1;
      if (random.nextInt(4) == 0) {
        value = own;
        calls.add(() -> made.done(life, fromNs, toNs, write(0, own), 8));
      } else if (random.nextInt(8) == 0 && i != wrong && unknown-- > 0) {
        value += own;
        calls.add(() -> made.ended(life, fromNs, toNs, Outcome.UNKNOWN, Status.DONE, add(0, own)));
      } else {
        value += own;
        calls.add(() -> made.done(life, fromNs, toNs, add(0, own), found));
      }
      if (i == wrong && damaged) {
        calls.add(() -> made.done(life, fromNs, toNs, read(0, found ^ 0x10), 0));
      }
    }
    Collections.shuffle(calls, new java.util.Random(seed));
    calls.forEach(Runnable::run);
    return made;
  }
}
