package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The cache is bounded, never answers wrong, and forgets what was not asked for. */
final class ClockCacheTest {

  /** A key whose hash is chosen, so that all fall into one set. */
  private record Key(int value) {
    @Override
    public int hashCode() {
      return 7;
    }
  }

  @Test
  void answersWhatWasPutOrNothing() {
    for (int seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ClockCache<Integer, String> cache = new ClockCache<>(64);
      Map<Integer, String> model = new HashMap<>();
      for (int i = 0; i < 5_000; i++) {
        int key = random.nextInt(200);
        if (random.nextBoolean()) {
          String value = "value " + i;
          cache.put(key, value);
          model.put(key, value);
          assertThat(cache.get(key)).isEqualTo(value);
        } else {
          String value = cache.get(key);
          assertThat(value == null || value.equals(model.get(key))).isTrue();
        }
      }
    }
  }

  @Test
  void keepsAllWhileASetHasRoom() {
    ClockCache<Key, Integer> cache = new ClockCache<>(64);
    for (int i = 0; i < 8; i++) {
      cache.put(new Key(i), i);
    }
    for (int i = 0; i < 8; i++) {
      assertThat(cache.get(new Key(i))).isEqualTo(i);
    }
  }

  @Test
  void whatIsAskedForOutlivesAFlood() {
    ClockCache<Key, Integer> cache = new ClockCache<>(64);
    cache.put(new Key(-1), -1);
    for (int i = 0; i < 10_000; i++) {
      cache.put(new Key(i), i);
      assertThat(cache.get(new Key(-1))).isEqualTo(-1);
    }
    int remembered = 0;
    for (int i = 0; i < 10_000; i++) {
      remembered += cache.get(new Key(i)) == null ? 0 : 1;
    }
    assertThat(remembered).isEqualTo(7); // one set of eight, the old one still in it
  }

  @Test
  void holdsAtLeastWhatItWasMadeFor() {
    assertThat(new ClockCache<Key, Key>(1).capacity()).isGreaterThanOrEqualTo(1);
    assertThat(new ClockCache<Key, Key>(4_096).capacity()).isEqualTo(4_096);
    assertThat(new ClockCache<Key, Key>(4_097).capacity()).isEqualTo(8_192);
  }
}
