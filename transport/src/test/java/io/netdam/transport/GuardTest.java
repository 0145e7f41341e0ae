package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: a guard lets each operation run once, in its window only, remembers how it ended, and gives
 * kept results back as soon as the client has resolved them.
 */
class GuardTest {
  private static final int WINDOW = 64;

  private final List<Integer> released = new ArrayList<>();
  private final Guard guard = guard(Rules.ALL, WINDOW);

  private Guard guard(Rules rules, int window) {
    Guard made = new Guard(rules);
    long[] records = new long[window * 2 + 20];
    java.util.Arrays.fill(records, -1);
    made.begin(records, 10, window, released::add);
    return made;
  }

  private void run(long number, int distance) {
    assertThat(guard.admit(number, distance)).isEqualTo(Guard.FRESH);
    guard.record(number, 0, 1, number * 10);
  }

  @Test
  void aNewGuardHoldsNothing() {
    assertThat(guard.base()).isZero();
    assertThat(guard.cumulative()).isZero();
    assertThat(guard.end()).isZero();
    assertThat(guard.recorded()).isZero();
    assertThat(guard.window()).isEqualTo(WINDOW);
    for (int number = 0; number < WINDOW; number++) {
      assertThat(guard.holds(number)).isFalse();
      assertThat(guard.outcome(number)).isEqualTo(Guard.NOT_RUN);
    }
  }

  @Test
  void theFirstArrivalRunsAndLaterOnesFindTheRecord() {
    assertThat(guard.admit(3, 3)).isEqualTo(Guard.FRESH);
    assertThat(guard.admit(3, 3)).as("asked twice").isEqualTo(Guard.FRESH);
    guard.record(3, 0, 1, 77);
    assertThat(guard.admit(3, 3)).isEqualTo(Guard.RECORDED);
    assertThat(guard.status(3)).isZero();
    assertThat(guard.ran(3)).isEqualTo(1);
    assertThat(guard.value(3)).isEqualTo(77);
    assertThat(guard.isKept(3)).isFalse();
    assertThat(guard.done(3)).isTrue();
  }

  @Test
  void aRecordHoldsTheLargestOfEverything() {
    long number = Guard.NUMBER_MAX;
    assertThat(guard.admit(number, 0)).isEqualTo(Guard.FRESH);
    guard.record(number, 127, 255, -1);
    assertThat(guard.status(number)).isEqualTo(127);
    assertThat(guard.ran(number)).isEqualTo(255);
    assertThat(guard.value(number)).isEqualTo(-1);
    assertThat(guard.done(number)).isFalse();
    assertThat(guard.isKept(number)).isFalse();
  }

  @Test
  void theWindowEndsWhereItShould() {
    assertThat(guard.admit(WINDOW - 1, WINDOW - 1)).isEqualTo(Guard.FRESH);
    assertThat(guard.admit(WINDOW, WINDOW)).isEqualTo(Guard.ABOVE);
    assertThat(guard.admit(WINDOW, WINDOW - 1)).isEqualTo(Guard.FRESH);
    assertThat(guard.base()).isEqualTo(1);
    assertThat(guard.admit(0, 0)).isEqualTo(Guard.BELOW);
    assertThat(guard.admit(1, 1)).isEqualTo(Guard.FRESH);
  }

  @Test
  void theBaseNeverFalls() {
    run(10, 0);
    assertThat(guard.admit(11, 11)).isEqualTo(Guard.FRESH);
    assertThat(guard.base()).isEqualTo(10);
    assertThat(guard.admit(3, 60_000)).isEqualTo(Guard.BELOW);
    assertThat(guard.base()).isEqualTo(10);
  }

  @Test
  void cumulativeFollowsWhatIsDoneAndWhatIsResolved() {
    run(1, 1);
    assertThat(guard.cumulative()).isZero();
    run(0, 0);
    assertThat(guard.cumulative()).isEqualTo(2);
    guard.admit(2, 2);
    guard.record(2, 5, 1, 0);
    run(3, 3);
    assertThat(guard.cumulative()).as("a refusal is a hole").isEqualTo(2);
    assertThat(guard.doneBits(3)).isEqualTo(1);
    run(5, 2);
    assertThat(guard.cumulative()).as("the client has resolved it").isEqualTo(4);
    assertThat(guard.doneBits(5)).isEqualTo(1);
    guard.admit(20, 0);
    assertThat(guard.cumulative()).isEqualTo(20);
  }

  @Test
  void bitsStartWhereTheyAreAsked() {
    for (int number : new int[] {1, 2, 40, 63}) {
      run(number, number);
    }
    assertThat(guard.doneBits(1)).isEqualTo(1L | 2L | 1L << 39 | 1L << 62);
    assertThat(guard.doneBits(2)).isEqualTo(1L | 1L << 38 | 1L << 61);
    assertThat(guard.doneBits(64)).isZero();
    assertThat(guard.doneBits(1_000)).isZero();
  }

  @Test
  void outcomesAreThereUntilTheirPlaceIsTaken() {
    run(0, 0);
    guard.admit(1, 1);
    guard.record(1, 9, 1, 0);
    run(70, 0);
    assertThat(guard.outcome(0)).isZero();
    assertThat(guard.outcome(1)).isEqualTo(9);
    assertThat(guard.outcome(2)).isEqualTo(Guard.NOT_RUN);
    assertThat(guard.outcome(6)).as("70 has its place").isEqualTo(Guard.FORGOTTEN);
    assertThat(guard.outcome(70)).isZero();
    assertThat(guard.outcome(134)).isEqualTo(Guard.NOT_RUN);
    assertThat(guard.outcome(-1)).isEqualTo(Guard.NOT_RUN);
    assertThat(guard.outcome(Guard.NUMBER_MAX + 1)).isEqualTo(Guard.NOT_RUN);
  }

  @Test
  void keptResultsAreReleasedWhenTheClientHasResolvedThem() {
    guard.admit(0, 0);
    guard.recordKept(0, 0, 3, 500);
    guard.admit(1, 1);
    guard.recordKept(1, 7, 2, 501);
    run(2, 2);
    assertThat(guard.isKept(0)).isTrue();
    assertThat(guard.value(1)).isEqualTo(501);
    assertThat(guard.status(1)).isEqualTo(7);
    assertThat(guard.kept()).isEqualTo(2);
    assertThat(released).isEmpty();
    guard.admit(3, 2);
    assertThat(released).containsExactly(500);
    assertThat(guard.isKept(0)).isFalse();
    guard.admit(1_000_000, 0);
    assertThat(released).containsExactly(500, 501);
    assertThat(guard.kept()).isZero();
    assertThat(guard.recorded()).isZero();
  }

  @Test
  void clearReleasesWhatIsKept() {
    guard.admit(5, 5);
    guard.recordKept(5, 0, 3, 42);
    guard.admit(6, 6);
    guard.recordKept(6, 0, 3, 43);
    guard.clear();
    assertThat(released).containsExactlyInAnyOrder(42, 43);
  }

  @Test
  void beginForgetsEverything() {
    run(0, 0);
    guard.begin(new long[2 * WINDOW], 0, WINDOW, released::add);
    assertThat(guard.admit(0, 0)).isEqualTo(Guard.FRESH);
    assertThat(guard.end()).isZero();
    assertThat(guard.recorded()).isZero();
  }

  @Test
  void neighboursAreLeftAlone() {
    long[] records = new long[400];
    java.util.Arrays.fill(records, 5);
    Guard made = new Guard(Rules.ALL);
    made.begin(records, 100, 64, released::add);
    for (int number = 0; number < 64; number++) {
      made.admit(number, number);
      made.record(number, 1, 1, -1);
    }
    for (int i = 0; i < 400; i++) {
      assertThat(records[i] == 5).isEqualTo(i < 100 || i >= 228);
    }
  }

  @Test
  void aSnapshotGoesOnTheSame() {
    run(3, 0);
    run(5, 2);
    guard.admit(4, 1);
    guard.recordKept(4, 0, 2, 9);
    long[] words = new long[2 * WINDOW];
    for (int i = 0; i < words.length; i++) {
      words[i] = guard.recordWord(i);
    }
    List<Integer> releasedLater = new ArrayList<>();
    Guard later = new Guard(Rules.ALL);
    later.begin(new long[2 * WINDOW], 0, WINDOW, releasedLater::add);
    later.restore(guard.base(), words);
    assertThat(Guard.saysKept(words[2 * 4])).isTrue();
    assertThat(Guard.saysKept(words[2 * 5])).isFalse();
    later.keepAgain(4, 33);
    assertThat(later.base()).isEqualTo(3);
    assertThat(later.cumulative()).isEqualTo(6);
    assertThat(later.end()).isEqualTo(6);
    assertThat(later.recorded()).isEqualTo(3);
    assertThat(later.admit(5, 0)).isEqualTo(Guard.RECORDED);
    assertThat(later.value(5)).isEqualTo(50);
    assertThat(releasedLater).containsExactly(33);
  }

  @Test
  void agreesWithTheModelForAWhile() {
    GuardModelTest.agree(99, 3_000);
  }

  @Test
  void withoutTheGuardRuleEverythingRunsAgain() {
    Guard broken = guard(Rules.without(Rule.GUARD), WINDOW);
    broken.admit(0, 0);
    broken.record(0, 0, 1, 0);
    assertThat(broken.admit(0, 0)).isEqualTo(Guard.FRESH);
  }

  @Test
  void withoutTheRuleARefusalIsNotRecorded() {
    Guard broken = guard(Rules.without(Rule.REFUSAL_RECORDED), WINDOW);
    broken.admit(0, 0);
    broken.record(0, 3, 1, 0);
    assertThat(broken.admit(0, 0)).isEqualTo(Guard.FRESH);
    broken.recordKept(0, 3, 2, 8);
    assertThat(released).containsExactly(8);
    broken.record(0, 0, 1, 0);
    assertThat(broken.admit(0, 0)).isEqualTo(Guard.RECORDED);
  }

  @Test
  void anOverrunReleasesWhatItCovers() {
    Guard broken = guard(Rules.without(Rule.ABOVE_WINDOW), WINDOW);
    broken.admit(0, 0);
    broken.recordKept(0, 0, 2, 8);
    assertThat(broken.admit(64, 64)).isEqualTo(Guard.FRESH);
    broken.record(64, 0, 1, 0);
    assertThat(released).containsExactly(8);
  }
}
