package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Goal: every setting can be given as text, and none beyond its limits. */
final class DeviceOptionsTest {

  @Test
  void readsEverySetting() {
    Map<String, String> environment = new HashMap<>();
    environment.put("NETDAM_DEVICE_LISTEN", "127.0.0.1:1, [::1]:2");
    environment.put("NETDAM_DEVICE_MEMORY", "1g");
    environment.put("NETDAM_DEVICE_FILE", "/data/memory");
    environment.put("NETDAM_DEVICE_SHARDS", "2");
    environment.put("NETDAM_DEVICE_SESSIONS_MAX", "100");
    environment.put("NETDAM_DEVICE_WINDOW_MAX", "128");
    environment.put("NETDAM_DEVICE_LEASE", "3s");
    environment.put("NETDAM_DEVICE_TICKET_LIFE", "2s");
    environment.put("NETDAM_DEVICE_FRAME_BYTES", "1472");
    environment.put("NETDAM_DEVICE_RECEIVE_BUFFER", "256k");
    environment.put("NETDAM_DEVICE_IDLE", "spin");
    environment.put("NETDAM_DEVICE_TRUSTED_NETWORK", "10.0.0.0/8,fd00::/8");
    environment.put("NETDAM_DEVICE_RUNTIME_DIRECTORY", "/run/netdam");
    assertThat(DeviceOptions.load(environment, Map.of()))
        .isEqualTo(
            new DeviceOptions(
                List.of("127.0.0.1:1", "[::1]:2"),
                1L << 30,
                "/data/memory",
                2,
                100,
                128,
                Duration.ofSeconds(3),
                Duration.ofSeconds(2),
                1_472,
                256 << 10,
                IdleMode.SPIN,
                List.of("10.0.0.0/8", "fd00::/8"),
                "/run/netdam",
                false));
  }

  @Test
  void leavesTheSettingsOfClientsAlone() {
    assertThat(DeviceOptions.load(Map.of("NETDAM_TIMEOUT", "x"), Map.of()))
        .isEqualTo(DeviceOptions.defaults());
  }

  @Test
  void namesTheNearestForAnUnknownSetting() {
    assertThatThrownBy(() -> DeviceOptions.load(Map.of("NETDAM_DEVICE_MEMRY", "1g"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("NETDAM_DEVICE_MEMRY is not a setting; the nearest is NETDAM_DEVICE_MEMORY");
    assertThatThrownBy(() -> DeviceOptions.defaults().with("leese", "1s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("leese is not a setting; the nearest is lease");
  }

  @Test
  void refusesValuesBeyondTheirLimits() {
    DeviceOptions options = DeviceOptions.defaults();
    List<Supplier<DeviceOptions>> bad =
        List.of(
            () -> options.withListen(List.of()),
            () -> options.withMemoryBytes(0),
            () -> options.withMemoryBytes(100),
            () -> options.withMemoryBytes((1L << 46) + 64),
            () -> options.withShards(0),
            () -> options.withShards(65),
            () -> options.withSessionsMax(0),
            () -> options.withWindowMax(63),
            () -> options.withWindowMax(65_536),
            () -> options.withLease(Duration.ZERO),
            () -> options.withTicketLife(Duration.ofDays(2)),
            () -> options.withFrameBytes(100),
            () -> options.withFrameBytes(8_384),
            () -> options.withReceiveBufferBytes(-1),
            () -> options.with("idle", "sleep"),
            () -> options.with("memory", "much"));
    for (Supplier<DeviceOptions> one : bad) {
      assertThatThrownBy(one::get).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
