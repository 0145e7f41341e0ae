package io.netdam.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.device.Device;
import io.netdam.device.DeviceOptions;
import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a stranger's program of a dozen lines runs as a named module with the client, and what the
 * client needs, on its module path and nothing else.
 */
final class TicketExampleTest {

  private static final String MODULE = "io.netdam.examples";

  /** Where the module and all that it requires are found, by name. */
  private static Map<String, URI> needed() {
    Path[] classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(entry -> entry.toFile().exists())
            .filter(entry -> !entry.endsWith("test-classes"))
            .toArray(Path[]::new);
    ModuleFinder finder = ModuleFinder.of(classPath);
    Map<String, URI> needed = new TreeMap<>();
    Deque<String> open = new ArrayDeque<>(List.of(MODULE));
    while (!open.isEmpty()) {
      String name = open.removeFirst();
      ModuleReference found = finder.find(name).orElse(null);
      if (found != null && !needed.containsKey(name)) {
        needed.put(name, found.location().orElseThrow());
        found.descriptor().requires().stream()
            .filter(one -> !one.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
            .forEach(one -> open.add(one.name()));
      }
    }
    return needed;
  }

  private static String run(Map<String, URI> modules, String address) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=io.netdam.os",
                "-p",
                modules.values().stream()
                    .map(location -> Path.of(location).toString())
                    .collect(Collectors.joining(File.pathSeparator)),
                "-m",
                MODULE + "/" + TicketExample.class.getName(),
                address)
            .redirectErrorStream(true)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return process.waitFor() + ": " + output;
  }

  @Test
  void drawsTickets(@TempDir Path runtime) throws Exception {
    Map<String, URI> modules = needed();
    assertThat(modules)
        .containsKeys(MODULE, "io.netdam.client")
        .doesNotContainKeys("io.netdam.device", "io.netdam.testkit");
    try (Device device =
        Device.start(
            DeviceOptions.defaults()
                .withListen(List.of("127.0.0.1:0"))
                .withMemoryBytes(1 << 16)
                .withRuntimeDirectory(runtime.toString()))) {
      String address = "127.0.0.1:" + device.address().getPort();
      assertThat(run(modules, address)).isEqualTo("0: ticket 0");
      assertThat(run(modules, address)).isEqualTo("0: ticket 1");
    }
  }
}
