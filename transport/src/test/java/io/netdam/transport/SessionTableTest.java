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

/** Goal: a session is found by its id as long as it is there, and by nothing else. */
class SessionTableTest {
  private final WindowPool windows = new WindowPool(100, 64, 1_024);
  private final List<Integer> released = new ArrayList<>();
  private final SessionTable table = new SessionTable(100, windows, released::add, Rules.ALL);

  private static final Path PATH = Path.ofIpv4(0x7F000001, 1, 0);

  private Session create(long id, int window, int frameBytes, long firstPacket) {
    return Objects.requireNonNull(table.create(id, window, frameBytes, firstPacket));
  }

  @Test
  void findsWhatWasCreated() {
    assertThat(table.find(5)).isNull();
    Session session = create(5, 64, 1_472, 900);
    assertThat(table.find(5)).isSameAs(session);
    assertThat(session.id()).isEqualTo(5);
    assertThat(session.live()).isTrue();
    assertThat(session.frameBytes()).isEqualTo(1_472);
    assertThat(session.nextPacketNumber()).isEqualTo(900);
    assertThat(session.nextPacketNumber()).isEqualTo(901);
    assertThat(session.guard().window()).isEqualTo(64);
    assertThat(session.addressCount()).isZero();
    assertThat(table.live()).isEqualTo(1);
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.capacity()).isEqualTo(100);
  }

  @Test
  void aFullTableCreatesNothing() {
    for (int id = 1; id <= 100; id++) {
      assertThat(table.create(id, 64, 64, 0)).isNotNull();
    }
    assertThat(table.create(101, 64, 64, 0)).isNull();
    table.remove(Objects.requireNonNull(table.find(50)));
    assertThat(table.create(101, 64, 64, 0)).isNotNull();
    assertThat(table.find(50)).isNull();
  }

  @Test
  void aLargeWindowIsGivenBack() {
    Session first = create(1, 1_024, 64, 0);
    assertThat(first.guard().window()).isEqualTo(1_024);
    assertThat(table.create(2, 128, 64, 0)).as("no room").isNull();
    assertThat(table.size()).isEqualTo(1);
    table.close(first);
    assertThat(windows.free()).isEqualTo(1_024);
    assertThat(table.create(2, 128, 64, 0)).isNotNull();
    table.remove(first);
    assertThat(windows.free()).as("given back once").isEqualTo(1_024 - 128);
  }

  @Test
  void aClosedSessionIsRememberedWithoutItsState() {
    Session session = create(1, 64, 64, 0);
    session.addAddress(PATH, 0);
    session.guard().admit(0, 0);
    session.guard().recordKept(0, 0, 2, 77);
    session.acknowledgementDue(true);
    table.close(session);
    assertThat(released).containsExactly(77);
    assertThat(table.find(1)).isSameAs(session);
    assertThat(session.live()).isFalse();
    assertThat(session.addressCount()).isZero();
    assertThat(session.acknowledgementDue()).isFalse();
    assertThat(table.live()).isZero();
    assertThat(table.size()).isEqualTo(1);
    table.remove(session);
    assertThat(table.size()).isZero();
    assertThat(table.live()).isZero();
  }

  @Test
  void sessionsShareNoRecords() {
    List<Session> sessions = new ArrayList<>();
    for (int id = 1; id <= 100; id++) {
      Session session = create(id, 64, 64, 0);
      for (int number = 0; number < 64; number++) {
        session.guard().admit(number, number);
        session.guard().record(number, 0, 1, id);
      }
      sessions.add(session);
    }
    for (Session session : sessions) {
      for (int number = 0; number < 64; number++) {
        assertThat(session.guard().value(number)).isEqualTo(session.id());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 63, 64, 65, 1_000})
  void agreesWithAMap(int capacity) {
    Random random = new Random(capacity);
    SessionTable tested =
        new SessionTable(capacity, new WindowPool(capacity, 64, 0), KeptResults.NONE, Rules.ALL);
    Map<Long, Session> model = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      long id =
          random.nextBoolean()
              ? random.nextInt(3 * capacity) + 1
              : 0x0100_0000_0000_0000L | random.nextInt(3 * capacity);
      Session known = model.get(id);
      assertThat(tested.find(id)).isSameAs(known);
      if (known != null) {
        assertThat(known.id()).isEqualTo(id);
        if (random.nextBoolean()) {
          tested.remove(known);
          model.remove(id);
        }
      } else {
        Session created = tested.create(id, 64, 64, 0);
        assertThat(created == null).isEqualTo(model.size() == capacity);
        if (created != null) {
          model.put(id, created);
        }
      }
      assertThat(tested.size()).isEqualTo(model.size());
    }
    int seen = 0;
    for (int slot = 0; slot < tested.slots(); slot++) {
      Session session = tested.at(slot);
      if (session != null) {
        assertThat(model.get(session.id())).isSameAs(session);
        seen++;
      }
    }
    assertThat(seen).isEqualTo(model.size());
    assertThat(tested.slots()).isGreaterThanOrEqualTo(2 * capacity);
  }
}
