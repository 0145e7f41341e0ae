package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Goal: try to catch a bulk copy or fill that tears an aligned word, which would refute the
 * assumption of {@link WordCopy}. One thread writes all bytes 0, then all bytes 255, again and
 * again; another looks at words and must never see a mixture. That the looking works is shown by a
 * copy in single bytes, which must be caught.
 */
class WordTearingTest {
  private static final int ROUNDS = 60_000;
  private static final int BYTES = 16 * 1024;
  private static final byte ONES = (byte) 0xFF;

  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 64);
  private final Region region = Region.of(memory);
  private final MemorySegment zeros = Arena.ofAuto().allocate(BYTES, 64);
  private final MemorySegment ones = Arena.ofAuto().allocate(BYTES, 64).fill(ONES);
  private final MemorySegment seen = Arena.ofAuto().allocate(BYTES, 64);

  private interface Writer {
    void write(MemorySegment source, boolean allOnes);
  }

  private interface Reader {
    /** How many words were a mixture. */
    long look();
  }

  /** Runs both until the writer has done its rounds; returns the torn words seen. */
  private long torn(int rounds, Writer writer, Reader reader) throws InterruptedException {
    memory.fill((byte) 0); // no mixture may be left from another run
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean stop = new AtomicBoolean();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              for (int round = 0; round < rounds && !stop.getPlain(); round++) {
                boolean allOnes = (round & 1) == 0;
                writer.write(allOnes ? ones : zeros, allOnes);
              }
              done.set(true);
            });
    long torn = 0;
    while (!done.get() && torn == 0) {
      torn += reader.look();
    }
    stop.set(true);
    thread.join();
    return torn;
  }

  private Reader words(int from, int bytes) {
    return () -> {
      long torn = 0;
      for (int at = (from + 7) & ~7; at + 8 <= from + bytes; at += 8) {
        long word = region.getLong(at);
        torn += word == 0 || word == -1 ? 0 : 1;
      }
      return torn;
    };
  }

  private Reader halfWords(int from, int bytes) {
    return () -> {
      long torn = 0;
      for (int at = (from + 3) & ~3; at + 4 <= from + bytes; at += 4) {
        int word = region.getInt(at);
        torn += word == 0 || word == -1 ? 0 : 1;
      }
      return torn;
    };
  }

  @Test
  void aCopyInSingleBytesIsCaught() throws InterruptedException {
    Writer bytewise =
        (source, allOnes) -> {
          for (int at = 0; at < 64; at++) {
            byte value = source.get(ValueLayout.JAVA_BYTE, at);
            ValueLayout.JAVA_BYTE.varHandle().setOpaque(memory, (long) at, value);
          }
        };
    assertThat(torn(Integer.MAX_VALUE, bytewise, words(0, 64))).isPositive();
  }

  @Test
  void copyInKeepsWords() throws InterruptedException {
    for (int bytes : new int[] {8, 64, 72, 200, 1408, 8192}) {
      for (int to : new int[] {0, 8, 13}) {
        for (int from : new int[] {0, 3, 13}) {
          int rounds = Math.max(ROUNDS * 64 / Math.max(bytes, 64), 2000);
          Writer writer = (source, allOnes) -> region.copyIn(to, source, from, bytes);
          assertThat(torn(rounds, writer, words(to, bytes)))
              .as("%d bytes from %d to %d", bytes, from, to)
              .isZero();
        }
      }
    }
  }

  @Test
  void copyInFromAnArrayKeepsWords() throws InterruptedException {
    MemorySegment arrayOfZeros = MemorySegment.ofArray(new byte[BYTES]);
    MemorySegment arrayOfOnes = MemorySegment.ofArray(new byte[BYTES]).fill(ONES);
    Writer writer =
        (source, allOnes) -> region.copyIn(8, allOnes ? arrayOfOnes : arrayOfZeros, 4, 1408);
    assertThat(torn(ROUNDS, writer, words(8, 1408))).isZero();
  }

  @Test
  void headAndTailKeepHalfWords() throws InterruptedException {
    Writer writer = (source, allOnes) -> region.copyIn(4, source, 4, 16);
    assertThat(torn(ROUNDS, writer, halfWords(4, 16))).isZero();
    Writer other = (source, allOnes) -> region.copyIn(8, source, 1, 12);
    assertThat(torn(ROUNDS, other, halfWords(8, 12))).isZero();
  }

  @Test
  void fillKeepsWords() throws InterruptedException {
    for (int bytes : new int[] {8, 64, 1408, 8192}) {
      for (int to : new int[] {0, 5}) {
        int rounds = Math.max(ROUNDS * 64 / Math.max(bytes, 64), 2000);
        Writer writer = (source, allOnes) -> region.fill(to, bytes, allOnes ? ONES : 0);
        assertThat(torn(rounds, writer, words(to, bytes))).as("%d at %d", bytes, to).isZero();
      }
    }
  }

  @Test
  void copyOutKeepsWords() throws InterruptedException {
    for (int bytes : new int[] {64, 200, 1408}) {
      for (int to : new int[] {0, 3}) {
        Writer writer =
            (source, allOnes) -> {
              long value = allOnes ? -1 : 0;
              for (int at = 0; at < bytes; at += 8) {
                region.setLong(at, value);
              }
            };
        Reader reader =
            () -> {
              region.copyOut(0, seen, to, bytes);
              long torn = 0;
              for (int at = 0; at < bytes; at += 8) {
                long word = seen.get(Layouts.UNALIGNED_WORD, to + at);
                torn += word == 0 || word == -1 ? 0 : 1;
              }
              return torn;
            };
        assertThat(torn(ROUNDS / 4, writer, reader)).as("%d to %d", bytes, to).isZero();
      }
    }
  }

  @Test
  void copyWithinKeepsWordsInBothDirections() throws InterruptedException {
    int bytes = 1408;
    for (int shift : new int[] {8, -8, 64, -64, 5, -5}) {
      Writer writer =
          (source, allOnes) -> {
            region.copyIn(4096, source, 0, bytes);
            region.copyWithin(4096, 4096 + shift, bytes);
          };
      assertThat(torn(ROUNDS / 8, writer, words(4096 + shift, bytes))).as("by %d", shift).isZero();
    }
  }
}
