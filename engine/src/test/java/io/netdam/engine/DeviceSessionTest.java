package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static io.netdam.engine.DeviceRig.LOCAL_OTHER;
import static io.netdam.engine.DeviceRig.SECOND;
import static io.netdam.engine.DeviceRig.TRUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Path;
import io.netdam.wire.DropReason;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Goal: a session is made by a ticket only, lives as long as docs/protocol.md section 5 says. */
class DeviceSessionTest {
  private static final int UNKNOWN = 1;
  private static final int MOVED = 2;
  private static final int TICKET_STALE = 3;

  private final DeviceRig rig = new DeviceRig();

  @Test
  void openIsAnsweredByteForByteAndLeavesNothing() {
    Frame opened = rig.ask(Frame.open(64, 1_216, 0xABCDEF));
    assertThat(opened.bytes).hasSize(128);
    assertThat(opened.slice(0, 4)).containsExactly(1, Frame.OPENED, 0, 0);
    assertThat(opened.session()).isEqualTo(1);
    assertThat(opened.number()).isZero();
    assertThat(opened.get16(30)).isEqualTo(64);
    assertThat(opened.get8(32)).isEqualTo(1);
    assertThat(opened.get8(33)).isEqualTo(1);
    assertThat(opened.get16(34)).isZero();
    assertThat(opened.get32(36)).isEqualTo(1_216);
    assertThat(opened.get64(40)).isEqualTo(0xABCDEF);
    assertThat(opened.get64(48)).isEqualTo(DeviceRig.EPOCH);
    assertThat(opened.get32(56)).isEqualTo(30_000);
    assertThat(opened.get32(60)).isBetween(64, 8_192);
    assertThat(rig.engine.sessions()).isZero();
    assertThat(rig.poll()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void everyOpenGetsAnotherSessionId() {
    assertThat(rig.open().session).isEqualTo(1);
    assertThat(rig.open().session).isEqualTo(2);
    assertThat(rig.open(TRUSTED, 64, 128).session).isEqualTo(3);
  }

  @Test
  void grantsWhatIsWantedWithinItsLimits() {
    assertThat(rig.open(LOCAL, 0, 0).window).isEqualTo(64);
    assertThat(rig.open(LOCAL, 0, 0).frameBytes).isEqualTo(1_216);
    assertThat(rig.open(LOCAL, 1_000, 100).window).isEqualTo(512);
    assertThat(rig.open(LOCAL, 1_000, 100).frameBytes).isEqualTo(64);
    assertThat(rig.open(LOCAL, 65_535, 9_000).window).isEqualTo(4_096);
    assertThat(rig.open(LOCAL, 65_535, 9_000).frameBytes).isEqualTo(1_472);
  }

  @Test
  void largerWindowsComeFromABudget() {
    DeviceRig.Client first = rig.open(LOCAL, 4_096, 1_472);
    DeviceRig.Client second = rig.open(LOCAL, 4_096, 1_472);
    first.add(0, 0, 1);
    Frame full = second.add(0, 0, 1);
    assertThat(full.status(0)).as("SESSIONS_FULL").isEqualTo(8);
    assertThat(rig.word(0)).isEqualTo(1);
    assertThat(rig.open(LOCAL, 4_096, 1_472).window).as("what is left").isEqualTo(64);
    rig.send(Frame.of(Frame.CLOSE, 64).session(first.session));
    assertThat(rig.open(LOCAL, 4_096, 1_472).window).isEqualTo(4_096);
    assertThat(second.add(0, 0, 1).status(0)).isZero();
  }

  @Test
  void theFirstRequestWithATicketMakesTheSession() {
    DeviceRig.Client client = rig.open();
    assertThat(client.add(0, 8, 5).value(0)).isZero();
    assertThat(rig.engine.sessions()).isEqualTo(1);
    assertThat(rig.counters.count(DeviceCounter.SESSIONS_CREATED)).isEqualTo(1);
    Frame next = rig.ask(client.addFrame(1, 8, 5));
    assertThat(next.value(0)).isEqualTo(5);
    assertThat(rig.word(8)).isEqualTo(10);
  }

  @Test
  void anUnknownSessionIsAnsweredRetryByteForByte() {
    Frame retry = rig.ask(Frame.fetchAdd(12, 345, 6, 2, 0, 1));
    assertThat(retry.bytes).hasSize(64);
    assertThat(retry.slice(0, 4)).containsExactly(1, Frame.RETRY, 0, 0);
    assertThat(retry.session()).isEqualTo(12);
    assertThat(retry.number()).isEqualTo(6);
    assertThat(retry.get8(32)).isEqualTo(UNKNOWN);
    assertThat(retry.get64(40)).isEqualTo(345);
    assertThat(retry.get64(48)).isEqualTo(DeviceRig.EPOCH);
    assertThat(rig.engine.sessions()).isZero();
    assertThat(rig.word(0)).isZero();
  }

  @Test
  void anExpiredTicketMakesNothing() {
    DeviceRig.Client client = rig.open();
    rig.now += DeviceRig.TICKET_LIFE;
    Frame retry = client.add(0, 0, 1);
    assertThat(retry.kind()).isEqualTo(Frame.RETRY);
    assertThat(retry.get8(32)).isEqualTo(TICKET_STALE);
    assertThat(rig.counters.dropped(DropReason.TICKET_EXPIRED)).isEqualTo(1);
    assertThat(rig.word(0)).isZero();
  }

  @Test
  void aTicketIsGoodUntilItsLastNanosecond() {
    DeviceRig.Client client = rig.open();
    rig.now += DeviceRig.TICKET_LIFE - 1;
    assertThat(client.add(0, 0, 1).kind()).isEqualTo(Frame.REPLY);
  }

  @Test
  void noBitOfATicketMayChange() {
    DeviceRig.Client client = rig.open();
    for (int bit = 0; bit < 64 * 8; bit++) {
      int index = bit / 8;
      if (index == 1 || index >= 40 && index < 48) {
        continue; // reserved, but under the MAC too: see below
      }
      assertAltered(client, bit);
    }
    assertAltered(client, 8);
    assertAltered(client, 40 * 8);
    assertThat(client.add(0, 0, 1).status(0)).isZero();
  }

  private void assertAltered(DeviceRig.Client client, int bit) {
    byte[] altered = client.ticket.clone();
    altered[bit / 8] ^= (byte) (1 << bit % 8);
    Frame answer = rig.ask(client.addFrame(0, 0, 1).withTicket(altered));
    assertThat(answer.kind()).as("bit %d", bit).isEqualTo(Frame.RETRY);
    assertThat(rig.engine.sessions()).isZero();
  }

  @Test
  void aTicketMakesNothingFromAnotherAddress() {
    DeviceRig.Client client = rig.open();
    Frame retry = rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1).withTicket(client.ticket));
    assertThat(retry.get8(32)).as("it may still be made at its own").isEqualTo(MOVED);
    assertThat(rig.counters.dropped(DropReason.TICKET_ADDRESS)).isEqualTo(1);
    assertThat(rig.engine.sessions()).isZero();
    rig.now += DeviceRig.TICKET_LIFE;
    Frame stale = rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1).withTicket(client.ticket));
    assertThat(stale.get8(32)).isEqualTo(TICKET_STALE);
  }

  @Test
  void theLocalSocketIsNoPartOfTheAddress() {
    DeviceRig.Client client = rig.open();
    Path otherSocket = Path.ofIpv4(0x7F000001, 40_000, 3);
    rig.ask(otherSocket, client.addFrame(0, 0, 1).withTicket(client.ticket));
    assertThat(rig.ask(LOCAL, client.addFrame(1, 0, 1)).value(0)).isEqualTo(1);
  }

  @Test
  void aSessionAnswersToItsOwnAddressOnly() {
    DeviceRig.Client client = rig.connected();
    Frame retry = rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1));
    assertThat(retry.kind()).isEqualTo(Frame.RETRY);
    assertThat(retry.get8(32)).isEqualTo(MOVED);
    assertThat(rig.word(0)).isZero();
    rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1).withTicket(client.ticket));
    assertThat(rig.word(0)).as("the old address's ticket does not help").isZero();
  }

  private Frame resume(Path from, DeviceRig.Client client) {
    return rig.ask(
        from, Frame.open(0, 0, 5).flags(1).session(client.session).put(64, client.ticket));
  }

  @Test
  void resumeAddsAnAddressAndKeepsTheOld() {
    DeviceRig.Client client = rig.connected();
    client.add(0, 0, 1);
    Frame opened = resume(LOCAL_OTHER, client);
    assertThat(opened.kind()).isEqualTo(Frame.OPENED);
    assertThat(opened.session()).isEqualTo(client.session);
    assertThat(opened.get16(30)).isEqualTo(64);
    assertThat(opened.get32(36)).isEqualTo(1_472);
    Frame moved = rig.ask(LOCAL_OTHER, client.addFrame(1, 0, 1).withTicket(opened.slice(64, 128)));
    assertThat(moved.value(0)).isEqualTo(1);
    assertThat(rig.counters.count(DeviceCounter.SESSIONS_MOVED)).isEqualTo(1);
    assertThat(rig.ask(LOCAL_OTHER, client.addFrame(2, 0, 1)).value(0)).isEqualTo(2);
    assertThat(rig.ask(LOCAL, client.addFrame(3, 0, 1)).value(0)).isEqualTo(3);
    assertThat(rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1)).repeated()).isTrue();
  }

  @Test
  void resumeNeedsATicketOfThatSession() {
    DeviceRig.Client client = rig.connected();
    DeviceRig.Client other = rig.connected(LOCAL_OTHER);
    Frame resume = Frame.open(0, 0, 5).flags(1).session(client.session);
    rig.mute(LOCAL_OTHER, resume);
    rig.mute(LOCAL_OTHER, resume.put(64, other.ticket));
    byte[] guessed = other.ticket.clone();
    System.arraycopy(client.ticket, 8, guessed, 8, 8);
    rig.mute(LOCAL_OTHER, resume.put(64, guessed));
    byte[] altered = client.ticket.clone();
    altered[31] ^= 1; // its expiry
    rig.mute(LOCAL_OTHER, resume.put(64, altered));
    assertThat(rig.counters.dropped(DropReason.TICKET_FORGED)).isEqualTo(4);
    assertThat(rig.ask(LOCAL_OTHER, resume.put(64, client.ticket)).kind()).isEqualTo(Frame.OPENED);
  }

  @Test
  void resumeTakesAnExpiredTicketOfALiveSession() {
    DeviceRig.Client client = rig.connected();
    rig.now += DeviceRig.TICKET_LIFE + 1;
    assertThat(resume(LOCAL_OTHER, client).kind()).isEqualTo(Frame.OPENED);
  }

  @Test
  void aSessionThatIsNotThereYetMovesWithTheExpiryThatItHad() {
    DeviceRig.Client client = rig.open();
    rig.now += DeviceRig.TICKET_LIFE / 2;
    Frame moved = resume(LOCAL_OTHER, client);
    assertThat(moved.kind()).isEqualTo(Frame.OPENED);
    assertThat(moved.session()).isEqualTo(client.session);
    assertThat(moved.get16(30)).isEqualTo(64);
    assertThat(moved.get32(36)).isEqualTo(1_472);
    byte[] ticket = moved.slice(64, 128);
    rig.now += DeviceRig.TICKET_LIFE / 2;
    Frame late = rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1).withTicket(ticket));
    assertThat(late.get8(32)).isEqualTo(TICKET_STALE);
    rig.now -= 1;
    Frame reply = rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1).withTicket(ticket));
    assertThat(reply.kind()).isEqualTo(Frame.REPLY);
  }

  @Test
  void resumeOfWhatCannotBeMadeAnyMoreIsRetry() {
    DeviceRig.Client client = rig.open();
    Frame wrong = Frame.open(0, 0, 5).flags(1).session(client.session + 1);
    assertThat(rig.ask(LOCAL_OTHER, wrong.put(64, client.ticket)).get8(32)).isEqualTo(UNKNOWN);
    rig.now += DeviceRig.TICKET_LIFE;
    assertThat(resume(LOCAL_OTHER, client).get8(32)).isEqualTo(TICKET_STALE);
    DeviceRig.Client closed = rig.open();
    closed.add(0, 0, 1);
    rig.send(Frame.of(Frame.CLOSE, 64).session(closed.session));
    assertThat(resume(LOCAL_OTHER, closed).get8(32)).isEqualTo(UNKNOWN);
    assertThat(rig.engine.sessions()).isZero();
  }

  @Test
  void theNinthAddressTakesThePlaceOfTheLongestUnused() {
    DeviceRig.Client client = rig.connected();
    Path[] paths = new Path[9];
    paths[0] = LOCAL;
    for (int i = 1; i < 9; i++) {
      paths[i] = Path.ofIpv4(0x7F000001, 41_000 + i, 0);
      rig.now += 1_000;
      byte[] ticket = resume(paths[i], client).slice(64, 128);
      rig.ask(paths[i], client.addFrame(i - 1, 0, 1).withTicket(ticket));
      if (i == 7) {
        rig.ask(LOCAL, client.addFrame(0, 0, 1)); // not unused
      }
    }
    assertThat(rig.ask(paths[1], client.addFrame(20, 0, 1)).kind()).isEqualTo(Frame.RETRY);
    for (int i : new int[] {0, 2, 3, 4, 5, 6, 7, 8}) {
      assertThat(rig.ask(paths[i], client.addFrame(0, 0, 1)).repeated()).isTrue();
    }
  }

  @Test
  void aSessionLivesForALeaseAfterTheLastPacket() {
    DeviceRig.Client client = rig.connected();
    for (int i = 0; i < 5; i++) {
      rig.now += DeviceRig.LEASE - SECOND;
      rig.poll();
      assertThat(rig.ask(client.addFrame(i, 0, 1)).value(0)).isEqualTo(i);
    }
    rig.now += DeviceRig.LEASE + DeviceRig.LEASE / 100;
    rig.poll();
    assertThat(rig.engine.sessions()).isZero();
    assertThat(rig.counters.count(DeviceCounter.SESSIONS_EXPIRED)).isEqualTo(1);
    assertThat(rig.ask(client.addFrame(5, 0, 1)).kind()).isEqualTo(Frame.RETRY);
    assertThat(rig.word(0)).isEqualTo(5);
  }

  @Test
  void aSessionOutlivesEveryTicketThatCouldMakeItAgain() {
    DeviceRig longTickets =
        new DeviceRig(settings -> settings.leaseNs(SECOND).ticketLifeNs(100 * SECOND));
    DeviceRig.Client client = longTickets.open();
    client.add(0, 0, 1);
    for (int second = 0; second < 99; second++) {
      longTickets.now += SECOND;
      longTickets.poll();
      assertThat(longTickets.engine.sessions()).isEqualTo(1);
    }
    assertThat(client.add(0, 0, 1).repeated()).as("a late copy is known").isTrue();
    longTickets.now += 3 * SECOND;
    longTickets.poll();
    assertThat(longTickets.engine.sessions()).isZero();
    assertThat(client.add(0, 0, 1).kind())
        .as("and later its ticket is stale")
        .isEqualTo(Frame.RETRY);
    assertThat(longTickets.word(0)).isEqualTo(1);
  }

  @Test
  void aResumedTicketKeepsTheSessionToo() {
    DeviceRig longTickets =
        new DeviceRig(settings -> settings.leaseNs(SECOND).ticketLifeNs(10 * SECOND));
    DeviceRig.Client client = longTickets.open();
    client.add(0, 0, 1);
    longTickets.now += SECOND / 2;
    longTickets.ask(
        LOCAL_OTHER, Frame.open(0, 0, 5).flags(1).session(client.session).put(64, client.ticket));
    longTickets.now += 10 * SECOND - 1;
    longTickets.poll();
    assertThat(longTickets.engine.sessions()).isEqualTo(1);
  }

  @Test
  void closeEndsASessionAndItsNumberStaysClosed() {
    DeviceRig.Client client = rig.open();
    client.add(0, 0, 1);
    Frame over = rig.ask(Frame.of(Frame.CLOSE, 64).session(client.session).packet(55));
    assertThat(over.kind()).isEqualTo(Frame.RETRY);
    assertThat(over.get8(32)).isEqualTo(UNKNOWN);
    assertThat(over.echo()).isEqualTo(55);
    assertThat(rig.engine.sessions()).isZero();
    assertThat(rig.ask(Frame.of(Frame.CLOSE, 64).session(client.session)).get8(32))
        .isEqualTo(UNKNOWN);
    assertThat(rig.counters.count(DeviceCounter.SESSIONS_CLOSED)).isEqualTo(1);
    Frame late = client.add(0, 0, 1);
    assertThat(late.kind()).as("its ticket is still good, but").isEqualTo(Frame.RETRY);
    assertThat(rig.word(0)).isEqualTo(1);
    rig.now += DeviceRig.TICKET_LIFE + SECOND;
    rig.poll();
    assertThat(client.add(0, 0, 1).get8(32)).isEqualTo(TICKET_STALE);
    assertThat(rig.poll()).as("nothing left to watch").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void closeAfterTheTicketsForgetsAtOnce() {
    DeviceRig.Client client = rig.open();
    client.add(0, 0, 1);
    rig.now += DeviceRig.TICKET_LIFE;
    rig.send(Frame.of(Frame.CLOSE, 64).session(client.session));
    assertThat(rig.poll()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void closeFromElsewhereDoesNothing() {
    DeviceRig.Client client = rig.connected();
    Frame elsewhere = rig.ask(LOCAL_OTHER, Frame.of(Frame.CLOSE, 64).session(client.session));
    assertThat(elsewhere.get8(32)).isEqualTo(MOVED);
    Frame unknown = rig.ask(Frame.of(Frame.CLOSE, 64).session(client.session + 1));
    assertThat(unknown.get8(32)).isEqualTo(UNKNOWN);
    assertThat(rig.engine.sessions()).isEqualTo(1);
  }

  @Test
  void aFullTableRefusesAndEvictsNobody() {
    DeviceRig.Client[] clients = new DeviceRig.Client[64];
    for (int i = 0; i < 64; i++) {
      clients[i] = rig.open();
      clients[i].add(0, 0, 1);
    }
    DeviceRig.Client late = rig.open();
    Frame full = late.add(0, 0, 1);
    assertThat(full.kind()).isEqualTo(Frame.REPLY);
    assertThat(full.session()).isEqualTo(late.session);
    assertThat(full.status(0)).isEqualTo(8);
    assertThat(full.value(0)).as("retry after").isPositive();
    assertThat(rig.word(0)).isEqualTo(64);
    for (DeviceRig.Client client : clients) {
      assertThat(rig.ask(client.addFrame(0, 0, 1)).repeated()).isTrue();
    }
    rig.now += DeviceRig.LEASE * 2;
    rig.poll();
    assertThat(rig.engine.sessions()).isZero();
    assertThat(rig.open().add(0, 0, 1).status(0)).isZero();
  }

  @Test
  void expiryIsBoundedPerPollAndGetsThroughAll() {
    DeviceRig many = new DeviceRig(settings -> settings.sessionsMax(300));
    for (int i = 0; i < 300; i++) {
      many.connected();
    }
    many.now += DeviceRig.LEASE * 2;
    int polls = 0;
    while (many.engine.sessions() > 0) {
      int before = many.engine.sessions();
      many.poll();
      assertThat(before - many.engine.sessions()).isBetween(1, 64);
      polls++;
    }
    assertThat(polls).isEqualTo(5);
  }

  @Test
  void idleSessionsWakeTheDeviceSeldom() {
    rig.connected();
    long due = rig.poll();
    assertThat(due - rig.now).isBetween(DeviceRig.LEASE / 2, DeviceRig.LEASE * 2);
  }

  @Test
  void packetNumbersOfASessionRiseInALaneOfTheDevice() {
    DeviceRig.Client client = rig.connected();
    long first = rig.last().packet();
    assertThat(first >>> 63).isEqualTo(1);
    for (int i = 0; i < 4; i++) {
      assertThat(rig.ask(client.addFrame(i, 0, 1)).packet()).isEqualTo(first + 1 + i);
    }
  }

  @Test
  void anotherEpochKnowsNoTicketOfThis() {
    DeviceRig.Client client = rig.open();
    DeviceRig later =
        new DeviceRig(settings ->
            DeviceSettings.builder(DeviceRig.EPOCH + 1, DeviceRig.key(1))
                .sessionsMax(8)
                .frameBytes(1_472));
    Frame retry = later.ask(client.addFrame(0, 0, 1).withTicket(client.ticket));
    assertThat(retry.kind()).isEqualTo(Frame.RETRY);
    assertThat(retry.get8(32)).isEqualTo(UNKNOWN);
    assertThat(retry.get64(48)).isEqualTo(DeviceRig.EPOCH + 1);
    assertThat(later.counters.dropped(DropReason.TICKET_EPOCH)).isEqualTo(1);
    assertThat(Arrays.stream(new long[] {later.word(0)}).sum()).isZero();
  }
}
