package io.netdam.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Rules;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Goal: a seed is a run, to the byte; and the engines keep their promises in some of them. */
final class WorldTest {
  @Test
  void theSameSeedIsTheSameRun() {
    for (long seed : new long[] {3, 11, 27}) {
      Result first = World.run(seed, Rules.ALL, null);
      Result again = World.run(seed, Rules.ALL, null);
      assertThat(again.hash()).as("seed %d", seed).isEqualTo(first.hash());
      assertThat(again.tallies()).as("seed %d", seed).isEqualTo(first.tallies());
    }
  }

  @Test
  void anotherSeedIsAnotherRun() {
    assertThat(World.run(3, Rules.ALL, null).hash())
        .isNotEqualTo(World.run(4, Rules.ALL, null).hash());
  }

  @Test
  void aTraceIsTheSameBytesAndDoesNotChangeTheRun() {
    ByteArrayOutputStream one = new ByteArrayOutputStream();
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    Result traced = World.run(5, Rules.ALL, new PrintStream(one, true, StandardCharsets.UTF_8));
    World.run(5, Rules.ALL, new PrintStream(other, true, StandardCharsets.UTF_8));
    assertThat(one.toByteArray()).isNotEmpty().isEqualTo(other.toByteArray());
    assertThat(traced.hash()).isEqualTo(World.run(5, Rules.ALL, null).hash());
    assertThat(one.toString(StandardCharsets.UTF_8)).contains("REQUEST", "REPLY", "ARRIVED");
  }

  @Test
  void promisesAreKept() {
    Map<Tally, Long> sums = new EnumMap<>(Tally.class);
    for (long seed = 1; seed <= 25; seed++) {
      Result result = World.run(seed, Rules.ALL, null);
      assertThat(result.findings().violations()).as("seed %d", seed).isEmpty();
      result.tallies().forEach((tally, count) -> sums.merge(tally, count, Long::sum));
    }
    for (Tally tally : Tally.values()) {
      if (tally != Tally.UNDECIDED_CELLS) {
        assertThat(sums.getOrDefault(tally, 0L)).as(tally.label()).isPositive();
      }
    }
  }
}
