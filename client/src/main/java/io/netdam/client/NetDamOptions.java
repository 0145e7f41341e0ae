package io.netdam.client;

import io.netdam.os.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The settings of a client: one immutable record. Take {@link #defaults()} or {@link #load()} and
 * change what differs by the {@code with} methods.
 *
 * @param bind local address, as {@code 10.0.0.3} or {@code ::1}; empty: loopback without trusted
 *     networks, else every address of this host
 * @param paths local sockets (source ports) for each device, 1 to 16; switches spread flows by them
 * @param window operations in flight for each device that are asked for, 1 to 65,535; the device
 *     may grant fewer
 * @param frameBytes largest frame, a multiple of 64 from 128 to 8,320
 * @param timeout how long a call may take; a transfer of many frames: how long it may stand still
 * @param idle what a waiting thread does
 * @param trustedNetworks networks beyond loopback to which packets may be sent in clear, as {@code
 *     10.0.0.0/8}
 * @param callsMax calls in progress at once, 1 to 1,048,576; more wait for their turn
 */
public record NetDamOptions(
    String bind,
    int paths,
    int window,
    int frameBytes,
    Duration timeout,
    IdleMode idle,
    List<String> trustedNetworks,
    int callsMax) {

  private static final Set<String> NAMES =
      Set.of(
          "bind",
          "paths",
          "window",
          "frame-bytes",
          "timeout",
          "idle",
          "trusted-network",
          "calls-max");

  /** Names of the device, the launcher and the tests: not ours to judge. */
  private static final List<String> OTHERS = List.of("device-", "home", "java", "jvm", "test-");

  private static final NetDamOptions DEFAULTS =
      new NetDamOptions(
          "", 1, 256, 1_408, Duration.ofSeconds(5), IdleMode.ADAPTIVE, List.of(), 16_384);

  /** Checks the limits. */
  public NetDamOptions {
    require(paths >= 1 && paths <= 16, "paths must be 1 to 16, not " + paths);
    require(window >= 1 && window <= 65_535, "window must be 1 to 65535, not " + window);
    require(
        frameBytes >= 128 && frameBytes <= 8_320 && frameBytes % 64 == 0,
        "frameBytes must be a multiple of 64 from 128 to 8320, not " + frameBytes);
    require(
        timeout.compareTo(Duration.ZERO) > 0 && timeout.compareTo(Duration.ofDays(1)) <= 0,
        "timeout must be above 0 and at most a day, not " + timeout);
    require(callsMax >= 1 && callsMax <= 1 << 20, "callsMax must be 1 to 1048576, not " + callsMax);
    trustedNetworks = List.copyOf(trustedNetworks);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /**
   * The defaults: loopback, one path, 256 operations in flight, frames of 1,408 bytes, 5 s,
   * adaptive.
   */
  public static NetDamOptions defaults() {
    return DEFAULTS;
  }

  /**
   * The defaults, changed by variables {@code NETDAM_…} of the environment and by system properties
   * {@code netdam.…}: {@code NETDAM_TIMEOUT=200ms} is {@code netdam.timeout=200ms}.
   *
   * @throws IllegalArgumentException if a name is unknown (the message tells the nearest) or a
   *     value is not one of its setting
   */
  public static NetDamOptions load() {
    return load(System.getenv(), System.getProperties());
  }

  static NetDamOptions load(Map<String, String> environment, Map<?, ?> properties) {
    NetDamOptions options = DEFAULTS;
    for (Map.Entry<String, String> setting :
        Settings.read(environment, properties, "", NAMES, OTHERS).entrySet()) {
      options = options.with(setting.getKey(), setting.getValue());
    }
    return options;
  }

  private NetDamOptions with(String name, String value) {
    return switch (name) {
      case "bind" -> withBind(value);
      case "paths" -> withPaths(Settings.integer(name, value, 1, 16));
      case "window" -> withWindow(Settings.integer(name, value, 1, 65_535));
      case "frame-bytes" -> withFrameBytes(Settings.integer(name, value, 128, 8_320));
      case "timeout" -> withTimeout(Settings.duration(name, value));
      case "idle" -> withIdle(idleMode(value));
      case "trusted-network" -> withTrustedNetworks(Settings.list(value));
      case "calls-max" -> withCallsMax(Settings.integer(name, value, 1, 1 << 20));
      default -> throw new IllegalStateException("setting " + name + " is known but not read");
    };
  }

  private static IdleMode idleMode(String text) {
    for (IdleMode mode : IdleMode.values()) {
      if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "idle is \"" + text + "\"; it must be spin, adaptive or block");
  }

  /** These options with another local address. */
  public NetDamOptions withBind(String address) {
    return new NetDamOptions(
        address, paths, window, frameBytes, timeout, idle, trustedNetworks, callsMax);
  }

  /** These options with another number of paths, 1 to 16. */
  public NetDamOptions withPaths(int number) {
    return new NetDamOptions(
        bind, number, window, frameBytes, timeout, idle, trustedNetworks, callsMax);
  }

  /** These options with another window, 1 to 65,535 operations. */
  public NetDamOptions withWindow(int operations) {
    return new NetDamOptions(
        bind, paths, operations, frameBytes, timeout, idle, trustedNetworks, callsMax);
  }

  /** These options with another largest frame, a multiple of 64 from 128 to 8,320. */
  public NetDamOptions withFrameBytes(int bytes) {
    return new NetDamOptions(bind, paths, window, bytes, timeout, idle, trustedNetworks, callsMax);
  }

  /** These options with another time limit for each call. */
  public NetDamOptions withTimeout(Duration limit) {
    return new NetDamOptions(
        bind, paths, window, frameBytes, limit, idle, trustedNetworks, callsMax);
  }

  /** These options with another way to wait. */
  public NetDamOptions withIdle(IdleMode mode) {
    return new NetDamOptions(
        bind, paths, window, frameBytes, timeout, mode, trustedNetworks, callsMax);
  }

  /** These options with other trusted networks, each as {@code 10.0.0.0/8}. */
  public NetDamOptions withTrustedNetworks(List<String> networks) {
    return new NetDamOptions(bind, paths, window, frameBytes, timeout, idle, networks, callsMax);
  }

  /** These options with another number of calls in progress at once. */
  public NetDamOptions withCallsMax(int calls) {
    return new NetDamOptions(
        bind, paths, window, frameBytes, timeout, idle, trustedNetworks, calls);
  }
}
