package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: a guard does what plain maps that never forget would do, by seed. */
class GuardModelTest {
  /** What a guard must do, kept in maps that never forget. */
  private static final class Model {
    final Map<Long, Integer> status = new HashMap<>();
    final Set<Long> ran = new HashSet<>();
    long base;

    int admit(long number, int distance, int window) {
      base = Math.max(base, number - distance);
      if (number < base) {
        return Guard.BELOW;
      }
      if (number >= base + window) {
        return Guard.ABOVE;
      }
      return status.containsKey(number) ? Guard.RECORDED : Guard.FRESH;
    }

    long cumulative() {
      long cumulative = base;
      while (status.getOrDefault(cumulative, 1) == 0) {
        cumulative++;
      }
      return cumulative;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void agreesWithTheModel(long seed) {
    agree(seed, 60_000);
  }

  static void agree(long seed, int steps) {
    List<Integer> released = new ArrayList<>();
    Random random = new Random(seed);
    int window = 64 << random.nextInt(4);
    Guard made = new Guard(Rules.ALL);
    made.begin(new long[2 * window], 0, window, released::add);
    Model model = new Model();
    Map<Integer, Long> keptNow = new HashMap<>();
    int reference = 0;
    long low = 0;
    for (int i = 0; i < steps; i++) {
      low += random.nextInt(3) == 0 ? random.nextInt(random.nextInt(500) == 0 ? 3 * window : 4) : 0;
      long number = Math.max(0, low + random.nextInt(window + 8) - 4);
      int distance = Math.clamp(number - low + random.nextInt(3) - 1, 0, 65_535);
      int expected = model.admit(number, distance, window);
      assertThat(made.admit(number, distance)).isEqualTo(expected);
      if (expected == Guard.FRESH) {
        assertThat(model.ran.add(number)).as("runs once").isTrue();
        int status = random.nextInt(5) == 0 ? 1 + random.nextInt(25) : 0;
        model.status.put(number, status);
        if (random.nextInt(10) == 0) {
          keptNow.put(++reference, number);
          made.recordKept(number, status, 2, reference);
        } else {
          made.record(number, status, 1, number);
        }
      } else if (expected == Guard.RECORDED) {
        assertThat(made.status(number)).isEqualTo(model.status.get(number));
      }
      for (int gone : released) {
        assertThat(keptNow.remove(gone)).as("released when resolved").isLessThan(model.base);
      }
      released.clear();
      assertThat(made.kept()).isEqualTo(keptNow.size());
      assertThat(made.base()).isEqualTo(model.base);
      if (i % 50 == 0) {
        assertThat(made.cumulative()).isEqualTo(model.cumulative());
        model.status.keySet().removeIf(old -> old < model.base);
        long recorded = model.status.size();
        assertThat(made.recorded()).isEqualTo((int) recorded);
        long from = model.cumulative() + 1;
        long bits = made.doneBits(from);
        for (int bit = 0; bit < 64; bit++) {
          boolean done = model.status.getOrDefault(from + bit, 1) == 0;
          assertThat((bits >>> bit & 1) == 1).isEqualTo(done);
        }
      }
    }
  }
}
