package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The faults of one direction of a {@link FaultLink}: dice, held datagrams, counters. */
@SuppressWarnings("EnumOrdinal") // an index into an array of this run, never stored or sent
final class FaultDirection {

  private static final int FLIPS_MAX = 8;

  private final FaultSettings settings;
  private final RandomGenerator random;
  private final LongSupplier nowNs;
  private final HeldFrames held;
  private final long[] counts = new long[Fault.values().length];

  FaultDirection(
      FaultSettings settings, RandomGenerator random, LongSupplier nowNs, HeldFrames held) {
    this.settings = settings;
    this.random = random;
    this.nowNs = nowNs;
    this.held = held;
  }

  HeldFrames held() {
    return held;
  }

  long count(Fault fault) {
    return counts[fault.ordinal()];
  }

  /**
   * Throws the dice for a datagram and does to it what they say.
   *
   * @return whether the datagram, perhaps corrupted in place, goes on now
   */
  boolean passes(Path path, MemorySegment segment, long offset, int length) {
    if (happens(settings.loss())) {
      add(Fault.LOST);
      return false;
    }
    if (happens(settings.duplication())) {
      long untilNs = nowNs.getAsLong() + between(0, settings.reorderNs());
      add(held.hold(untilNs, path, segment, offset, length) ? Fault.DUPLICATED : Fault.NOT_HELD);
    }
    if (happens(settings.corruption()) && length > 0) {
      flip(segment, offset, length);
      add(Fault.CORRUPTED);
    }
    if (happens(settings.longDelay())) {
      long delayNs = between(settings.longDelayMinNs(), settings.longDelayMaxNs());
      return !holds(Fault.DELAYED_LONG, delayNs, path, segment, offset, length);
    }
    if (happens(settings.delay())) {
      long delayNs = between(settings.delayMinNs(), settings.delayMaxNs());
      return !holds(Fault.DELAYED, delayNs, path, segment, offset, length);
    }
    if (happens(settings.reordering())) {
      long delayNs = between(0, settings.reorderNs());
      return !holds(Fault.REORDERED, delayNs, path, segment, offset, length);
    }
    return true;
  }

  private boolean holds(
      Fault fault, long delayNs, Path path, MemorySegment segment, long offset, int length) {
    boolean done = held.hold(nowNs.getAsLong() + delayNs, path, segment, offset, length);
    add(done ? fault : Fault.NOT_HELD);
    return done;
  }

  private void flip(MemorySegment segment, long offset, int length) {
    int flips = 1 + random.nextInt(FLIPS_MAX);
    for (int i = 0; i < flips; i++) {
      // A bit flipped twice would be sound again: each flip takes a bit of another eighth.
      long bit = ((long) i * length * 8 + random.nextInt(length * 8)) / FLIPS_MAX;
      long at = offset + (bit >>> 3);
      byte old = segment.get(ValueLayout.JAVA_BYTE, at);
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1 << (bit & 7)));
    }
  }

  private boolean happens(double probability) {
    return random.nextDouble() < probability;
  }

  private long between(long min, long max) {
    return min == max ? min : random.nextLong(min, max);
  }

  private void add(Fault fault) {
    counts[fault.ordinal()]++;
  }
}
