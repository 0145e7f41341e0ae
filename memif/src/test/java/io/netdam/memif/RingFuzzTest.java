package io.netdam.memif;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever the other side writes into shared memory, indices, flags and descriptors, ends in
 * frames or in a named reason, never in an exception, and never touches a byte outside the region.
 * A million mutations by seed; every reason that a ring can give is given.
 */
class RingFuzzTest {
  private static final int MUTATIONS = 500_000;
  private static final int GUARD_BYTES = 4096;
  private static final long GUARD = 0x5AA5_5AA5_5AA5_5AA5L;
  private static final long[] NASTY = {
    0,
    1,
    2,
    3,
    4,
    63,
    64,
    65,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xfffe,
    0xffff,
    0x10000,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_fff0L,
    0xffff_ffffL
  };

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyMutationEndsWell(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Arena arena = Arena.ofAuto();
    int sizeLog2 = 3;
    int bufferBytes = 64;
    long bytes = new RegionLayout(1, 1, sizeLog2, bufferBytes, 64).bytes();
    MemorySegment all = arena.allocate(bytes + 2 * GUARD_BYTES, 64);
    MemorySegment region = all.asSlice(GUARD_BYTES, bytes, 64);
    for (long at = 0; at < GUARD_BYTES; at += 8) {
      all.set(ValueLayout.JAVA_LONG, at, GUARD);
      all.set(ValueLayout.JAVA_LONG, GUARD_BYTES + bytes + at, GUARD);
    }
    FrameBurst out = new FrameBurst(4, 300, arena);
    FrameBurst in = new FrameBurst(4, 300, arena);
    Set<PortReason> seen = EnumSet.noneOf(PortReason.class);
    RingPair pair = new RingPair(region, sizeLog2, bufferBytes);
    long ends = 0;
    for (int mutation = 0; mutation < MUTATIONS; mutation++) {
      mutate(pair, random);
      for (int step = 0; step < 2; step++) {
        boolean toServer = random.nextBoolean();
        out.clear();
        for (int frame = random.nextInt(5); frame > 0; frame--) {
          out.add(random.nextInt(1, 301));
        }
        int done = pair.out(toServer).transmit(out, 0);
        assertThat(done).isBetween(0, out.count());
        pair.in(random.nextBoolean()).receive(in);
        for (int frame = 0; frame < in.count(); frame++) {
          assertThat(in.length(frame)).isBetween(1, 300);
        }
      }
      if (pair.ofClient.happened() || pair.ofServer.happened()) {
        note(pair.ofClient, seen);
        note(pair.ofServer, seen);
        ends++;
        pair = new RingPair(region, sizeLog2, bufferBytes);
      }
    }
    for (long at = 0; at < GUARD_BYTES; at += 8) {
      assertThat(all.get(ValueLayout.JAVA_LONG, at)).isEqualTo(GUARD);
      assertThat(all.get(ValueLayout.JAVA_LONG, GUARD_BYTES + bytes + at)).isEqualTo(GUARD);
    }
    assertThat(ends).isPositive();
    assertThat(seen)
        .containsExactlyInAnyOrder(
            PortReason.INDEX_JUMP,
            PortReason.BUFFER_REGION,
            PortReason.BUFFER_BOUNDS,
            PortReason.BUFFER_EMPTY,
            PortReason.BUFFER_LENGTH,
            PortReason.CHAIN_UNFINISHED);
  }

  private static void note(Failure failure, Set<PortReason> seen) {
    Failure.Cause cause = failure.cause();
    if (cause != null) {
      seen.add(cause.reason());
    }
  }

  /** Writes one field of one ring: a nasty value, a near one, or a random one. */
  private static void mutate(RingPair pair, SplittableRandom random) {
    long ring = pair.layout.ringOffset(random.nextBoolean(), 0);
    long at;
    int width;
    switch (random.nextInt(7)) {
      case 0 -> {
        at = 6;
        width = 2;
      }
      case 1 -> {
        at = 64;
        width = 2;
      }
      case 2 -> {
        at = 4;
        width = 2;
      }
      default -> {
        at = 128 + 16L * random.nextInt(8);
        switch (random.nextInt(4)) {
          case 0 -> width = 2;
          case 1 -> {
            at += 2;
            width = 2;
          }
          case 2 -> {
            at += 4;
            width = 4;
          }
          default -> {
            at += 8;
            width = 4;
          }
        }
      }
    }
    long old =
        width == 2
            ? pair.region.get(ValueLayout.JAVA_SHORT, ring + at)
            : pair.region.get(ValueLayout.JAVA_INT, ring + at);
    long value =
        switch (random.nextInt(4)) {
          case 0 -> NASTY[random.nextInt(NASTY.length)];
          case 1 -> old + random.nextInt(-9, 10);
          case 2 -> old ^ 1L << random.nextInt(32);
          default -> random.nextInt();
        };
    if (width == 2) {
      pair.region.set(ValueLayout.JAVA_SHORT, ring + at, (short) value);
    } else {
      pair.region.set(ValueLayout.JAVA_INT, ring + at, (int) value);
    }
  }
}
