package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: windows never overlap, and what is given back can be claimed again as a whole. */
class WindowPoolTest {
  @Test
  void defaultWindowsLieSideBySide() {
    WindowPool pool = new WindowPool(10, 64, 0);
    assertThat(pool.windowDefault()).isEqualTo(64);
    assertThat(pool.defaultWord(0)).isZero();
    assertThat(pool.defaultWord(9)).isEqualTo(9 * 128);
    assertThat(pool.defaults()).hasSize(10 * 128);
    assertThat(pool.large()).isEmpty();
  }

  @Test
  void withoutBudgetNothingLargerIsThere() {
    WindowPool pool = new WindowPool(1, 64, 127);
    assertThat(pool.available(4_096)).isEqualTo(64);
    assertThat(pool.claim(128)).isEqualTo(WindowPool.NONE);
    assertThat(pool.free()).isZero();
  }

  @Test
  void tellsTheLargestWindowThatIsFree() {
    WindowPool pool = new WindowPool(1, 64, 64 * 14);
    assertThat(pool.free()).isEqualTo(64 * 14);
    assertThat(pool.available(0)).isEqualTo(64);
    assertThat(pool.available(200)).isEqualTo(128);
    assertThat(pool.available(32_768)).isEqualTo(512);
    int first = pool.claim(512);
    assertThat(pool.available(32_768)).isEqualTo(256);
    pool.claim(256);
    assertThat(pool.available(32_768)).isEqualTo(128);
    pool.claim(128);
    assertThat(pool.available(32_768)).isEqualTo(64);
    assertThat(pool.free()).isZero();
    pool.release(first);
    assertThat(pool.available(32_768)).isEqualTo(512);
  }

  @Test
  void buddiesBecomeOneAgain() {
    WindowPool pool = new WindowPool(1, 64, 1_024);
    List<Integer> words = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      words.add(pool.claim(128));
    }
    assertThat(words).doesNotContain(WindowPool.NONE).doesNotHaveDuplicates();
    assertThat(pool.claim(128)).isEqualTo(WindowPool.NONE);
    for (int index : new int[] {3, 0, 7, 5, 1, 2, 6}) {
      pool.release(words.get(index));
    }
    assertThat(pool.available(1_024)).isEqualTo(512);
    pool.release(words.get(4));
    assertThat(pool.available(1_024)).isEqualTo(1_024);
    assertThat(pool.claim(1_024)).isZero();
  }

  private record Claim(int word, int window) {}

  @ParameterizedTest
  @ValueSource(ints = {2, 6, 30, 64, 100, 127, 256})
  void claimsNeverOverlap(int units) {
    Random random = new Random(units);
    WindowPool pool = new WindowPool(1, 64, units * 64);
    int all = pool.free();
    boolean[] taken = new boolean[pool.large().length];
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      if (!claims.isEmpty() && random.nextInt(5) < 2) {
        Claim claim = claims.remove(random.nextInt(claims.size()));
        pool.release(claim.word);
        mark(taken, claim, false);
      } else {
        int window = 128 << random.nextInt(5);
        boolean possible = pool.available(window) == window;
        int word = pool.claim(window);
        assertThat(word != WindowPool.NONE).isEqualTo(possible);
        if (possible) {
          Claim claim = new Claim(word, window);
          mark(taken, claim, true);
          claims.add(claim);
        }
      }
      int used = claims.stream().mapToInt(Claim::window).sum();
      assertThat(pool.free()).isEqualTo(all - used);
    }
    for (Claim claim : claims) {
      pool.release(claim.word);
    }
    assertThat(pool.free()).isEqualTo(all);
    assertThat(pool.available(1 << 20)).isEqualTo(Integer.highestOneBit(all));
  }

  private static void mark(boolean[] taken, Claim claim, boolean value) {
    for (int i = 0; i < claim.window * Guard.RECORD_WORDS; i++) {
      assertThat(taken[claim.word + i]).isEqualTo(!value);
      taken[claim.word + i] = value;
    }
  }
}
