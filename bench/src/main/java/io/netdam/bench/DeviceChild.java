package io.netdam.bench;

import io.netdam.device.Device;
import io.netdam.device.DeviceOptions;
import io.netdam.device.IdleMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A device in a process of its own: prints its port, answers questions, ends with its input. */
public final class DeviceChild {
  private DeviceChild() {}

  /**
   * Runs a device.
   *
   * @param arguments the idle mode
   * @throws IOException if its input fails
   */
  public static void main(String[] arguments) throws IOException {
    DeviceOptions options =
        DeviceOptions.defaults()
            .withListen(List.of("127.0.0.1:0"))
            .withIdle(IdleMode.valueOf(arguments[0]));
    try (Device device = Device.start(options);
        BufferedReader questions =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(device.address().getPort());
      while (questions.readLine() != null) {
        System.out.println(AllocatedBytes.of("netdam-device"));
      }
    }
  }
}
