package io.netdam.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The four device processes and where they listen. */
final class Fleet {

  private final Crew crew;
  private final Path directory;
  private final long memoryBytes;
  private final boolean ipv6;
  private final List<Child> children = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final List<Message> starts = new ArrayList<>();
  private final List<Long> epochs = new ArrayList<>();

  Fleet(Crew crew, Path directory, long memoryBytes, boolean ipv6) {
    this.crew = crew;
    this.directory = directory;
    this.memoryBytes = memoryBytes;
    this.ipv6 = ipv6;
    for (int i = 0; i < Layout.DEVICES; i++) {
      children.add(crew.start("device " + i, "demo-device"));
    }
  }

  List<Child> children() {
    return List.copyOf(children);
  }

  List<String> addresses() {
    return List.copyOf(addresses);
  }

  /** Starts a device in each process, with new memory; the last on IPv6 where there is such. */
  void start(String network, long seed) throws InterruptedException {
    addresses.clear();
    starts.clear();
    epochs.clear();
    boolean hostile = network.equals("hostile");
    for (int i = 0; i < Layout.DEVICES; i++) {
      boolean kept = hostile && (i == Mishaps.RESTARTED || i == Mishaps.CRASHED);
      Message start =
          Message.of("start")
              .with("network", network)
              .with("seed", seed + 100L * i)
              .with("memory", memoryBytes)
              .with("file", kept ? directory.resolve("device-" + i + ".data") : "")
              .with("runtime", directory.resolve("run"))
              .with("listen", ipv6 && i == Layout.DEVICES - 1 ? "[::1]:0" : "127.0.0.1:0");
      Message ready = crew.ask(children.get(i), start);
      String address = address(ready);
      addresses.add(address);
      starts.add(start.with("listen", address));
      epochs.add(ready.number("epoch"));
    }
  }

  private static String address(Message ready) {
    String host = ready.text("host").toLowerCase(Locale.ROOT);
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + ready.text("port");
  }

  Child child(int device) {
    return children.get(device);
  }

  long epoch(int device) {
    return epochs.get(device);
  }

  /** Starts a new process for a device that has ended, on its file and its address. */
  long restart(int device) throws InterruptedException {
    Child old = children.get(device);
    crew.await("the end of " + old.name(), old::ended);
    Child fresh = crew.start(old.name() + " again", "demo-device");
    children.set(device, fresh);
    long epoch = crew.ask(fresh, starts.get(device)).number("epoch");
    epochs.set(device, epoch);
    return epoch;
  }
}
