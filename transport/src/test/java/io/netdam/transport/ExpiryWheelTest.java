package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: no session comes up before its time, none much later, and an idle wheel asks for nothing.
 */
class ExpiryWheelTest {
  private static final long HORIZON = 254_000;
  private static final long TICK = 1_000;

  private final SessionTable table =
      new SessionTable(500, new WindowPool(500, 64, 0), KeptResults.NONE, Rules.ALL);
  private final ExpiryWheel wheel = new ExpiryWheel(HORIZON);
  private long ids = 1;

  private Session session() {
    return Objects.requireNonNull(table.create(ids++, 64, 64, 0));
  }

  @Test
  void anEmptyWheelAsksForNothing() {
    assertThat(wheel.nextDueNs()).isEqualTo(Long.MAX_VALUE);
    assertThat(wheel.next(Long.MAX_VALUE / 2)).isNull();
    assertThat(wheel.size()).isZero();
  }

  @Test
  void aSessionComesUpWithinATickAfterItsTime() {
    Session session = session();
    wheel.add(session, 5_000, 50_500);
    assertThat(wheel.nextDueNs()).isBetween(50_500L, 50_500 + TICK);
    assertThat(wheel.next(50_500)).isNull();
    assertThat(wheel.next(wheel.nextDueNs() - 1)).isNull();
    assertThat(wheel.next(wheel.nextDueNs())).isSameAs(session);
    assertThat(wheel.next(1_000_000)).isNull();
    assertThat(wheel.nextDueNs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void negativeTimesAreTimesToo() {
    Session session = session();
    wheel.add(session, -500_000, -400_000);
    assertThat(wheel.next(-400_001)).isNull();
    assertThat(wheel.next(-400_000 + TICK)).isSameAs(session);
  }

  @Test
  void whatIsFurtherAwayThanTheHorizonComesUpEarly() {
    Session session = session();
    wheel.add(session, 0, 10 * HORIZON);
    assertThat(wheel.nextDueNs()).isBetween(HORIZON, HORIZON + 2 * TICK);
    assertThat(wheel.next(HORIZON + 2 * TICK)).isSameAs(session);
  }

  @Test
  void aLongSilenceBringsUpEverything() {
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Session session = session();
      wheel.add(session, 0, i * 5_000L);
      sessions.add(session);
    }
    List<Session> come = new ArrayList<>();
    for (Session next = wheel.next(100 * HORIZON); next != null; next = wheel.next(100 * HORIZON)) {
      come.add(next);
    }
    assertThat(come).containsExactlyInAnyOrderElementsOf(sessions);
  }

  @Test
  void removedSessionsDoNotComeUp() {
    Session one = session();
    Session two = session();
    Session three = session();
    wheel.add(one, 0, 100);
    wheel.add(two, 0, 100);
    wheel.add(three, 0, 100);
    wheel.remove(two);
    wheel.remove(two);
    assertThat(wheel.size()).isEqualTo(2);
    wheel.remove(three);
    assertThat(wheel.next(5_000)).isSameAs(one);
    assertThat(wheel.next(5_000)).isNull();
    wheel.remove(one);
    assertThat(wheel.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void agreesWithAMap(long seed) {
    Random random = new Random(seed);
    Map<Session, Long> due = new HashMap<>();
    List<Session> idle = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      idle.add(session());
    }
    long now = random.nextInt();
    for (int i = 0; i < 10_000; i++) {
      if (!idle.isEmpty() && random.nextInt(3) != 0) {
        Session session = idle.removeLast();
        long at = now + random.nextInt((int) HORIZON);
        wheel.add(session, now, at);
        due.put(session, at);
      } else if (random.nextInt(3) == 0 && !due.isEmpty()) {
        Session session = due.keySet().iterator().next();
        wheel.remove(session);
        due.remove(session);
        idle.add(session);
      } else {
        now += random.nextInt(random.nextInt(50) == 0 ? (int) (2 * HORIZON) : 2_000);
        for (Session next = wheel.next(now); next != null; next = wheel.next(now)) {
          assertThat(due.remove(next)).isLessThanOrEqualTo(now);
          idle.add(next);
        }
        long time = now;
        assertThat(due.values()).allMatch(at -> at > time - 2 * TICK);
        long earliest =
            due.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
        if (due.isEmpty()) {
          assertThat(wheel.nextDueNs()).isEqualTo(Long.MAX_VALUE);
        } else {
          assertThat(wheel.nextDueNs()).isBetween(earliest - TICK, earliest + 2 * TICK);
        }
      }
      assertThat(wheel.size()).isEqualTo(due.size());
    }
  }
}
