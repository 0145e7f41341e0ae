package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Goal: settings out of range are refused by name, and what was set is what is told. */
class DeviceSettingsTest {
  private static DeviceSettings.Builder builder() {
    return DeviceSettings.builder(5, DeviceRig.key(1));
  }

  @Test
  void tellsWhatWasSet() {
    DeviceSettings settings =
        builder()
            .deviceId(1, 2)
            .shard(3, 4)
            .sessionsMax(5)
            .windowDefault(128)
            .windowMax(256)
            .windowBudget(7)
            .resultBytes(8)
            .leaseNs(9_000_000)
            .ticketLifeNs(10_000_000)
            .frameBytes(1_408)
            .socketBufferBytes(5_000)
            .firstSession(11)
            .durable(true)
            .build();
    assertThat(settings.epoch()).isEqualTo(5);
    assertThat(settings.deviceIdHigh()).isEqualTo(1);
    assertThat(settings.deviceIdLow()).isEqualTo(2);
    assertThat(settings.shard()).isEqualTo(3);
    assertThat(settings.shards()).isEqualTo(4);
    assertThat(settings.sessionsMax()).isEqualTo(5);
    assertThat(settings.windowDefault()).isEqualTo(128);
    assertThat(settings.windowMax()).isEqualTo(256);
    assertThat(settings.windowBudget()).isEqualTo(7);
    assertThat(settings.resultBytes()).isEqualTo(8);
    assertThat(settings.leaseNs()).isEqualTo(9_000_000);
    assertThat(settings.ticketLifeNs()).isEqualTo(10_000_000);
    assertThat(settings.frameBytes()).isEqualTo(1_408);
    assertThat(settings.socketBufferBytes()).isEqualTo(5_000);
    assertThat(settings.firstSession()).isEqualTo(11);
    assertThat(settings.durable()).isTrue();
    assertThat(settings.ticketKey()).isEqualTo(DeviceRig.key(1));
    assertThat(settings.trusted().trusts(DeviceRig.TRUSTED)).isFalse();
  }

  @Test
  void theKeyIsItsOwn() {
    byte[] key = DeviceRig.key(1);
    DeviceSettings settings = DeviceSettings.builder(5, key).build();
    key[0]++;
    settings.ticketKey()[1]++;
    assertThat(settings.ticketKey()).isEqualTo(DeviceRig.key(1));
  }

  @Test
  void noTwoEpochsBeginAtTheSameSession() {
    Set<Long> firsts = new HashSet<>();
    for (long epoch = 0; epoch < 65_536; epoch++) {
      firsts.add(DeviceSettings.builder(epoch, DeviceRig.key(1)).build().firstSession());
    }
    assertThat(firsts).hasSize(65_536).allMatch(first -> first > 0 && first < 1L << 56);
  }

  @Test
  void whatIsOutOfRangeIsRefusedByName() {
    refuses("shards", b -> b.shard(0, 0));
    refuses("shards", b -> b.shard(0, 257));
    refuses("shard", b -> b.shard(2, 2));
    refuses("shard", b -> b.shard(-1, 2));
    refuses("sessionsMax", b -> b.sessionsMax(0));
    refuses("windowDefault", b -> b.windowDefault(32));
    refuses("windowDefault", b -> b.windowDefault(96));
    refuses("windowMax", b -> b.windowMax(65_536));
    refuses("windowBudget", b -> b.windowBudget(-1));
    refuses("resultBytes", b -> b.resultBytes(-1));
    refuses("leaseNs", b -> b.leaseNs(999_999));
    refuses("ticketLifeNs", b -> b.ticketLifeNs(0));
    refuses("frameBytes", b -> b.frameBytes(64));
    refuses("frameBytes", b -> b.frameBytes(8_384));
    refuses("frameBytes", b -> b.frameBytes(1_473));
    refuses("socketBufferBytes", b -> b.socketBufferBytes(4_095));
    refuses("firstSession", b -> b.firstSession(0));
    refuses("firstSession", b -> b.firstSession(1L << 56));
    refuses("windowDefault", b -> b.windowDefault(8_192).build());
    assertThatThrownBy(() -> DeviceSettings.builder(1, new byte[31]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("31");
  }

  private static void refuses(String name, Consumer<DeviceSettings.Builder> change) {
    assertThatThrownBy(() -> change.accept(builder()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name);
  }

  @Test
  void theLimitsThemselvesAreTaken() {
    List<Consumer<DeviceSettings.Builder>> limits =
        List.of(
            b -> b.shard(255, 256),
            b -> b.sessionsMax(1),
            b -> b.windowDefault(64).windowMax(64),
            b -> b.windowMax(32_768),
            b -> b.frameBytes(128),
            b -> b.frameBytes(8_320),
            b -> b.firstSession((1L << 56) - 1),
            b -> b.leaseNs(1_000_000));
    for (Consumer<DeviceSettings.Builder> limit : limits) {
      DeviceSettings.Builder builder = builder();
      limit.accept(builder);
      assertThat(builder.build()).isNotNull();
    }
  }
}
