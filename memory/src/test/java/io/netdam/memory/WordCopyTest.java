package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: copies and fills move exactly the bytes that they are told to, for every alignment of both
 * sides and every length around the limits, in native memory and in arrays; where ranges overlap
 * the target gets what the source held. Expected bytes come from plain loops over arrays.
 */
class WordCopyTest {
  private static final int SIZE = 1024;

  private final Random random = new Random(4);
  private final byte[] model = new byte[SIZE];

  private MemorySegment filled(MemorySegment segment) {
    random.nextBytes(model);
    MemorySegment.copy(model, 0, segment, ValueLayout.JAVA_BYTE, 0, SIZE);
    return segment;
  }

  private static byte[] bytes(MemorySegment segment) {
    return segment.asSlice(0, SIZE).toArray(ValueLayout.JAVA_BYTE);
  }

  private static MemorySegment[] kinds() {
    return new MemorySegment[] {
      Arena.ofAuto().allocate(SIZE, 64), MemorySegment.ofArray(new long[SIZE / 8])
    };
  }

  private static MemorySegment[] privateKinds() {
    return new MemorySegment[] {
      Arena.ofAuto().allocate(SIZE, 64),
      Arena.ofAuto().allocate(SIZE + 3, 64).asSlice(3),
      MemorySegment.ofArray(new byte[SIZE]),
      MemorySegment.ofArray(new long[SIZE / 8])
    };
  }

  private static int[] lengths() {
    return IntStream.concat(IntStream.range(0, 90), IntStream.of(127, 128, 255, 256, 500, 777))
        .toArray();
  }

  @Test
  void copiesInExactly() {
    for (MemorySegment memory : kinds()) {
      for (MemorySegment other : privateKinds()) {
        byte[] source = bytes(filled(other));
        for (int from = 0; from < 9; from++) {
          for (int to = 100; to < 109; to++) {
            for (int length : lengths()) {
              filled(memory);
              System.arraycopy(source, from, model, to, length);
              Region.of(memory, 64).copyIn(64 + to, other, from, length);
              assertThat(bytes(memory)).isEqualTo(model);
            }
          }
        }
      }
    }
  }

  @Test
  void copiesOutExactly() {
    for (MemorySegment memory : kinds()) {
      for (MemorySegment other : privateKinds()) {
        byte[] source = bytes(filled(memory));
        for (int from = 0; from < 9; from++) {
          for (int to = 100; to < 109; to++) {
            for (int length : lengths()) {
              filled(other);
              System.arraycopy(source, from, model, to, length);
              Region.of(memory, 64).copyOut(64 + from, other, to, length);
              assertThat(bytes(other)).isEqualTo(model);
            }
          }
        }
      }
    }
  }

  @Test
  void copiesWithinAsIfThroughABuffer() {
    for (MemorySegment memory : kinds()) {
      Region region = Region.of(memory, 64);
      for (int round = 0; round < 40_000; round++) {
        int length = random.nextInt(200);
        int from = random.nextInt(300);
        int to = random.nextBoolean() ? from + random.nextInt(41) - 20 : random.nextInt(300);
        to = Math.max(to, 0);
        filled(memory);
        System.arraycopy(model.clone(), from, model, to, length);
        region.copyWithin(64 + from, 64 + to, length);
        assertThat(bytes(memory)).as("%d to %d, %d", from, to, length).isEqualTo(model);
      }
    }
  }

  @Test
  void fillsExactly() {
    for (MemorySegment memory : kinds()) {
      for (int to = 100; to < 109; to++) {
        for (int length : lengths()) {
          filled(memory);
          byte value = (byte) random.nextInt();
          for (int i = 0; i < length; i++) {
            model[to + i] = value;
          }
          Region.of(memory, 64).fill(64 + to, length, value);
          assertThat(bytes(memory)).isEqualTo(model);
        }
      }
    }
  }
}
