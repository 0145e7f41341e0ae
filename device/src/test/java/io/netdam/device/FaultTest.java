package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.client.NetDam;
import io.netdam.client.NetDamException;
import io.netdam.client.Operations;
import io.netdam.client.Outcome;
import io.netdam.client.RemoteMemory;
import io.netdam.client.Submission;
import io.netdam.link.Fault;
import io.netdam.link.FaultLink;
import io.netdam.link.FaultSettings;
import io.netdam.link.Link;
import io.netdam.link.LinkHook;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Goal: over links that lose, double, corrupt, reorder and delay (beyond leases and tickets) each
 * change takes effect exactly once, and nothing wrong is ever written. The faults are counted, so
 * that a network that was good by mistake is noticed.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
final class FaultTest {

  private static final FaultSettings HOSTILE =
      FaultSettings.none()
          .withLoss(0.05)
          .withDuplication(0.05)
          .withCorruption(0.02)
          .withReordering(0.1, 500_000)
          .withDelay(0.05, 100_000, 2_000_000)
          .withLongDelay(0.01, 3_100_000_000L, 3_500_000_000L);

  private final List<FaultLink> links = new ArrayList<>();
  private Device device;
  private NetDam net;

  private Link faulty(Link link) {
    FaultLink made =
        new FaultLink(link, HOSTILE, HOSTILE, 7 + links.size(), 1_024, System::nanoTime);
    links.add(made);
    return made;
  }

  @BeforeEach
  void start() {
    device =
        LinkHook.around(
            this::faulty,
            () ->
                Device.start(
                    Fixture.device()
                        .withLease(Duration.ofSeconds(3))
                        .withTicketLife(Duration.ofSeconds(2))));
    net = LinkHook.around(this::faulty, () -> NetDam.open(Fixture.client()));
  }

  @AfterEach
  void stop() {
    net.close();
    device.close();
    for (Fault fault : Fault.values()) {
      long struck = links.stream().mapToLong(link -> link.sent(fault) + link.received(fault)).sum();
      if (fault != Fault.NOT_HELD) {
        assertThat(struck).as(fault.name()).isPositive();
      }
    }
  }

  @Test
  void drawsEachTicketOnce() throws Exception {
    RemoteMemory memory = net.memory(Fixture.address(device));
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Future<long[]>> drawn = new ArrayList<>();
      for (int thread = 0; thread < 6; thread++) {
        drawn.add(threads.submit(() -> draw(memory, 200)));
      }
      BitSet seen = new BitSet();
      for (Future<long[]> tickets : drawn) {
        for (long ticket : tickets.get()) {
          assertThat(seen.get((int) ticket)).as("ticket %d drawn before", ticket).isFalse();
          seen.set((int) ticket);
        }
      }
      assertThat(seen.nextClearBit(0)).isEqualTo(6 * 200);
      assertThat(memory.getLong(0)).isEqualTo(6 * 200);
    }
  }

  private static long[] draw(RemoteMemory memory, int count) {
    long[] tickets = new long[count];
    for (int i = 0; i < count; i++) {
      tickets[i] = memory.getAndAdd(0, 1);
    }
    return tickets;
  }

  @Test
  void writesWhatWasWritten() {
    RemoteMemory memory = net.memory(Fixture.address(device));
    byte[] bytes = new byte[300_000];
    new SplittableRandom(5).nextBytes(bytes);
    byte[] found = new byte[bytes.length];
    for (int round = 0; round < 3; round++) {
      bytes[round] ^= 1;
      memory.write(128, MemorySegment.ofArray(bytes));
      memory.read(128, MemorySegment.ofArray(found));
      assertThat(found).isEqualTo(bytes);
    }
  }

  @Test
  void endsEachOperationOnce() {
    RemoteMemory memory = net.memory(Fixture.address(device));
    int count = 2_000;
    Operations operations = net.operations(32); // over a faulty link of its own
    int[] ends = new int[count];
    long[] sum = new long[2];
    int started = 0;
    while (started < count || operations.outstanding() > 0) {
      while (started < count
          && operations.getAndAdd(memory, 8L * (started % 64), started, started)
              == Submission.ACCEPTED) {
        sum[0] += started;
        started++;
      }
      int handed =
          operations.poll(
              (tag, outcome, value) -> {
                assertThat(outcome).isEqualTo(Outcome.DONE);
                ends[(int) tag]++;
              },
              16);
      if (handed == 0) {
        operations.await(1_000_000);
      }
    }
    operations.close();
    assertThat(ends).containsOnly(1);
    long[] cells = new long[64];
    memory.read(0, MemorySegment.ofArray(cells));
    for (long cell : cells) {
      sum[1] += cell;
    }
    assertThat(sum[1]).isEqualTo(sum[0]);
  }

  @Test
  void tellsTheTruthAboutCallsThatRanOutOfTime() {
    RemoteMemory patient = net.memory(Fixture.address(device));
    RemoteMemory hasty = patient.withTimeout(Duration.ofMillis(2));
    long done = 0;
    long unknown = 0;
    patient.getAndAdd(0, 0);
    for (int i = 0; i < 600; i++) {
      try {
        hasty.getAndAdd(0, 1);
        done++;
      } catch (NetDamException.UnknownOutcome e) {
        unknown++;
      } catch (NetDamException.Unreachable e) {
        assertThat(e.effect()).isEqualTo(NetDamException.Effect.NONE);
      }
    }
    assertThat(patient.getLong(0)).isBetween(done, done + unknown);
    assertThat(unknown).isPositive();
  }
}
