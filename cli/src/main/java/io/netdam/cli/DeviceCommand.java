package io.netdam.cli;

import io.netdam.device.Device;
import io.netdam.device.DeviceException;
import io.netdam.device.DeviceOptions;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code netdam device}: puts memory on the network. */
@Command(
    name = "device",
    description = {
      "Puts memory on the network until it is stopped.",
      "^C or SIGTERM stops it by plan. With --file the memory stays, and the next start goes on"
          + " with the same sessions: clients notice no more than a pause. Killed otherwise, it"
          + " starts in a new epoch, and operations that were open end as unknown."
    },
    footer = {
      "",
      "Examples:",
      "  netdam device                                          64 MiB at 127.0.0.1:7300",
      "  netdam device --listen 127.0.0.1:7300 --memory 1g      one gibibyte, gone with the"
          + " process",
      "  netdam device --memory 1g --file /var/tmp/netdam.data  one that stays",
      "  netdam device --listen 10.0.0.7:7300 --trusted-network 10.0.0.0/8",
      "",
      "Each option is also a setting, as NETDAM_DEVICE_MEMORY=1g; the option wins. Beyond loopback",
      "packets travel in clear, so a device listens there only for networks that are named.",
      ExitCode.HELP
    })
final class DeviceCommand implements Callable<Integer> {

  private final Streams streams;
  private final Map<String, String> given = new LinkedHashMap<>();
  private List<String> listen = new ArrayList<>();
  private List<String> trustedNetworks = new ArrayList<>();

  DeviceCommand(Streams streams) {
    this.streams = streams;
  }

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "Where to listen, as 127.0.0.1:7300 or [::1]:7300; may be repeated. Port 0 lets the"
              + " system choose. Default: 127.0.0.1:7300.")
  void listen(List<String> addresses) {
    listen = addresses;
  }

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      converter = Numbers.BytesConverter.class,
      description = "How much memory, a multiple of 64: 64m, 1g, 0x100000. Default: 64m.")
  void memory(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("--memory must be above 0");
    }
    given.put("memory", Long.toString(bytes));
  }

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "Where the memory is kept. Made if missing, with all its blocks. Default: nowhere, it is"
              + " gone with the process.")
  void file(String name) {
    given.put("file", name);
  }

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "Threads that serve it, 1 to 64. Default: 1.")
  void shards(String number) {
    given.put("shards", number);
  }

  @Option(
      names = "--sessions",
      paramLabel = "N",
      description = "Sessions of each shard, 1 to 1048576; more clients are refused.")
  void sessions(String number) {
    given.put("sessions-max", number);
  }

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description = "How long a silent session is kept, as 30s.")
  void lease(String time) {
    given.put("lease", time);
  }

  @Option(
      names = "--receive-buffer",
      paramLabel = "BYTES",
      description = "Receive buffer to ask the system for, as 4m. Default: the system's.")
  void receiveBuffer(String bytes) {
    given.put("receive-buffer", bytes);
  }

  @Option(
      names = "--idle",
      paramLabel = "MODE",
      description =
          "What a thread does with nothing to do: spin (fastest, a whole processor), adaptive, or"
              + " block. Default: adaptive.")
  void idle(String mode) {
    given.put("idle", mode);
  }

  @Option(
      names = "--trusted-network",
      paramLabel = "CIDR",
      description =
          "A network beyond loopback that is served in clear, as 10.0.0.0/8; may be repeated."
              + " 0.0.0.0/0 is refused. Default: none.")
  void trustedNetwork(List<String> networks) {
    trustedNetworks = networks;
  }

  private DeviceOptions options() {
    DeviceOptions options = DeviceOptions.load();
    for (Map.Entry<String, String> setting : given.entrySet()) {
      options = options.with(setting.getKey(), setting.getValue());
    }
    if (!listen.isEmpty()) {
      options = options.withListen(listen);
    }
    if (!trustedNetworks.isEmpty()) {
      options = options.withTrustedNetworks(trustedNetworks);
    }
    return options.withStopAtExit(false); // done here, with a word about it
  }

  @Override
  public Integer call() throws InterruptedException {
    DeviceOptions options = options();
    try (Device device = start(options)) {
      Thread stop = new Thread(() -> stop(device), "netdam-stop");
      Runtime.getRuntime().addShutdownHook(stop);
      streams.out().println(ready(device, options));
      streams.out().flush();
      try {
        device.awaitStop();
      } catch (DeviceException e) {
        throw new CommandException(ExitCode.FAILED, String.valueOf(e.getMessage()), e);
      } finally {
        removeHook(stop);
      }
    }
    return ExitCode.OK;
  }

  private static void removeHook(Thread stop) {
    try {
      Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException e) {
      return; // the JVM is ending: the hook has stopped the device
    }
  }

  private void stop(Device device) {
    device.close();
    streams.out().println("netdam device stopped");
    streams.out().flush();
  }

  private static Device start(DeviceOptions options) {
    try {
      return Device.start(options);
    } catch (DeviceException e) {
      String setting =
          switch (e.reason()) {
            case ADDRESS_REFUSED -> "--listen " + String.join(" ", options.listen());
            case MEMORY_UNAVAILABLE -> "--memory " + options.memoryBytes();
            case DATA_FILE_REFUSED ->
                "--file " + options.file() + " --memory " + options.memoryBytes();
            case FAILED -> "none";
          };
      throw new CommandException(ExitCode.FAILED, e.getMessage() + "\n  setting: " + setting, e);
    }
  }

  private static String ready(Device device, DeviceOptions options) {
    String addresses =
        device.addresses().stream().map(DeviceCommand::text).collect(Collectors.joining(", "));
    return "netdam device ready: "
        + addresses
        + ", "
        + Numbers.size(options.memoryBytes())
        + (options.file().isEmpty() ? " of memory" : " in " + options.file())
        + ", epoch "
        + device.epoch()
        + ", "
        + options.shards()
        + (options.shards() == 1 ? " shard" : " shards")
        + "; stop: ^C or kill "
        + ProcessHandle.current().pid();
  }

  /** An address as the other commands take it. */
  static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
