package io.netdam.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.simulator.model.Operation.Outcome;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: the rules of sessions, tickets and guards keep every promise in every order of a few steps
 * and on long random walks; and each rule is needed: without it a promise to the caller is broken,
 * and the searches find it.
 */
class SearchTest {
  private static final int SEEDS = 1_000;

  /**
   * Nearly every fault shows within 500. One needs a full table, a second session of the same
   * client and a late packet at once.
   */
  private static final int PLANTED_SEEDS = 2_500;

  private static final int DEPTH = 10;

  @ParameterizedTest
  @MethodSource("io.netdam.simulator.model.Search#scopes")
  void keepsAllPromisesInEveryOrder(String scope) {
    Finding finding = Search.everyOrder(scope, Fault.NONE, DEPTH, true);
    assertThat(finding.found()).as(finding.story()).isFalse();
    assertThat(finding.complete()).isTrue();
    assertThat(finding.states()).isGreaterThan(1_000);
  }

  @Test
  void keepsAllPromisesOnRandomWalks() {
    Finding finding = Search.walks(Fault.NONE, SEEDS, true);
    assertThat(finding.found()).as(finding.story()).isFalse();
  }

  /** A walk on which nothing happens breaks nothing: so count what happens. */
  @Test
  void walksReachEveryOutcome() {
    Map<Outcome, Long> ends = new EnumMap<>(Outcome.class);
    int sessions = 0;
    for (long seed = 1; seed <= 100; seed++) {
      RandomWalk walk = new RandomWalk(seed, Fault.NONE, true);
      walk.walk(400);
      walk.world().ends().forEach((outcome, count) -> ends.merge(outcome, count, Long::sum));
      sessions += walk.world().sessions();
    }
    assertThat(ends).doesNotContainKey(Outcome.OPEN);
    assertThat(ends.get(Outcome.DONE)).isGreaterThan(500);
    assertThat(ends.get(Outcome.REFUSED)).isGreaterThan(100);
    assertThat(ends.get(Outcome.NOT_SENT)).isGreaterThan(100);
    assertThat(ends.get(Outcome.UNKNOWN)).isGreaterThan(500);
    assertThat(sessions).isGreaterThan(300);
  }

  /**
   * An address that proved nothing does no harm to operations; who it harms is a stranger, by
   * reflection.
   */
  @Test
  void findsATicketUsedFromAnotherAddress() {
    Finding finding = Search.walks(Fault.ADDRESS_NOT_CHECKED, PLANTED_SEEDS, true);
    assertThat(finding.violation())
        .isNotNull()
        .extracting(Violation::promise)
        .isEqualTo(Violation.Promise.SESSION_NEEDS_TICKET);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NONE", "ADDRESS_NOT_CHECKED"})
  void findsHarmToCallersWithoutTheRule(Fault fault) {
    Finding finding = Search.walks(fault, PLANTED_SEEDS, false);
    System.out.println(fault + ": " + finding.summary());
    assertThat(finding.found()).as(fault.description()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "GUARD_SKIPPED, time passes, 6",
    "EXPIRED_TICKET_ACCEPTED, time passes, 8",
    "STATE_DROPPED_EARLY, time passes, 7",
    "SESSION_ID_REUSED, full table, 11",
    "REFUSAL_NOT_RECORDED, refused, 9",
    "RETRY_WITH_NEW_NUMBER, given up, 7",
    "BELOW_WINDOW_ACCEPTED, given up, 8",
    "RESTART_FORGETS_GUARDS, restarts, 7",
    "RESTART_FORGETS_SESSIONS, restarts, 7",
    "RESTART_FORGETS_NUMBERS, restarts, 7",
    "STATE_LOADED_TWICE, restarts, 10",
    "CLOSE_DROPS_STATE, lives, 9",
    "NONCE_REUSED, lives, 10",
    "WINDOW_OVERRUN, refused, 9",
    "ACK_COVERS_REFUSED, refused, 8",
    "WINDOW_IS_REFUSAL, given up, 10",
    "OUTCOME_NOT_FINAL, given up, 10",
    "ABANDONED_NOT_FENCED, given up, 9"
  })
  void findsAShortestTraceWithoutTheRule(Fault fault, String scope, int steps) {
    Finding finding = Search.everyOrder(scope, fault, steps, false);
    assertThat(finding.found()).as(fault.description()).isTrue();
    assertThat(finding.trace()).as(finding.story()).hasSize(steps);
  }

  @Test
  void aSeedRepeatsItsWalk() {
    Finding first = Search.walks(Fault.REFUSAL_NOT_RECORDED, PLANTED_SEEDS, false);
    long seed = Long.parseLong(first.search().substring("seed ".length()));
    assertThat(Search.walk(seed, Fault.REFUSAL_NOT_RECORDED, false).story())
        .isEqualTo(first.story());
  }
}
