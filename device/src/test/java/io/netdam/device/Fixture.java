package io.netdam.device;

import io.netdam.client.NetDamOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Devices and clients of tests: small, on loopback, on ports that the system chooses. */
final class Fixture {

  static final long MEMORY_BYTES = 4L << 20;

  private Fixture() {}

  static DeviceOptions device() {
    return DeviceOptions.defaults()
        .withListen(List.of("127.0.0.1:0"))
        .withMemoryBytes(MEMORY_BYTES)
        .withSessionsMax(256)
        .withRuntimeDirectory(System.getProperty("java.io.tmpdir") + "/netdam-test");
  }

  static NetDamOptions client() {
    return NetDamOptions.defaults().withTimeout(Duration.ofSeconds(20));
  }

  static String address(Device device) {
    return text(device.address());
  }

  static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  /** A counter of the device now. */
  static long count(Device device, String counter) {
    return device.counters().getOrDefault(counter, -1L);
  }

  /** Waits until something holds; 30 s is never reached but by a fault. */
  static void await(BooleanSupplier condition) {
    long untilNs = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > untilNs) {
        throw new AssertionError("it did not come to that");
      }
      Thread.onSpinWait();
    }
  }
}
