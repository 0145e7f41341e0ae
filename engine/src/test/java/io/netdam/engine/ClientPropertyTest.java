package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.CongestionControl;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: whatever the network does to the frames, each operation ends exactly once and truthfully.
 * Seeded: a failure names its seed.
 */
class ClientPropertyTest {
  private static final long MS = ClientWorld.MS;
  private static final int CELLS = 16;

  static java.util.stream.LongStream seeds() {
    return java.util.stream.LongStream.rangeClosed(1, Integer.getInteger("seeds", 30));
  }

  /** What is known of one run: what was asked for and what must hold. */
  private static final class Ledger {
    final ClientWorld world;
    final int peer;
    final Map<Long, Integer> cellOf = new HashMap<>();
    final Map<Long, Long> deltaOf = new HashMap<>();
    long nextTag = 1;

    Ledger(ClientWorld world, int peer) {
      this.world = world;
      this.peer = peer;
    }

    /** A random operation; false if the engine is full. */
    boolean submit(Random random, long timeoutNs) {
      long tag = nextTag;
      int cell = random.nextInt(CELLS);
      Submission submission;
      if (random.nextInt(4) == 0) {
        MemorySegment target = MemorySegment.ofArray(new byte[1 + random.nextInt(1408)]);
        submission = world.read(peer, 8L * CELLS, target, tag, timeoutNs);
      } else if (random.nextInt(3) == 0) {
        MemorySegment source = MemorySegment.ofArray(new byte[1 + random.nextInt(1408)]);
        submission = world.write(peer, 8L * CELLS, source, tag, timeoutNs);
      } else {
        long delta = 1L + random.nextInt(1000);
        submission = world.add(peer, 8L * cell, delta, tag, timeoutNs);
        if (submission == Submission.ACCEPTED) {
          cellOf.put(tag, cell);
          deltaOf.put(tag, delta);
        }
      }
      if (submission == Submission.ACCEPTED) {
        nextTag++;
      }
      return submission == Submission.ACCEPTED;
    }

    void check() {
      assertThat(world.ends).hasSize((int) (nextTag - 1));
      long[] least = new long[CELLS];
      long[] most = new long[CELLS];
      Set<String> seen = new HashSet<>();
      for (ClientWorld.End end : world.ends) {
        Integer cell = cellOf.get(end.tag());
        if (cell == null) {
          continue;
        }
        long delta = Objects.requireNonNull(deltaOf.get(end.tag()));
        if (end.outcome() == Outcome.DONE) {
          least[cell] += delta;
          most[cell] += delta;
          assertThat(seen.add(cell + ":" + end.value())).as("value seen twice").isTrue();
        } else if (end.outcome() == Outcome.UNKNOWN) {
          most[cell] += delta;
        }
      }
      for (int cell = 0; cell < CELLS; cell++) {
        assertThat(world.region.getLong(8L * cell))
            .as("cell %d", cell)
            .isBetween(least[cell], most[cell]);
      }
    }
  }

  private static ClientSettings.Builder settings(Random random) {
    int operations = 1 << random.nextInt(8);
    return ClientSettings.builder()
        .operationsMax(operations)
        .windowWanted(1 + random.nextInt(128))
        .congestion(
            random.nextBoolean() ? CongestionControl.byDelay() : CongestionControl.fixed(20_000));
  }

  private static void drive(Ledger ledger, Random random, int operations, long timeoutNs) {
    ClientWorld world = ledger.world;
    while (ledger.nextTag <= operations) {
      if (!ledger.submit(random, timeoutNs) || random.nextInt(3) == 0) {
        world.run(random.nextInt(200_000));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allIsDoneOnceOnALossyNetwork(long seed) {
    Random random = new Random(seed);
    ClientWorld world = new ClientWorld(seed, settings(random));
    world.loss = random.nextDouble() * 0.3;
    world.duplication = random.nextDouble() * 0.2;
    world.jitterNs = random.nextInt(400_000);
    int paths = 1 + random.nextInt(4);
    Ledger ledger = new Ledger(world, world.attach(paths));
    drive(ledger, random, 2_000, 60_000 * MS);
    world.until(() -> world.ends.size() == ledger.nextTag - 1, 120_000 * MS);
    ledger.check();
    for (ClientWorld.End end : world.ends) {
      assertThat(end.outcome()).as("%s", end).isEqualTo(Outcome.DONE);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void endsAreTrueThroughDeadlinesRestartsAndExpiredLeases(long seed) {
    Random random = new Random(seed * 7919);
    long leaseNs = 200 * MS;
    ClientWorld world =
        new ClientWorld(
            seed, settings(random), device -> device.leaseNs(leaseNs).ticketLifeNs(100 * MS));
    world.loss = random.nextDouble() * 0.3;
    world.duplication = random.nextDouble() * 0.2;
    Ledger ledger = new Ledger(world, world.attach(1 + random.nextInt(3)));
    for (int phase = 0; phase < 30; phase++) {
      world.jitterNs = random.nextInt(10) == 0 ? 2 * leaseNs : random.nextInt(400_000);
      drive(ledger, random, 100 * (phase + 1), (1 + random.nextInt(100)) * MS);
      switch (random.nextInt(6)) {
        case 0 -> world.restartDevice(device -> device.leaseNs(leaseNs).ticketLifeNs(100 * MS));
        case 1 -> world.run(2 * leaseNs);
        case 2 -> {
          world.cut = true;
          world.run(random.nextInt(2) * leaseNs + 10 * MS);
          world.cut = false;
        }
        case 3 -> world.client.cancel(ledger.peer, ledger.nextTag - 1);
        default -> world.run(random.nextInt(10) * MS);
      }
    }
    world.until(() -> world.ends.size() == ledger.nextTag - 1, 10_000 * MS);
    ledger.check();
  }
}
