package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: credit outstanding fits the buffer when many are active, and everybody gets his turn. */
class GrantBookTest {
  private static final int BUFFER = 212_992;
  private static final int SHALLOW = 0;

  private final SessionTable table =
      new SessionTable(300, new WindowPool(300, 64, 65_536), KeptResults.NONE, Rules.ALL);
  private final GrantBook book = new GrantBook(BUFFER);
  private long ids = 1;

  private Session session(int window) {
    return Objects.requireNonNull(table.create(ids++, window, 1_472, 0));
  }

  /** The next operation of a session arrives; everything before it is resolved. */
  private void use(Session session, int frameBytes, int occupancy, long nowNs) {
    long number = session.guard().end();
    assertThat(session.guard().admit(number, 0)).isEqualTo(Guard.FRESH);
    session.guard().record(number, 0, 1, 0);
    book.used(session, frameBytes, occupancy, nowNs);
  }

  private static long ahead(Session session) {
    return session.granted() - session.guard().end();
  }

  @Test
  void chargesWhatASocketCharges() {
    // Measured: so many frames fit a buffer of 212,992 bytes.
    assertThat(BUFFER / GrantBook.charge(64)).isEqualTo(256);
    assertThat(BUFFER / GrantBook.charge(1_400)).isBetween(85, 92);
    assertThat(BUFFER / GrantBook.charge(8_192)).isEqualTo(12);
    int before = 0;
    for (int bytes = 64; bytes <= 8_320; bytes += 64) {
      assertThat(GrantBook.charge(bytes)).isGreaterThanOrEqualTo(Math.max(before, bytes + 384));
      before = GrantBook.charge(bytes);
    }
  }

  @Test
  void unscheduledBytesAreFewAndASmallShare() {
    assertThat(book.unscheduledBytes()).isEqualTo(BUFFER * 6 / 10 / 16 / 64 * 64);
    assertThat(book.budgetBytes()).isEqualTo(BUFFER * 6L / 10);
    assertThat(new GrantBook(1 << 30).unscheduledBytes()).isEqualTo(8_192);
    assertThat(new GrantBook(4_096).unscheduledBytes()).isEqualTo(128);
    assertThat(new GrantBook(1_000).unscheduledBytes()).isEqualTo(64);
  }

  @Test
  void beforeTheFirstAnswerBytesCount() {
    Session session = session(64);
    int frames = book.unscheduledBytes() / 64;
    assertThat(book.within(session, 0)).isTrue();
    assertThat(book.within(session, frames - 1)).isTrue();
    assertThat(book.within(session, frames)).isFalse();
  }

  @Test
  void aFewDoubleTheirLeadWithEachRound() {
    Session session = session(4_096);
    use(session, 1_472, SHALLOW, 0);
    assertThat(ahead(session)).isEqualTo(book.unscheduledBytes() / 1_472);
    long last = ahead(session);
    int doublings = 0;
    for (int i = 0; i < 20_000; i++) {
      use(session, 1_472, SHALLOW, i);
      assertThat(ahead(session)).isIn(last, Math.min(2 * last, 4_096));
      doublings += ahead(session) > last ? 1 : 0;
      last = ahead(session);
    }
    assertThat(last).isEqualTo(4_096);
    assertThat(doublings).isEqualTo(10);
    assertThat(book.within(session, session.granted() - 1)).isTrue();
    assertThat(book.within(session, session.granted())).isFalse();
  }

  @Test
  void aMiddleQueueHoldsAndADeepOneHalves() {
    Session session = session(4_096);
    for (int i = 0; i < 20_000; i++) {
      use(session, 1_472, SHALLOW, i);
    }
    for (int i = 0; i < 20_000; i++) {
      use(session, 1_472, GrantBook.SHALLOW, i);
    }
    assertThat(ahead(session)).isEqualTo(4_096);
    for (int i = 0; i < 20_000; i++) {
      use(session, 1_472, GrantBook.DEEP, i);
    }
    assertThat(ahead(session)).isEqualTo(4_096);
    for (int i = 0; i < 20_000; i++) {
      use(session, 1_472, GrantBook.DEEP + 1, i);
    }
    assertThat(ahead(session)).isEqualTo(1);
  }

  @Test
  void aWindowIsNeverExceededByTheLead() {
    Session session = session(64);
    for (int i = 0; i < 1_000; i++) {
      use(session, 64, SHALLOW, i);
      assertThat(ahead(session)).isBetween(1L, 64L);
    }
    assertThat(ahead(session)).isEqualTo(64);
  }

  private List<Session> crowd(int count, long nowNs) {
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Session session = session(64);
      sessions.add(session);
      use(session, 1_472, SHALLOW, nowNs);
    }
    return sessions;
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 30, 60, 128, 250})
  void allCreditOutstandingFitsTheBudget(int count) {
    Random random = new Random(count);
    List<Session> sessions = crowd(count, 0);
    assertThat(book.active()).isEqualTo(count);
    long now = 0;
    for (int i = 0; i < 40_000; i++) {
      now += 1_000;
      Session session = sessions.get(random.nextInt(count));
      if (ahead(session) > 0) {
        use(session, 1_472, SHALLOW, now);
      }
      while (book.turn(now) != null) {
        // as many as there is room for
      }
      long outstanding = 0;
      for (Session each : sessions) {
        outstanding += Math.max(0, ahead(each)) * GrantBook.charge(1_472);
      }
      if (i > 2_000) {
        assertThat(outstanding).isLessThanOrEqualTo(book.budgetBytes());
      }
    }
    long least = sessions.stream().mapToLong(s -> s.guard().end()).min().orElseThrow();
    assertThat(least).as("nobody starves").isGreaterThan(20);
  }

  private record Arrival(long at, int session) {}

  @Test
  void aSessionThatIsBackSoonerGetsNoMore() {
    List<Session> sessions = crowd(128, 0);
    PriorityQueue<Arrival> arrivals = new PriorityQueue<>(Comparator.comparingLong(Arrival::at));
    boolean[] sending = new boolean[128];
    long[] turns = new long[128];
    for (int step = 0; step < 20_000; step++) {
      long now = step * 10_000L;
      while (book.turn(now) != null) {
        // as many as there is room for
      }
      for (int i = 0; i < 128; i++) {
        if (!sending[i] && ahead(sessions.get(i)) > 0) {
          sending[i] = true; // the first half is near, the others five times as far away
          arrivals.add(new Arrival(step + (i < 64 ? 1 : 5), i));
        }
      }
      // The device takes one frame a step.
      if (!arrivals.isEmpty() && arrivals.peek().at <= step) {
        int next = arrivals.remove().session;
        sending[next] = false;
        use(sessions.get(next), 1_472, SHALLOW, now);
        turns[next]++;
      }
    }
    long fast = 0;
    long slow = 0;
    for (int i = 0; i < 128; i++) {
      fast += i < 64 ? turns[i] : 0;
      slow += i < 64 ? 0 : turns[i];
    }
    assertThat((double) fast / slow).isBetween(0.95, 1.05);
  }

  @Test
  void whoDoesNotUseHisCreditLosesHisShare() {
    List<Session> sessions = crowd(128, 0);
    assertThat(book.waiting()).isPositive();
    long due = book.nextDueNs();
    assertThat(due).isEqualTo(GrantBook.HOLD_NS);
    while (book.turn(0) != null) {
      // until there is no room
    }
    int waiting = book.waiting();
    assertThat(waiting).isPositive();
    assertThat(book.turn(GrantBook.HOLD_NS - 1)).isNull();
    Session next = Objects.requireNonNull(book.turn(GrantBook.HOLD_NS));
    assertThat(ahead(next)).isPositive();
    int turns = 1;
    while (book.turn(GrantBook.HOLD_NS) != null) {
      turns++;
    }
    assertThat(turns).isGreaterThan(20);
    for (long now = GrantBook.HOLD_NS; now < 20 * GrantBook.HOLD_NS; now += GrantBook.HOLD_NS) {
      while (book.turn(now) != null) {
        // all get theirs
      }
    }
    assertThat(book.waiting()).isZero();
    assertThat(book.active()).isZero();
    assertThat(book.outstandingBytes()).isZero();
    assertThat(book.nextDueNs()).isEqualTo(Long.MAX_VALUE);
    assertThat(sessions).allMatch(session -> ahead(session) > 0);
  }

  @Test
  void forgottenSessionsCountNoMore() {
    List<Session> sessions = crowd(128, 0);
    for (Session session : sessions) {
      book.forget(session);
      book.forget(session);
    }
    assertThat(book.active()).isZero();
    assertThat(book.waiting()).isZero();
    assertThat(book.outstandingBytes()).isZero();
    assertThat(book.turn(0)).isNull();
  }

  @Test
  void whenTheCrowdHasGoneThoseWhoWaitAreServedAtOnce() {
    List<Session> sessions = crowd(128, 0);
    Session waiting = sessions.get(120);
    for (Session session : sessions) {
      if (session != waiting) {
        book.forget(session);
      }
    }
    assertThat(book.turn(0)).isSameAs(waiting);
    assertThat(ahead(waiting)).isGreaterThan(1);
    assertThat(book.turn(0)).isNull();
  }

  @Test
  void smallFramesGetMoreTurnsForTheSameRoom() {
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Session session = session(64);
      sessions.add(session);
      use(session, 64, SHALLOW, 0);
    }
    long outstanding = sessions.stream().mapToLong(s -> Math.max(0, ahead(s))).sum();
    assertThat(outstanding).isGreaterThan(100);
  }

  @Test
  void givenUpOperationsTakeNoCreditAway() {
    Session session = session(64);
    for (int i = 0; i < 1_000; i++) {
      long number = i * 10L; // nine of ten never arrive
      assertThat(session.guard().admit(number, 0)).isEqualTo(Guard.FRESH);
      session.guard().record(number, 0, 1, 0);
      book.used(session, 1_472, GrantBook.SHALLOW, i);
      assertThat(session.granted() - number).isBetween(2L, 64L);
    }
  }
}
