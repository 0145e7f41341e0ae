package io.netdam.device;

import io.netdam.os.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The settings of a device: one immutable record. Take {@link #defaults()} or {@link #load()} and
 * change what differs by the {@code with} methods.
 *
 * @param listen addresses, each as {@code 127.0.0.1:7300} or {@code [::1]:7300}; port 0 lets the
 *     system choose; at least one
 * @param memoryBytes length of the memory, a multiple of 64
 * @param file where the memory is kept; empty: it is gone with the process
 * @param shards threads that serve it, 1 to 64
 * @param sessionsMax sessions of each shard, 1 to 1,048,576
 * @param windowMax the largest window that a session gets, a power of two from 64 to 32,768
 * @param lease how long a silent session is kept, 1 ms to a day
 * @param ticketLife how long a ticket can make a session, 1 ms to a day
 * @param frameBytes largest frame, a multiple of 64 from 128 to 8,320
 * @param receiveBufferBytes receive buffer to ask the system for; 0: the system's default
 * @param idle what a thread does that has nothing to do
 * @param trustedNetworks networks beyond loopback that may be served, as {@code 10.0.0.0/8}
 * @param runtimeDirectory where the counters are published; empty: a directory of this user's for
 *     such things
 * @param stopAtExit whether a shutdown hook stops the device by plan when the JVM ends (SIGTERM)
 */
public record DeviceOptions(
    List<String> listen,
    long memoryBytes,
    String file,
    int shards,
    int sessionsMax,
    int windowMax,
    Duration lease,
    Duration ticketLife,
    int frameBytes,
    int receiveBufferBytes,
    IdleMode idle,
    List<String> trustedNetworks,
    String runtimeDirectory,
    boolean stopAtExit) {

  /** The port that devices listen on unless told otherwise. */
  public static final int PORT = 7_300;

  private static final int SHARDS_MAX = 64;
  private static final Duration DAY = Duration.ofDays(1);
  private static final Set<String> NAMES =
      Set.of(
          "listen",
          "memory",
          "file",
          "shards",
          "sessions-max",
          "window-max",
          "lease",
          "ticket-life",
          "frame-bytes",
          "receive-buffer",
          "idle",
          "trusted-network",
          "runtime-directory");

  private static final DeviceOptions DEFAULTS =
      new DeviceOptions(
          List.of("127.0.0.1:" + PORT),
          64L << 20,
          "",
          1,
          4_096,
          4_096,
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          8_256,
          4 << 20,
          IdleMode.ADAPTIVE,
          List.of(),
          "",
          false);

  /** Checks the limits. */
  public DeviceOptions {
    listen = List.copyOf(listen);
    trustedNetworks = List.copyOf(trustedNetworks);
    require(!listen.isEmpty() && listen.size() <= 16, "listen takes 1 to 16 addresses");
    require(
        memoryBytes >= 64 && memoryBytes % 64 == 0 && memoryBytes <= 1L << 46,
        "memory must be a multiple of 64 from 64 to 2^46 bytes, not " + memoryBytes);
    require(
        shards >= 1 && shards <= SHARDS_MAX,
        "shards must be 1 to " + SHARDS_MAX + ", not " + shards);
    require(
        sessionsMax >= 1 && sessionsMax <= 1 << 20,
        "sessionsMax must be 1 to 1048576, not " + sessionsMax);
    require(
        windowMax >= 64 && windowMax <= 32_768 && Integer.bitCount(windowMax) == 1,
        "windowMax must be a power of two from 64 to 32768, not " + windowMax);
    requireTime("lease", lease);
    requireTime("ticketLife", ticketLife);
    require(
        frameBytes >= 128 && frameBytes <= 8_320 && frameBytes % 64 == 0,
        "frameBytes must be a multiple of 64 from 128 to 8320, not " + frameBytes);
    require(
        receiveBufferBytes >= 0 && receiveBufferBytes <= 1 << 30,
        "receiveBufferBytes must be 0 to 2^30, not " + receiveBufferBytes);
  }

  private static void requireTime(String name, Duration time) {
    require(
        time.compareTo(Duration.ofMillis(1)) >= 0 && time.compareTo(DAY) <= 0,
        name + " must be 1 ms to a day, not " + time);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The defaults: 127.0.0.1:7300, 64 MiB of anonymous memory, one shard. */
  public static DeviceOptions defaults() {
    return DEFAULTS;
  }

  /**
   * The defaults, changed by variables {@code NETDAM_DEVICE_…} of the environment and by system
   * properties {@code netdam.device-…}: {@code NETDAM_DEVICE_MEMORY=1g} is {@code
   * netdam.device-memory=1g}.
   *
   * @throws IllegalArgumentException if a name is unknown (the message tells the nearest) or a
   *     value is not one of its setting
   */
  public static DeviceOptions load() {
    return load(System.getenv(), System.getProperties());
  }

  static DeviceOptions load(Map<String, String> environment, Map<?, ?> properties) {
    DeviceOptions options = DEFAULTS;
    for (Map.Entry<String, String> setting :
        Settings.read(environment, properties, "device-", NAMES, List.of()).entrySet()) {
      options = options.with(setting.getKey(), setting.getValue());
    }
    return options;
  }

  /** These options with one setting as text, such as {@code memory} and {@code 1g}. */
  public DeviceOptions with(String name, String value) {
    return switch (name) {
      case "listen" -> withListen(Settings.list(value));
      case "memory" -> withMemoryBytes(Settings.bytes(name, value));
      case "file" -> withFile(value);
      case "shards" -> withShards(Settings.integer(name, value, 1, SHARDS_MAX));
      case "sessions-max" -> withSessionsMax(Settings.integer(name, value, 1, 1 << 20));
      case "window-max" -> withWindowMax(Settings.integer(name, value, 64, 32_768));
      case "lease" -> withLease(Settings.duration(name, value));
      case "ticket-life" -> withTicketLife(Settings.duration(name, value));
      case "frame-bytes" -> withFrameBytes(Settings.integer(name, value, 128, 8_320));
      case "receive-buffer" ->
          withReceiveBufferBytes((int) Math.min(1 << 30, Settings.bytes(name, value)));
      case "idle" -> withIdle(idleMode(value));
      case "trusted-network" -> withTrustedNetworks(Settings.list(value));
      case "runtime-directory" -> withRuntimeDirectory(value);
      default ->
          throw new IllegalArgumentException(
              name + " is not a setting; the nearest is " + Settings.nearest(name, NAMES));
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

  /** These options with other addresses to listen on. */
  public DeviceOptions withListen(List<String> addresses) {
    Draft draft = new Draft(this);
    draft.listen = addresses;
    return draft.options();
  }

  /** These options with another length of the memory, a multiple of 64. */
  public DeviceOptions withMemoryBytes(long bytes) {
    Draft draft = new Draft(this);
    draft.memoryBytes = bytes;
    return draft.options();
  }

  /** These options with the memory kept in a file; empty: in none. */
  public DeviceOptions withFile(String name) {
    Draft draft = new Draft(this);
    draft.file = name;
    return draft.options();
  }

  /** These options with another number of threads, 1 to 64. */
  public DeviceOptions withShards(int number) {
    Draft draft = new Draft(this);
    draft.shards = number;
    return draft.options();
  }

  /** These options with another number of sessions of each shard. */
  public DeviceOptions withSessionsMax(int sessions) {
    Draft draft = new Draft(this);
    draft.sessionsMax = sessions;
    return draft.options();
  }

  /** These options with another largest window, a power of two from 64 to 32,768. */
  public DeviceOptions withWindowMax(int operations) {
    Draft draft = new Draft(this);
    draft.windowMax = operations;
    return draft.options();
  }

  /** These options with another lease, 1 ms to a day. */
  public DeviceOptions withLease(Duration time) {
    Draft draft = new Draft(this);
    draft.lease = time;
    return draft.options();
  }

  /** These options with another life of tickets, 1 ms to a day. */
  public DeviceOptions withTicketLife(Duration time) {
    Draft draft = new Draft(this);
    draft.ticketLife = time;
    return draft.options();
  }

  /** These options with another largest frame, a multiple of 64 from 128 to 8,320. */
  public DeviceOptions withFrameBytes(int bytes) {
    Draft draft = new Draft(this);
    draft.frameBytes = bytes;
    return draft.options();
  }

  /** These options with another receive buffer to ask for; 0: the system's default. */
  public DeviceOptions withReceiveBufferBytes(int bytes) {
    Draft draft = new Draft(this);
    draft.receiveBufferBytes = bytes;
    return draft.options();
  }

  /** These options with another way to be idle. */
  public DeviceOptions withIdle(IdleMode mode) {
    Draft draft = new Draft(this);
    draft.idle = mode;
    return draft.options();
  }

  /** These options with other trusted networks, each as {@code 10.0.0.0/8}. */
  public DeviceOptions withTrustedNetworks(List<String> networks) {
    Draft draft = new Draft(this);
    draft.trustedNetworks = networks;
    return draft.options();
  }

  /** These options with another directory for published counters. */
  public DeviceOptions withRuntimeDirectory(String directory) {
    Draft draft = new Draft(this);
    draft.runtimeDirectory = directory;
    return draft.options();
  }

  /** These options with or without a planned stop when the JVM ends. */
  public DeviceOptions withStopAtExit(boolean stops) {
    Draft draft = new Draft(this);
    draft.stopAtExit = stops;
    return draft.options();
  }

  /** The same options, one of which is about to be another. */
  private static final class Draft {
    private List<String> listen;
    private long memoryBytes;
    private String file;
    private int shards;
    private int sessionsMax;
    private int windowMax;
    private Duration lease;
    private Duration ticketLife;
    private int frameBytes;
    private int receiveBufferBytes;
    private IdleMode idle;
    private List<String> trustedNetworks;
    private String runtimeDirectory;
    private boolean stopAtExit;

    private Draft(DeviceOptions from) {
      listen = from.listen;
      memoryBytes = from.memoryBytes;
      file = from.file;
      shards = from.shards;
      sessionsMax = from.sessionsMax;
      windowMax = from.windowMax;
      lease = from.lease;
      ticketLife = from.ticketLife;
      frameBytes = from.frameBytes;
      receiveBufferBytes = from.receiveBufferBytes;
      idle = from.idle;
      trustedNetworks = from.trustedNetworks;
      runtimeDirectory = from.runtimeDirectory;
      stopAtExit = from.stopAtExit;
    }

    private DeviceOptions options() {
      return new DeviceOptions(
          listen,
          memoryBytes,
          file,
          shards,
          sessionsMax,
          windowMax,
          lease,
          ticketLife,
          frameBytes,
          receiveBufferBytes,
          idle,
          trustedNetworks,
          runtimeDirectory,
          stopAtExit);
    }
  }
}
