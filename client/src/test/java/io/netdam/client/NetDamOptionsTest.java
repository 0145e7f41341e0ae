package io.netdam.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Goal: every setting can be given as text, and none beyond its limits. */
final class NetDamOptionsTest {

  @Test
  void readsEverySetting() {
    Map<String, String> environment = new HashMap<>();
    environment.put("NETDAM_BIND", "127.0.0.1");
    environment.put("NETDAM_PATHS", "4");
    environment.put("NETDAM_WINDOW", "512");
    environment.put("NETDAM_FRAME_BYTES", "1472");
    environment.put("NETDAM_IDLE", "block");
    environment.put("NETDAM_TRUSTED_NETWORK", "10.0.0.0/8");
    environment.put("NETDAM_CALLS_MAX", "100");
    assertThat(NetDamOptions.load(environment, Map.of("netdam.timeout", "200ms")))
        .isEqualTo(
            new NetDamOptions(
                "127.0.0.1",
                4,
                512,
                1_472,
                Duration.ofMillis(200),
                IdleMode.BLOCK,
                List.of("10.0.0.0/8"),
                100));
  }

  @Test
  void leavesTheSettingsOfDevicesAndLaunchersAlone() {
    assertThat(
            NetDamOptions.load(
                Map.of("NETDAM_DEVICE_LISTEN", "x", "NETDAM_HOME", "y", "NETDAM_JAVA", "z"),
                Map.of("netdam.test-operations", "1")))
        .isEqualTo(NetDamOptions.defaults());
  }

  @Test
  void namesTheNearestForAnUnknownSetting() {
    assertThatThrownBy(() -> NetDamOptions.load(Map.of("NETDAM_FRAMEBYTES", "1"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("NETDAM_FRAMEBYTES is not a setting; the nearest is NETDAM_FRAME_BYTES");
  }

  @Test
  void refusesValuesBeyondTheirLimits() {
    NetDamOptions options = NetDamOptions.defaults();
    List<Supplier<NetDamOptions>> bad =
        List.of(
            () -> options.withPaths(0),
            () -> options.withPaths(17),
            () -> options.withWindow(0),
            () -> options.withWindow(65_536),
            () -> options.withFrameBytes(64),
            () -> options.withFrameBytes(1_400),
            () -> options.withFrameBytes(8_384),
            () -> options.withTimeout(Duration.ZERO),
            () -> options.withTimeout(Duration.ofDays(2)),
            () -> options.withCallsMax(0),
            () -> options.withCallsMax((1 << 20) + 1),
            () -> NetDamOptions.load(Map.of("NETDAM_IDLE", "sleep"), Map.of()),
            () -> NetDamOptions.load(Map.of("NETDAM_TIMEOUT", "soon"), Map.of()));
    for (Supplier<NetDamOptions> one : bad) {
      assertThatThrownBy(one::get).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void opensOnlyOnAddressesOfThisHost() {
    assertThatThrownBy(() -> NetDam.open(NetDamOptions.defaults().withBind("nowhere")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bind is \"nowhere\"");
    assertThatThrownBy(() -> NetDam.open(NetDamOptions.defaults().withBind("192.0.2.1")))
        .isInstanceOf(NetDamException.Unreachable.class)
        .hasMessageContaining("no socket could be opened")
        .hasMessageContaining("no network interface of this host has that address");
    assertThatThrownBy(
            () -> NetDam.open(NetDamOptions.defaults().withTrustedNetworks(List.of("::/0"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("::/0 holds every address");
  }
}
