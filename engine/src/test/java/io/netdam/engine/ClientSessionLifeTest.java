package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Rule;
import io.netdam.transport.Rules;
import io.netdam.wire.DropReason;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/**
 * Goal: how a client comes to its session, keeps, loses and leaves it; what it says of each end.
 */
class ClientSessionLifeTest {
  private static final long MS = ClientWorld.MS;
  private static final long S = 1_000 * MS;

  private static ClientWorld world() {
    return new ClientWorld(1, ClientSettings.builder());
  }

  private static void add(ClientWorld world, int peer, long tag) {
    assertThat(world.add(peer, 0, 1, tag, 10 * S)).isEqualTo(Submission.ACCEPTED);
    world.until(() -> world.byTag.containsKey(tag), 20 * S);
  }

  @Test
  void lostOpenIsRepeatedAfterAHundredMillisecondsAndAnEighthAtMost() {
    ClientWorld world = world();
    int peer = world.attach(1);
    long[] opens = new long[8];
    int[] count = {0};
    world.tap =
        (toDevice, source, frame) -> {
          if (frame[1] == Frame.OPEN) {
            opens[count[0]++] = world.nowNs;
            return count[0] > 3;
          }
          return true;
        };
    add(world, peer, 1);
    assertThat(count[0]).isEqualTo(4);
    assertThat(opens[1] - opens[0]).isBetween(100 * MS, 113 * MS);
    assertThat(opens[2] - opens[1]).isBetween(200 * MS, 226 * MS);
    assertThat(opens[3] - opens[2]).isBetween(400 * MS, 451 * MS);
    assertThat(world.end(1L).outcome()).isEqualTo(Outcome.DONE);
  }

  @Test
  void unreachableDeviceEndsNotSentAtTheDeadline() {
    ClientWorld world = world();
    int peer = world.attach(1);
    world.cut = true;
    world.add(peer, 0, 1, 1, 300 * MS);
    long deadlineNs = world.nowNs + 300 * MS;
    world.until(() -> world.ends.size() == 1, S);
    assertThat(world.end(1L).outcome()).isEqualTo(Outcome.NOT_SENT);
    assertThat(world.end(1L).atNs()).isEqualTo(deadlineNs);
  }

  @Test
  void operationThatWasSentEndsUnknownAtTheDeadlineAndByCancel() {
    ClientWorld world = world();
    int peer = world.attach(1);
    add(world, peer, 1);
    world.cut = true;
    world.add(peer, 0, 1, 2, 300 * MS);
    world.read(peer, 0, MemorySegment.ofArray(new byte[8]), 3, 10 * S);
    world.until(() -> world.byTag.containsKey(2L), S);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(world.client.cancel(peer, 3)).isTrue();
    assertThat(world.end(3L).outcome()).isEqualTo(Outcome.UNKNOWN);
    world.add(peer, 0, 1, 4, 10 * S);
    assertThat(world.client.cancel(peer, 4)).isTrue();
    assertThat(world.end(4L).outcome()).isEqualTo(Outcome.NOT_SENT);
    assertThat(world.client.cancel(peer, 4)).isFalse();
    world.cut = false;
    add(world, peer, 5);
    assertThat(world.end(5L).outcome()).isEqualTo(Outcome.DONE);
  }

  @Test
  void nothingNewStartsWhileAnAbandonedOneCanStillOvertakeIt() {
    ClientWorld world = world();
    int peer = world.attach(1);
    add(world, peer, 1);
    world.tap = (toDevice, source, frame) -> !toDevice;
    world.add(peer, 0, 1, 2, 10 * S);
    world.add(peer, 0, 1, 3, 10 * S);
    world.run(MS / 10);
    assertThat(world.client.cancel(peer, 3)).isTrue();
    world.tap = null;
    int[] numbers = {-1};
    world.add(peer, 0, 1, 4, 10 * S);
    world.tap =
        (toDevice, source, frame) -> {
          if (toDevice && Frame.received(frame).number() == 3) {
            numbers[0] = Frame.received(frame).get16(30);
          }
          return true;
        };
    world.until(() -> world.byTag.containsKey(4L), S);
    assertThat(world.end(2L).atNs()).isLessThan(world.end(4L).atNs());
    assertThat(numbers[0]).as("the lowest is its own number").isZero();
  }

  @Test
  void restartedDeviceEndsWhatWasSentUnknownAndTakesWhatWasNot() {
    ClientWorld world =
        new ClientWorld(1, ClientSettings.builder().operationsMax(100).windowWanted(10));
    int peer = world.attach(1);
    add(world, peer, 1);
    world.tap = (toDevice, source, frame) -> toDevice;
    for (int tag = 2; tag <= 50; tag++) {
      world.add(peer, 0, 1, tag, 60 * S);
    }
    world.run(5 * MS);
    world.restartDevice(device -> {});
    world.poll();
    world.tap = null;
    world.until(() -> world.ends.size() == 50, 60 * S);
    long unknown = world.ends.stream().filter(e -> e.outcome() == Outcome.UNKNOWN).count();
    long done = world.ends.stream().filter(e -> e.outcome() == Outcome.DONE).count();
    assertThat(unknown).isEqualTo(10);
    assertThat(world.ends)
        .filteredOn(e -> e.outcome() == Outcome.UNKNOWN)
        .allMatch(e -> e.value() == Completions.DEVICE_RESTARTED);
    assertThat(done).isEqualTo(40);
    assertThat(world.region.getLong(0)).as("all ran, once").isEqualTo(50);
    assertThat(world.counters.count(ClientCounter.SESSIONS_LOST)).isEqualTo(1);
    assertThat(world.counters.count(ClientCounter.SESSIONS)).isEqualTo(2);
  }

  @Test
  void changeThatIsOlderThanItsLeaseWhenItsSessionIsLostEndsUnknown() {
    ClientWorld world =
        new ClientWorld(
            1, ClientSettings.builder(), d -> d.leaseNs(200 * MS).ticketLifeNs(100 * MS));
    int peer = world.attach(1);
    add(world, peer, 1);
    world.run(100 * MS);
    world.cut = true;
    world.add(peer, 0, 1, 2, 60 * S);
    world.run(S);
    world.cut = false;
    world.until(() -> world.byTag.containsKey(2L), 10 * S);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(world.end(2L).value()).isEqualTo(Completions.LEASE_OVER);
    add(world, peer, 3);
    assertThat(world.region.getLong(0)).as("the one in doubt has not run").isEqualTo(2);
  }

  @Test
  void lateRefusalForWantOfASessionEndsNothingThoughTheSessionIsThereByNow() {
    ClientWorld world = world();
    int peer = world.attach(1);
    world.device.drain(world.nowNs, S, new DeafOutbox());
    byte[][] refusals = new byte[3][];
    world.tap =
        (toDevice, source, frame) -> {
          if (toDevice || frame[1] != Frame.REPLY) {
            return true;
          }
          refusals[(int) Frame.received(frame).number()] = frame;
          return false;
        };
    world.add(peer, 0, 1, 1, 60 * S);
    world.add(peer, 0, 1, 2, 60 * S);
    world.run(20 * MS);
    byte[] refusal = java.util.Objects.requireNonNull(refusals[1]);
    assertThat(Frame.received(refusal).status(0)).isEqualTo(Status.DRAINING.code());
    world.goOnByPlan();
    // Only the first operation gets through: it makes the session, and its answer proves it.
    world.tap =
        (toDevice, source, frame) ->
            !toDevice || frame[1] != Frame.REQUEST || Frame.received(frame).number() == 0;
    world.until(() -> world.byTag.containsKey(1L), 10 * S);
    world.forge(refusal, 0);
    assertThat(world.byTag).doesNotContainKey(2L);
    world.tap = null;
    world.until(() -> world.byTag.containsKey(2L), 60 * S);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.region.getLong(0)).isEqualTo(2);
  }

  @Test
  void recordedRefusalOfADrainingDeviceEndsTheOperationEvenIfNothingWasProvenBefore() {
    ClientWorld world = world();
    int peer = world.attach(1);
    world.tap = (toDevice, source, frame) -> toDevice || frame[1] != Frame.REPLY;
    world.add(peer, 0, 1, 1, 60 * S); // makes the session; the client never hears of it
    world.run(5 * MS);
    assertThat(world.device.sessions()).isEqualTo(1);
    world.device.drain(world.nowNs, 0, new DeafOutbox());
    world.add(peer, 0, 1, 2, 60 * S);
    world.run(5 * MS);
    world.tap = (toDevice, source, frame) -> Frame.received(frame).number() != 0;
    world.until(() -> world.byTag.containsKey(2L), 10 * S);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(world.end(2L).status()).isEqualTo(Status.DRAINING);
    assertThat(world.region.getLong(0)).isEqualTo(1);
  }

  @Test
  void firstChangeAfterAnIdleLeaseIsDone() {
    ClientWorld world =
        new ClientWorld(
            1, ClientSettings.builder(), d -> d.leaseNs(200 * MS).ticketLifeNs(100 * MS));
    int peer = world.attach(1);
    add(world, peer, 1);
    for (int round = 0; round < 5; round++) {
      world.run(S);
      add(world, peer, 2 + round);
      assertThat(world.end(2L + round).outcome()).isEqualTo(Outcome.DONE);
    }
    assertThat(world.region.getLong(0)).isEqualTo(6);
    assertThat(world.counters.count(ClientCounter.SESSIONS)).isEqualTo(6);
    assertThat(world.counters.count(ClientCounter.UNKNOWN)).isZero();
  }

  @Test
  void fullTableKeepsTheOperationOpenUntilThereIsRoom() {
    ClientWorld world =
        new ClientWorld(
            1,
            ClientSettings.builder(),
            d -> d.sessionsMax(1).leaseNs(500 * MS).ticketLifeNs(400 * MS));
    int first =
        world.client.attach(world.nowNs, new io.netdam.transport.Path[] {ClientWorld.path(0)});
    add(world, first, 1);
    world.run(2 * S); // the epoch becomes older than a lease
    add(world, first, 3);
    int second =
        world.client.attach(world.nowNs, new io.netdam.transport.Path[] {ClientWorld.path(1)});
    world.add(second, 8, 1, 2, 10 * S);
    world.run(100 * MS);
    assertThat(world.counters.refused(Status.SESSIONS_FULL)).isPositive();
    assertThat(world.byTag).doesNotContainKey(2L);
    world.client.detach(first);
    world.until(() -> world.byTag.containsKey(2L), 10 * S);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.region.getLong(8)).isEqualTo(1);
  }

  @Test
  void fullTableToTheDeadlineEndsUnknownWithTheReason() {
    ClientWorld world = new ClientWorld(1, ClientSettings.builder(), d -> d.sessionsMax(1));
    int first =
        world.client.attach(world.nowNs, new io.netdam.transport.Path[] {ClientWorld.path(0)});
    add(world, first, 1);
    int second =
        world.client.attach(world.nowNs, new io.netdam.transport.Path[] {ClientWorld.path(1)});
    world.add(second, 8, 1, 2, 300 * MS);
    world.until(() -> world.byTag.containsKey(2L), S);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(world.end(2L).status()).isEqualTo(Status.SESSIONS_FULL);
  }

  @Test
  void newSessionBeforeTheNumbersEnd() {
    ClientWorld world =
        new ClientWorld(1, ClientSettings.builder().sessionOperationsMax(10).windowWanted(4));
    int peer = world.attach(1);
    for (int tag = 1; tag <= 35; tag++) {
      world.add(peer, 0, 1, tag, 60 * S);
    }
    world.until(() -> world.ends.size() == 35, 60 * S);
    assertThat(world.ends).allMatch(end -> end.outcome() == Outcome.DONE);
    assertThat(world.region.getLong(0)).isEqualTo(35);
    assertThat(world.counters.count(ClientCounter.SESSIONS)).isEqualTo(4);
  }

  @Test
  void smallerFramesThanAskedForEndWhatNoLongerFits() {
    ClientWorld world = new ClientWorld(1, ClientSettings.builder(), d -> d.frameBytes(512));
    int peer = world.attach(1);
    world.write(peer, 0, MemorySegment.ofArray(new byte[1_000]), 1, S);
    world.write(peer, 0, MemorySegment.ofArray(new byte[400]), 2, S);
    world.until(() -> world.ends.size() == 2, S);
    assertThat(world.end(1L).outcome()).isEqualTo(Outcome.NOT_SENT);
    assertThat(world.end(1L).status()).isEqualTo(Status.REPLY_TOO_LARGE);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.client.frameDataBytes(peer)).isEqualTo(448);
  }

  @Test
  void closeIsSaidWhenAPeerIsDetached() {
    ClientWorld world = world();
    int peer = world.attach(1);
    add(world, peer, 1);
    boolean[] closed = {false};
    world.tap =
        (toDevice, source, frame) -> {
          closed[0] |= frame[1] == Frame.CLOSE;
          return true;
        };
    world.client.detach(peer);
    world.run(MS);
    assertThat(closed[0]).isTrue();
    assertThat(world.counters.dropped(DropReason.NOT_EXPECTED)).as("its answer").isEqualTo(1);
  }

  @Test
  void tornOutboxLosesNothing() {
    ClientWorld world = world();
    int peer = world.attach(1);
    world.outboxRoom = 0;
    for (int tag = 1; tag <= 100; tag++) {
      world.add(peer, 0, 1, tag, 60 * S);
    }
    for (int i = 0; i < 300 && world.ends.size() < 100; i++) {
      world.outboxRoom = i % 3;
      world.run(MS);
    }
    world.outboxRoom = Integer.MAX_VALUE;
    world.until(() -> world.ends.size() == 100, 10 * S);
    assertThat(world.region.getLong(0)).isEqualTo(100);
    assertThat(world.counters.count(ClientCounter.WAITED_OUTBOX)).isPositive();
  }

  private static ClientWorld broken(Rule rule, long seed) {
    return new ClientWorld(
        seed, ClientSettings.builder().rules(Rules.without(rule)).operationsMax(64));
  }

  @Test
  void withoutItsNumberARepeatedOperationRunsTwice() {
    ClientWorld world = broken(Rule.RETRY_KEEPS_NUMBER, 1);
    int peer = world.attach(1);
    world.loss = 0.2;
    for (int tag = 1; tag <= 60; tag++) {
      world.add(peer, 0, 1, tag, 60 * S);
    }
    world.until(() -> world.ends.size() == 60, 60 * S);
    assertThat(world.region.getLong(0)).isGreaterThan(60);
  }

  @Test
  void withoutATimerALostFrameIsNeverSentAgain() {
    ClientWorld world = broken(Rule.TIMER_ARMED, 1);
    int peer = world.attach(1);
    add(world, peer, 1);
    world.loss = 1;
    world.add(peer, 0, 1, 2, 10 * S);
    world.run(MS);
    world.loss = 0;
    world.until(() -> world.byTag.containsKey(2L), 20 * S);
    assertThat(world.end(2L).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void movingTheLowestNumberEarlyLosesWhatIsUnderWay() {
    ClientWorld world = broken(Rule.UNRESOLVED_HELD, 1);
    int peer = world.attach(1);
    world.loss = 0.2;
    for (int tag = 1; tag <= 60; tag++) {
      world.add(peer, 0, 1, tag, 60 * S);
    }
    world.until(() -> world.ends.size() == 60, 60 * S);
    assertThat(world.counters.count(ClientCounter.UNKNOWN)).isPositive();
  }

  @Test
  void overrunWindowIsSeenByTheDevice() {
    ClientWorld world =
        new ClientWorld(
            1,
            ClientSettings.builder()
                .rules(Rules.without(Rule.WINDOW_RESPECTED))
                .operationsMax(256)
                .windowWanted(64));
    int peer = world.attach(1);
    add(world, peer, 1);
    boolean[] first = {true};
    world.tap =
        (toDevice, source, frame) -> {
          boolean lost = toDevice && first[0];
          first[0] = false;
          return !lost;
        };
    for (int tag = 2; tag <= 200; tag++) {
      world.add(peer, 0, 1, tag, 60 * S);
    }
    world.until(() -> world.ends.size() == 200, 60 * S);
    assertThat(world.counters.refused(Status.ABOVE_WINDOW)).isPositive();
    assertThat(world.region.getLong(0)).as("a signal: all ran in the end").isEqualTo(200);
  }

  /** Takes what a device says to nobody. */
  private static final class DeafOutbox implements Outbox {
    private final MemorySegment frame = MemorySegment.ofArray(new byte[8_320]);

    @Override
    public MemorySegment claim(int length) {
      return frame;
    }

    @Override
    public void commit(io.netdam.transport.Path to, int length) {}
  }
}
