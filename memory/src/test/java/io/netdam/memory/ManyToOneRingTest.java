package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Goal: what producers commit arrives once, whole, each producer's records in its order; a claim
 * that is never committed is visible and can be given up without harm to any other record but, at
 * worst, one that is counted.
 */
@SuppressWarnings("ThreadPriorityCheck") // spinning would starve the other side
class ManyToOneRingTest {
  private static final int SLOTS = 16;
  private static final int RECORD_BYTES = 100;

  private final MemorySegment memory =
      Arena.ofAuto().allocate(ManyToOneRing.bytes(SLOTS, RECORD_BYTES), 64);
  private final ManyToOneRing ring = ManyToOneRing.create(memory, SLOTS, RECORD_BYTES);

  private static final RecordReader IGNORE = (type, segment, offset, length) -> {};

  private boolean offer(int type, int value) {
    return ring.offer(type, MemorySegment.ofArray(new int[] {value}), 0, 4);
  }

  private List<Integer> drain() {
    List<Integer> values = new ArrayList<>();
    ring.drain(
        (t, segment, offset, length) -> values.add(segment.get(Layouts.HALF_WORD, offset)), 99);
    return values;
  }

  @Test
  void behavesLikeAQueueOfByteArrays() {
    Random random = new Random(7);
    ArrayDeque<byte[]> model = new ArrayDeque<>();
    int full = 0;
    for (int round = 0; round < 200_000; round++) {
      if (random.nextBoolean()) {
        byte[] record = new byte[random.nextInt(RECORD_BYTES + 1)];
        random.nextBytes(record);
        boolean taken =
            ring.offer(record.length * 40, MemorySegment.ofArray(record), 0, record.length);
        assertThat(taken).isEqualTo(model.size() < SLOTS);
        if (taken) {
          model.add(record);
        } else {
          full++;
        }
      } else {
        ring.drain(
            (type, segment, offset, length) -> {
              byte[] expected = model.remove();
              assertThat(type).isEqualTo(expected.length * 40);
              assertThat(segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))
                  .isEqualTo(expected);
              assertThat((segment.address() + offset) % 64).isZero();
            },
            random.nextInt(4));
      }
    }
    assertThat(full).isGreaterThan(500);
    assertThat(ring.damaged()).isZero();
  }

  @Test
  void aClaimThatIsNeverCommittedIsSeenAndGivenUp() {
    offer(1, 10);
    long dead = ring.claim();
    offer(1, 30);
    assertThat(drain()).containsExactly(10);
    assertThat(ring.stalled()).isEqualTo(dead);
    assertThat(ring.unblock(dead + 1)).as("another position").isFalse();
    assertThat(ring.unblock(dead)).isTrue();
    assertThat(ring.unblock(dead)).as("twice").isFalse();
    assertThat(drain()).containsExactly(30);
    assertThat(ring.stalled()).isEqualTo(ManyToOneRing.NONE);
    assertThat(ring.commit(dead, 1, 4)).as("the producer was only slow").isFalse();
    assertThat(drain()).isEmpty();
  }

  @Test
  void onlyAClaimStalls() {
    assertThat(ring.stalled()).isEqualTo(ManyToOneRing.NONE);
    assertThat(ring.unblock(0)).isFalse();
    long claimed = ring.claim();
    assertThat(ring.stalled()).isEqualTo(claimed);
    assertThat(ring.commit(claimed, 0, 0)).isTrue();
    assertThat(ring.stalled()).as("committed").isEqualTo(ManyToOneRing.NONE);
    assertThat(ring.unblock(claimed)).isFalse();
    assertThat(ring.drain(IGNORE, 9)).isEqualTo(1);
  }

  @Test
  void deadClaimsOfAllSlotsAreGivenUpOneByOne() {
    for (int slot = 0; slot < SLOTS; slot++) {
      assertThat(ring.claim()).isEqualTo(slot);
    }
    assertThat(ring.claim()).isEqualTo(ManyToOneRing.FULL);
    assertThat(ring.occupancy()).isEqualTo(255);
    for (int slot = 0; slot < SLOTS; slot++) {
      assertThat(ring.unblock(ring.stalled())).isTrue();
    }
    assertThat(ring.occupancy()).isZero();
    for (int value = 0; value < SLOTS; value++) {
      assertThat(offer(1, value)).isTrue();
    }
    assertThat(drain()).hasSize(SLOTS).isSorted();
  }

  @Test
  void aSlowProducerCanDropOneLaterRecordButIsCounted() {
    long slow = ring.claim();
    ring.unblock(slow);
    for (int value = 1; value < SLOTS; value++) {
      offer(1, value);
    }
    assertThat(drain()).hasSize(SLOTS - 1);
    assertThat(offer(1, 100)).isTrue(); // into the slot of the slow one
    assertThat(offer(1, 101)).isTrue();
    assertThat(ring.commit(slow, 1, 4)).isFalse();
    assertThat(drain()).containsExactly(101);
    assertThat(ring.damaged()).isEqualTo(1);
    assertThat(offer(1, 102)).isTrue();
    assertThat(drain()).containsExactly(102);
  }

  @Test
  void refusesWhatItCannotHold() {
    assertThatThrownBy(() -> offer(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> offer(4096, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ring.offer(0, memory, 0, RECORD_BYTES + 1))
        .isInstanceOf(IllegalArgumentException.class);
    for (int slots : new int[] {0, 1, 3, -2, 1 << 21}) {
      assertThatThrownBy(() -> ManyToOneRing.bytes(slots, 64))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (int bytes : new int[] {0, -1, 1 << 20}) {
      assertThatThrownBy(() -> ManyToOneRing.bytes(2, bytes))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> ManyToOneRing.attach(Arena.ofAuto().allocate(4096, 8)))
        .hasMessageContaining("no many-to-one ring");
    assertThat(ring.drain(IGNORE, 1)).as("nothing was claimed").isZero();
    assertThat(ring.stalled()).isEqualTo(ManyToOneRing.NONE);
  }

  @Test
  void aReaderThatThrowsHasHadItsRecord() {
    offer(1, 1);
    offer(1, 2);
    RecordReader throwing =
        (type, segment, offset, length) -> {
          throw new UnsupportedOperationException("mine");
        };
    assertThatThrownBy(() -> ring.drain(throwing, 10)).hasMessage("mine");
    assertThat(drain()).containsExactly(2);
  }

  @Test
  void millionsOfRecordsOfThreeThreadsArriveOnceAndInOrder() throws InterruptedException {
    int producers = 3;
    int records = 1_000_000;
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < producers; number++) {
      int mine = number;
      threads.add(Thread.ofPlatform().start(() -> produce(mine, records)));
    }
    int[] next = new int[producers];
    int[] wrong = new int[1];
    int[] total = new int[1];
    RecordReader reader =
        (type, segment, offset, length) -> {
          int value = segment.get(Layouts.HALF_WORD, offset);
          boolean right =
              value == next[type]
                  && length == 4 + value % 96
                  && (length < 8
                      || segment.get(ValueLayout.JAVA_BYTE, offset + length - 1) == (byte) type);
          wrong[0] += right ? 0 : 1;
          next[type] = value + 1;
          total[0]++;
        };
    while (total[0] < producers * records) {
      if (ring.drain(reader, 64) == 0) {
        Thread.yield();
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong[0]).isZero();
    assertThat(next).containsOnly(records);
    assertThat(ring.drain(reader, 1)).isZero();
    assertThat(ring.damaged()).isZero();
  }

  private void produce(int type, int records) {
    for (int value = 0; value < records; ) {
      long position = ring.claim();
      if (position == ManyToOneRing.FULL) {
        Thread.yield();
        continue;
      }
      long at = ring.offset(position);
      int length = 4 + value % 96;
      memory.set(ValueLayout.JAVA_BYTE, at + length - 1, (byte) type);
      memory.set(Layouts.HALF_WORD, at, value);
      ring.commit(position, type, length);
      value++;
    }
  }

  @Test
  void producersThatDieNowAndThenCostOnlyTheirOwnRecords() throws InterruptedException {
    int producers = 2;
    int records = 200_000;
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < producers; number++) {
      int mine = number;
      threads.add(Thread.ofPlatform().start(() -> produceAndDie(mine, records)));
    }
    int[] last = {-1, -1};
    int[] seen = new int[producers];
    int[] wrong = new int[1];
    RecordReader reader =
        (type, segment, offset, length) -> {
          int value = segment.get(Layouts.HALF_WORD, offset);
          wrong[0] += value > last[type] && value % 1000 != 999 ? 0 : 1;
          last[type] = value;
          seen[type]++;
        };
    int unblocked = 0;
    while (unblocked < producers * records / 1000
        || seen[0] + seen[1] < producers * records / 1000 * 999) {
      if (ring.drain(reader, 64) == 0) {
        // Every claim for a value that ends in 999 is abandoned at once; others are only slow, and
        // marked so in their type, which no committed record may have: wait for those.
        long position = ring.stalled();
        if (position != ManyToOneRing.NONE
            && memory.get(ValueLayout.JAVA_BYTE, ring.offset(position) + 99) == 1) {
          memory.set(ValueLayout.JAVA_BYTE, ring.offset(position) + 99, (byte) 0);
          assertThat(ring.unblock(position)).isTrue();
          unblocked++;
        } else {
          Thread.yield();
        }
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong[0]).isZero();
    assertThat(seen).containsOnly(records / 1000 * 999);
    assertThat(ring.damaged()).isZero();
  }

  private void produceAndDie(int type, int records) {
    for (int value = 0; value < records; ) {
      long position = ring.claim();
      if (position == ManyToOneRing.FULL) {
        Thread.yield();
        continue;
      }
      long at = ring.offset(position);
      if (value % 1000 == 999) {
        ValueLayout.JAVA_BYTE.varHandle().setVolatile(memory, at + 99, (byte) 1); // the last word
      } else {
        memory.set(Layouts.HALF_WORD, at, value);
        ring.commit(position, type, 4);
      }
      value++;
    }
  }
}
