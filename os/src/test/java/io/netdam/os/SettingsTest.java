package io.netdam.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Goal: settings are found under both names, and a misspelt one is never silently ignored. */
final class SettingsTest {

  private static final Set<String> KNOWN = Set.of("timeout", "frame-bytes", "window");

  private static Map<String, String> read(Map<String, String> env, Map<String, String> properties) {
    return Settings.read(env, properties, "", KNOWN, List.of("device-", "home"));
  }

  @Test
  void findsVariablesAndPropertiesAndPrefersTheProperty() {
    assertThat(
            read(
                Map.of("NETDAM_FRAME_BYTES", "1472", "NETDAM_TIMEOUT", "1s", "PATH", "/bin"),
                Map.of("netdam.timeout", "2s", "java.home", "/x")))
        .isEqualTo(Map.of("frame-bytes", "1472", "timeout", "2s"));
  }

  @Test
  void namesTheNearestForAnUnknownVariable() {
    assertThatThrownBy(() -> read(Map.of("NETDAM_TIMOUT", "1s"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("NETDAM_TIMOUT is not a setting; the nearest is NETDAM_TIMEOUT");
  }

  @Test
  void namesTheNearestForAnUnknownProperty() {
    assertThatThrownBy(() -> read(Map.of(), Map.of("netdam.frame-byte", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("netdam.frame-byte is not a setting; the nearest is netdam.frame-bytes");
  }

  @Test
  void leavesTheNamesOfOthersAlone() {
    assertThat(read(Map.of("NETDAM_DEVICE_LISTEN", "x", "NETDAM_HOME", "y"), Map.of())).isEmpty();
  }

  @Test
  void readsNamesBelowAPrefixAndOnlyThose() {
    assertThat(
            Settings.read(
                Map.of("NETDAM_DEVICE_WINDOW", "7", "NETDAM_TIMEOUT", "1s"),
                Map.of(),
                "device-",
                Set.of("window"),
                List.of()))
        .isEqualTo(Map.of("window", "7"));
  }

  @Test
  void readsTimes() {
    assertThat(Settings.duration("t", "5s")).isEqualTo(Duration.ofSeconds(5));
    assertThat(Settings.duration("t", "200ms")).isEqualTo(Duration.ofMillis(200));
    assertThat(Settings.duration("t", "30us")).isEqualTo(Duration.ofNanos(30_000));
    for (String bad : List.of("", "s", "0s", "-1s", "5", "5 s", "99999999999999999999s")) {
      assertThatThrownBy(() -> Settings.duration("timeout", bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("timeout is \"" + bad + "\"; it must be a time");
    }
  }

  @Test
  void readsBytes() {
    assertThat(Settings.bytes("m", "4096")).isEqualTo(4096);
    assertThat(Settings.bytes("m", "64k")).isEqualTo(65_536);
    assertThat(Settings.bytes("m", "1G")).isEqualTo(1L << 30);
    for (String bad : List.of("", "g", "0", "1x", "9223372036854775807k", "8388608t")) {
      assertThatThrownBy(() -> Settings.bytes("memory", bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("memory is \"" + bad + "\"; it must be a number of bytes");
    }
  }

  @Test
  void readsWholeNumbersWithinLimits() {
    assertThat(Settings.integer("n", "16", 1, 16)).isEqualTo(16);
    for (String bad : List.of("", "0", "17", "x")) {
      assertThatThrownBy(() -> Settings.integer("paths", bad, 1, 16))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("paths is \"" + bad + "\"; it must be a whole number from 1 to 16");
    }
  }

  @Test
  void readsLists() {
    assertThat(Settings.list("a, b,,c")).containsExactly("a", "b", "c");
    assertThat(Settings.list("")).isEmpty();
  }
}
