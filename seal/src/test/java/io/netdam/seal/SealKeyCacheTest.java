package io.netdam.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Goal: what is remembered equals what would be derived, and the memory is bounded. */
class SealKeyCacheTest {
  private static final DeviceLife DEVICE = new DeviceLife(1, 2, 3);
  private final DeviceKeys keys = DeviceKeys.of(new byte[16]);

  private SealKey derived(int spi, Direction direction) {
    return SealKey.derive(Objects.requireNonNull(keys.secret(spi)), spi, direction, DEVICE, 0);
  }

  @Test
  void givesTheKeysThatBelongToAnSpi() {
    SealKeyCache cache = new SealKeyCache(keys, DEVICE, 0, 16);
    Random random = new Random(1);
    for (int round = 0; round < 5_000; round++) {
      int spi = random.nextInt(40);
      SealKey request = Objects.requireNonNull(cache.request(spi));
      SealKey reply = Objects.requireNonNull(cache.reply(spi));
      assertThat(request.key()).isEqualTo(derived(spi, Direction.REQUEST).key());
      assertThat(reply.key()).isEqualTo(derived(spi, Direction.REPLY).key());
    }
    assertThat(cache.derivations()).isBetween(41L, 5_000L);
  }

  @Test
  void derivesOnceForWhoComesAgain() {
    SealKeyCache cache = new SealKeyCache(keys, DEVICE, 0, 16);
    for (int round = 0; round < 100; round++) {
      for (int spi = 0; spi < 16; spi++) {
        assertThat(cache.request(spi)).isSameAs(cache.request(spi));
      }
    }
    assertThat(cache.derivations()).isEqualTo(16);
  }

  @Test
  void anSpiWithoutAKeyHasNone() {
    SealKeyCache cache = new SealKeyCache(keys, DEVICE, 0, 4);
    assertThat(cache.request(-1)).isNull();
    assertThat(cache.reply(Integer.MIN_VALUE)).isNull();
    assertThat(cache.derivations()).isZero();
    assertThatThrownBy(() -> new SealKeyCache(keys, DEVICE, 0, 12))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
