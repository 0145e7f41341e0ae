package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Goal: numbers rise by one, never run too far ahead, and the lowest moves only over the ended. */
class OperationWindowTest {
  @Test
  void closedWindowHasNoRoom() {
    OperationWindow window = new OperationWindow(64, Rules.ALL);
    assertThat(window.room()).isFalse();
    window.open(2);
    assertThat(window.room()).isTrue();
    window.close();
    assertThat(window.room()).isFalse();
  }

  @Test
  void noFurtherAheadThanGranted() {
    OperationWindow window = new OperationWindow(64, Rules.ALL);
    window.open(3);
    for (int slot = 0; slot < 3; slot++) {
      assertThat(window.assign(slot)).isEqualTo(slot);
    }
    assertThat(window.room()).isFalse();
    window.resolve(1);
    assertThat(window.room()).as("the lowest is still open").isFalse();
    window.resolve(0);
    assertThat(window.lowest()).isEqualTo(2);
    assertThat(window.room()).isTrue();
  }

  @Test
  void abandonedOperationBarsNewOnesUntilTheLowestHasPassedIt() {
    OperationWindow window = new OperationWindow(64, Rules.ALL);
    window.open(64);
    window.assign(0);
    window.assign(1);
    window.abandon(1);
    assertThat(window.room()).isFalse();
    window.resolve(0);
    assertThat(window.lowest()).isEqualTo(2);
    assertThat(window.room()).isTrue();
  }

  @Test
  void faultsAreWhatTheirRulesForbid() {
    OperationWindow overrun = new OperationWindow(64, Rules.without(Rule.WINDOW_RESPECTED));
    overrun.open(2);
    overrun.assign(0);
    overrun.assign(1);
    assertThat(overrun.room()).isTrue();
    OperationWindow early = new OperationWindow(64, Rules.without(Rule.UNRESOLVED_HELD));
    early.open(4);
    early.assign(0);
    assertThat(early.distance(early.assign(1))).isZero();
  }

  @Test
  void agreesWithASetOfNumbers() {
    Random random = new Random(3);
    OperationWindow window = new OperationWindow(100, Rules.ALL);
    window.open(100);
    TreeSet<Long> open = new TreeSet<>();
    for (int step = 0; step < 100_000; step++) {
      long lowest = open.isEmpty() ? window.next() : open.first();
      assertThat(window.lowest()).isEqualTo(lowest);
      assertThat(window.room()).isEqualTo(window.next() - lowest < 100);
      if (random.nextBoolean() && window.room()) {
        int slot = random.nextInt(1 << 16);
        long number = window.assign(slot);
        open.add(number);
        assertThat(window.slot(number)).isEqualTo(slot);
        assertThat(window.distance(number)).isEqualTo((int) (number - open.first()));
      } else if (!open.isEmpty()) {
        long from = open.first() + random.nextInt(100);
        Long number = open.ceiling(from);
        number = number == null ? open.first() : number;
        open.remove(number);
        window.resolve(number);
        assertThat(window.slot(number)).isEqualTo(OperationWindow.NONE);
      }
    }
    assertThat(window.slot(-1)).isEqualTo(OperationWindow.NONE);
    assertThat(window.slot(window.next())).isEqualTo(OperationWindow.NONE);
  }
}
