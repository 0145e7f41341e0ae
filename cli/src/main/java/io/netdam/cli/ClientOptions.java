package io.netdam.cli;

import io.netdam.client.NetDam;
import io.netdam.client.NetDamOptions;
import io.netdam.client.RemoteMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command takes that speaks to a device. */
final class ClientOptions {

  @Parameters(
      index = "0",
      paramLabel = "ADDRESS",
      description = "The device, as 127.0.0.1:7300, [::1]:7300 or name:7300.")
  private String address = "";

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Numbers.DurationConverter.class,
      description =
          "How long to wait for the device, as 5s or 200ms. Default: NETDAM_TIMEOUT, else 5s.")
  private @Nullable Duration timeout;

  @Option(
      names = "--trusted-network",
      paramLabel = "CIDR",
      description =
          "A network beyond loopback to which packets may go in clear, as 10.0.0.0/8; may be"
              + " repeated. Default: NETDAM_TRUSTED_NETWORK, else none.")
  private List<String> trustedNetworks = new ArrayList<>();

  /** Opens a client, does something with the memory of the device, and closes the client. */
  int with(ToIntFunction<RemoteMemory> command) {
    NetDamOptions options = NetDamOptions.load();
    if (timeout != null) {
      options = options.withTimeout(timeout);
    }
    if (!trustedNetworks.isEmpty()) {
      options = options.withTrustedNetworks(trustedNetworks);
    }
    try (NetDam net = NetDam.polled(options)) {
      return command.applyAsInt(net.memory(address));
    }
  }

  /** The address as it was given. */
  String address() {
    return address;
  }
}
