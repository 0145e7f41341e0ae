package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Goal: what is committed arrives once, whole and in order, across wrap-around and a full ring;
 * what is only claimed never shows; damaged memory is reported, not followed.
 */
@SuppressWarnings("ThreadPriorityCheck") // spinning would starve the other side
class OneToOneRingTest {
  private static final int CAPACITY = 1024;

  private final MemorySegment memory = memory();
  private final OneToOneRing ring = OneToOneRing.create(memory, CAPACITY);

  private static MemorySegment memory() {
    return Arena.ofAuto().allocate(OneToOneRing.bytes(CAPACITY), 64);
  }

  private static final RecordReader IGNORE = (type, segment, offset, length) -> {};

  @Test
  void behavesLikeAQueueOfByteArrays() {
    Random random = new Random(5);
    ArrayDeque<byte[]> model = new ArrayDeque<>();
    int full = 0;
    int read = 0;
    for (int round = 0; round < 200_000; round++) {
      if (random.nextBoolean()) {
        byte[] record = new byte[random.nextInt(ring.recordBytesMax() / 4)];
        random.nextBytes(record);
        if (ring.offer(record.length % 7, MemorySegment.ofArray(record), 0, record.length)) {
          model.add(record);
        } else {
          full++;
          int used = model.stream().mapToInt(r -> 8 + (r.length + 7 & ~7)).sum();
          int next = 8 + (record.length + 7 & ~7);
          assertThat(used + next + 136).as("full only without room").isGreaterThan(CAPACITY);
        }
      } else {
        read +=
            ring.drain(
                (type, segment, offset, length) -> {
                  byte[] expected = model.remove();
                  assertThat(type).isEqualTo(expected.length % 7);
                  assertThat(segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))
                      .isEqualTo(expected);
                  assertThat(offset % 8).isZero();
                },
                random.nextInt(4));
      }
    }
    assertThat(full).isGreaterThan(1000);
    assertThat(read).isGreaterThan(10_000);
  }

  @Test
  void anEmptyRingHasRoomForTheLongestRecordWhereverItStands() {
    for (int step = 0; step < CAPACITY / 8; step++) {
      assertThat(ring.claim(1, ring.recordBytesMax())).isNotEqualTo(OneToOneRing.FULL);
      ring.commit();
      assertThat(ring.drain(IGNORE, 1)).isEqualTo(1);
      assertThat(ring.claim(1, 0)).isNotEqualTo(OneToOneRing.FULL);
      ring.commit();
      assertThat(ring.drain(IGNORE, 1)).isEqualTo(1);
    }
  }

  @Test
  void aClaimWithoutCommitBlocksNobodyAndIsForgotten() {
    long at = ring.claim(1, 100);
    memory.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
    assertThat(ring.drain(IGNORE, 10)).isZero();
    OneToOneRing successor = OneToOneRing.attach(memory); // of a producer that died here
    assertThat(successor.offer(2, MemorySegment.ofArray(new byte[] {42}), 0, 1)).isTrue();
    int[] types = new int[1];
    assertThat(ring.drain((type, segment, offset, length) -> types[0] = type, 10)).isEqualTo(1);
    assertThat(types[0]).isEqualTo(2);
    assertThatThrownBy(ring::commit).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void tellsHowFullItIs() {
    assertThat(ring.occupancy()).isZero();
    while (ring.claim(1, 56) != OneToOneRing.FULL) {
      ring.commit();
    }
    assertThat(ring.occupancy()).isEqualTo(255);
    ring.drain(IGNORE, 8);
    assertThat(ring.occupancy()).isEqualTo(127);
  }

  @Test
  void aReaderThatThrowsHasHadItsRecord() {
    MemorySegment one = MemorySegment.ofArray(new byte[8]);
    ring.offer(1, one, 0, 8);
    ring.offer(2, one, 0, 8);
    assertThatThrownBy(() ->
            ring.drain(
                (type, segment, offset, length) -> {
                  throw new UnsupportedOperationException("mine");
                },
                10))
        .hasMessage("mine");
    int[] types = new int[1];
    assertThat(ring.drain((type, segment, offset, length) -> types[0] = type, 10)).isEqualTo(1);
    assertThat(types[0]).isEqualTo(2);
  }

  @Test
  void damagedMemoryIsReportedNotFollowed() {
    Random random = new Random(6);
    int reported = 0;
    for (int round = 0; round < 20_000; round++) {
      MemorySegment copy = memory();
      OneToOneRing victim = OneToOneRing.create(copy, CAPACITY);
      victim.offer(1, MemorySegment.ofArray(new byte[100]), 0, 100);
      victim.offer(1, MemorySegment.ofArray(new byte[100]), 0, 100);
      copy.set(Layouts.WORD, 384 + 8L * random.nextInt(16), random.nextLong());
      try {
        int read =
            victim.drain(
                (type, segment, offset, length) ->
                    assertThat(offset + length).isLessThanOrEqualTo(segment.byteSize()),
                100);
        assertThat(read).isLessThanOrEqualTo(30);
      } catch (IllegalStateException damaged) {
        reported++;
      }
    }
    assertThat(reported).isPositive();
  }

  @Test
  void refusesWhatItCannotHold() {
    assertThatThrownBy(() -> ring.claim(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ring.claim(0, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ring.claim(0, ring.recordBytesMax() + 1))
        .isInstanceOf(IllegalArgumentException.class);
    for (long capacity : new long[] {0, 32, 100, -64, 1L << 31}) {
      assertThatThrownBy(() -> OneToOneRing.bytes(capacity))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> OneToOneRing.create(Arena.ofAuto().allocate(1024, 8), CAPACITY))
        .hasMessageContaining("are needed");
    assertThatThrownBy(() -> OneToOneRing.attach(Arena.ofAuto().allocate(2048, 8)))
        .hasMessageContaining("no one-to-one ring");
  }

  @Test
  void millionsOfRecordsArriveInOrderBetweenTwoThreads() throws InterruptedException {
    int records = 3_000_000;
    Thread producer =
        Thread.ofPlatform()
            .start(() -> {
              for (int number = 0; number < records; ) {
                int length = 8 + number % 97;
                long at = ring.claim(number & 0xFFFF, length);
                if (at == OneToOneRing.FULL) {
                  Thread.yield();
                  continue;
                }
                memory.set(Layouts.WORD, at, number);
                memory.set(ValueLayout.JAVA_BYTE, at + length - 1, (byte) number);
                ring.commit();
                number++;
              }
            });
    int[] next = new int[1];
    int[] wrong = new int[1];
    RecordReader reader =
        (type, segment, offset, length) -> {
          int number = next[0]++;
          boolean right =
              type == (number & 0xFFFF)
                  && length == 8 + number % 97
                  && (length == 8 || segment.get(Layouts.HALF_WORD, offset) == number)
                  && segment.get(ValueLayout.JAVA_BYTE, offset + length - 1) == (byte) number;
          wrong[0] += right ? 0 : 1;
        };
    while (next[0] < records) {
      if (ring.drain(reader, 64) == 0) {
        Thread.yield();
      }
    }
    producer.join();
    assertThat(wrong[0]).isZero();
    assertThat(ring.drain(reader, 1)).isZero();
  }

  @Test
  void recordsOfZeroLengthAreRecords() {
    assertThat(ring.offer(3, MemorySegment.NULL, 0, 0)).isTrue();
    int[] lengths = {-1};
    ring.drain((type, segment, offset, length) -> lengths[0] = length, 1);
    assertThat(lengths).isEqualTo(new int[] {0});
    assertThat(Arrays.stream(lengths).sum()).isZero();
  }
}
