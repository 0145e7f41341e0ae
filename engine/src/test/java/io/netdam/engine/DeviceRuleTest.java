package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static io.netdam.engine.DeviceRig.LOCAL_OTHER;
import static io.netdam.engine.DeviceRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Rule;
import io.netdam.transport.Rules;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: each rule of the device side can be switched off alone, what it prevents happens then, and
 * does not happen while it is kept.
 */
class DeviceRuleTest {
  private static final Set<Rule> OF_THE_CLIENT =
      EnumSet.of(
          Rule.RETRY_KEEPS_NUMBER,
          Rule.WINDOW_RESPECTED,
          Rule.UNRESOLVED_HELD,
          Rule.TIMER_ARMED,
          Rule.WAKE_UP);

  /** Each tells whether the failure that its rule prevents happened. */
  private static final Map<Rule, Predicate<Rules>> FAILURES = new EnumMap<>(Rule.class);

  static {
    FAILURES.put(Rule.GUARD, DeviceRuleTest::aCopyRunsTwice);
    FAILURES.put(Rule.EFFECT_BEFORE_ACKNOWLEDGEMENT, DeviceRuleTest::acknowledgedWithoutEffect);
    FAILURES.put(Rule.SESSION_ID_ONCE, DeviceRuleTest::twoClientsShareASession);
    FAILURES.put(Rule.SESSION_BY_TICKET, DeviceRuleTest::aLatePacketMakesASession);
    FAILURES.put(Rule.SESSION_OUTLIVES_TICKETS, DeviceRuleTest::aTicketMakesItAgain);
    FAILURES.put(Rule.BITMAP_POSITION, DeviceRuleTest::theWrongOperationIsAcknowledged);
    FAILURES.put(Rule.EPOCH, DeviceRuleTest::aTicketOfAnotherEpochWorks);
    FAILURES.put(Rule.TICKET_EXPIRY, DeviceRuleTest::anExpiredTicketWorks);
    FAILURES.put(Rule.RESUME_COUNTS, DeviceRuleTest::aResumedTicketMakesItAgain);
    FAILURES.put(Rule.OUTCOME_CLOSES, DeviceRuleTest::whatWasNotRecordedRunsLater);
    FAILURES.put(Rule.BELOW_WINDOW, DeviceRuleTest::aStaleWriteUndoesANewerOne);
    FAILURES.put(Rule.ABOVE_WINDOW, DeviceRuleTest::anOverrunCoversARecord);
    FAILURES.put(Rule.HAND_OVER, DeviceRuleTest::aForeignPacketRunsHere);
    FAILURES.put(Rule.ADDRESS, DeviceRuleTest::aStrangerUsesASession);
    FAILURES.put(Rule.REFUSAL_RECORDED, DeviceRuleTest::aRefusedOperationRunsLater);
  }

  @Test
  void everyRuleHasItsFailureHereOrBelongsToTheClient() {
    Set<Rule> known = EnumSet.copyOf(FAILURES.keySet());
    known.addAll(OF_THE_CLIENT);
    assertThat(known).containsExactlyInAnyOrder(Rule.values());
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void preventsItsFailure(Rule rule) {
    Predicate<Rules> failure = FAILURES.get(rule);
    if (failure == null) {
      assertThat(OF_THE_CLIENT).contains(rule);
      return;
    }
    assertThat(failure.test(Rules.ALL)).as("kept").isFalse();
    assertThat(failure.test(Rules.without(rule))).as("broken").isTrue();
    for (Rule other : FAILURES.keySet()) {
      if (other != rule && !related(rule, other)) {
        assertThat(failure.test(Rules.without(other))).as("broken: %s", other).isFalse();
      }
    }
  }

  /**
   * Whether a failure follows from more than one rule: where sessions need no ticket, no property
   * of tickets matters; without guard or effect nothing holds.
   */
  private static boolean related(Rule rule, Rule broken) {
    return switch (broken) {
      case SESSION_BY_TICKET -> rule == Rule.EPOCH || rule == Rule.TICKET_EXPIRY;
      case SESSION_OUTLIVES_TICKETS -> rule == Rule.RESUME_COUNTS;
      case REFUSAL_RECORDED -> rule == Rule.OUTCOME_CLOSES;
      case GUARD, EFFECT_BEFORE_ACKNOWLEDGEMENT -> true;
      default -> false;
    };
  }

  private static DeviceRig rig(Rules rules) {
    return new DeviceRig(settings -> settings.rules(rules));
  }

  private static boolean aCopyRunsTwice(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected();
    rig.ask(client.addFrame(0, 0, 1));
    rig.ask(client.addFrame(0, 0, 1));
    return rig.word(0) == 2;
  }

  private static boolean acknowledgedWithoutEffect(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected();
    rig.send(Frame.write(client.session, 1, 0, 0, 0, (byte) 1, (byte) 2).flags(Frame.QUIET));
    rig.poll();
    assertThat(rig.last().number()).as("acknowledged").isEqualTo(1);
    Frame read = rig.ask(Frame.read(client.session, 2, 0, 0, 8, 64));
    boolean stale = read.get8(64) == 0;
    rig.ask(client.addFrame(1, 8, 1));
    assertThat(rig.word(0)).as("in the end it runs").isEqualTo(0x0201);
    return stale;
  }

  private static boolean twoClientsShareASession(Rules rules) {
    DeviceRig rig = rig(rules);
    long first = rig.open().session;
    return rig.open().session == first;
  }

  private static boolean aLatePacketMakesASession(Rules rules) {
    DeviceRig rig = rig(rules);
    rig.send(Frame.fetchAdd(5, 1, 0, 0, 0, 1));
    return rig.engine.sessions() == 1;
  }

  private static boolean aTicketMakesItAgain(Rules rules) {
    DeviceRig rig =
        new DeviceRig(
            settings -> settings.rules(rules).leaseNs(8 * SECOND).ticketLifeNs(9 * SECOND));
    DeviceRig.Client client = rig.open();
    client.add(0, 0, 1);
    rig.now += 8 * SECOND + SECOND / 2;
    rig.poll();
    client.add(0, 0, 1);
    return rig.word(0) == 2;
  }

  private static boolean theWrongOperationIsAcknowledged(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected();
    rig.send(client.addFrame(1, 0, 1).flags(Frame.QUIET));
    rig.poll();
    Frame ack = rig.last();
    assertThat(ack.number()).isZero();
    return ack.get64(48) != 1;
  }

  private static boolean aTicketOfAnotherEpochWorks(Rules rules) {
    DeviceRig.Client client = rig(rules).open();
    DeviceRig later =
        new DeviceRig(
            settings -> DeviceSettings.builder(DeviceRig.EPOCH + 1, DeviceRig.key(1)).rules(rules));
    later.ask(client.addFrame(0, 0, 1).withTicket(client.ticket));
    return later.word(0) == 1;
  }

  private static boolean anExpiredTicketWorks(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.open();
    rig.now += DeviceRig.TICKET_LIFE;
    client.add(0, 0, 1);
    return rig.word(0) == 1;
  }

  private static boolean aResumedTicketMakesItAgain(Rules rules) {
    DeviceRig rig =
        new DeviceRig(settings -> settings.rules(rules).leaseNs(SECOND).ticketLifeNs(10 * SECOND));
    DeviceRig.Client client = rig.open();
    client.add(0, 0, 1);
    rig.now += 9 * SECOND;
    Frame resume = Frame.open(0, 0, 5).flags(1).session(client.session).put(64, client.ticket);
    byte[] ticket = rig.ask(LOCAL_OTHER, resume).slice(64, 128);
    rig.now += 2 * SECOND;
    rig.poll();
    rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1).withTicket(ticket));
    return rig.word(0) == 2;
  }

  private static boolean whatWasNotRecordedRunsLater(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected();
    Frame outcome =
        Frame.request(client.session, 9, 64).core(0x24, Frame.OPERANDS, 0, 0).operands(3, 0);
    assertThat(rig.ask(outcome).status(0)).isEqualTo(24);
    rig.ask(client.addFrame(3, 0, 1));
    return rig.word(0) == 1;
  }

  private static boolean aStaleWriteUndoesANewerOne(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected();
    rig.ask(Frame.write(client.session, 1, 0, 0, 0, (byte) 1));
    // The client gives 1 up: UNKNOWN. Its copy is still on the way.
    rig.ask(Frame.write(client.session, 3, 2, 0, 0, (byte) 3));
    rig.ask(Frame.write(client.session, 2, 1, 1, 0, (byte) 2));
    return rig.word(0) == 2;
  }

  private static boolean anOverrunCoversARecord(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected();
    rig.ask(client.addFrame(0, 0, 1));
    rig.ask(client.addFrame(64, 8, 1));
    rig.ask(client.addFrame(0, 0, 1));
    return rig.word(0) == 2;
  }

  private static boolean aForeignPacketRunsHere(Rules rules) {
    DeviceRig rig = new DeviceRig(settings -> settings.rules(rules).shard(0, 2));
    rig.send(Frame.fetchAdd(1L << 56 | 5, 1, 0, 0, 0, 1));
    assertThat(rig.handedOver).hasSize(1);
    return rig.word(0) == 1;
  }

  private static boolean aStrangerUsesASession(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected(LOCAL);
    rig.ask(LOCAL_OTHER, client.addFrame(0, 0, 1));
    return rig.word(0) == 1;
  }

  private static boolean aRefusedOperationRunsLater(Rules rules) {
    DeviceRig rig = rig(rules);
    DeviceRig.Client client = rig.connected();
    rig.ask(client.addFrame(0, 4, 1));
    rig.ask(client.addFrame(0, 0, 1));
    return rig.word(0) == 1;
  }
}
