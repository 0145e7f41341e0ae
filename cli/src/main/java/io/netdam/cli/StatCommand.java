package io.netdam.cli;

import io.netdam.client.DeviceCaps;
import io.netdam.client.RemoteMemory;
import io.netdam.device.DeviceOptions;
import io.netdam.device.PublishedCounters;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code netdam stat}: what a device is and what it has counted. */
@Command(
    name = "stat",
    description = {
      "Shows what a device says about itself and, for a device of yours on this host, its counters:"
          + " what ran, what was refused and why, what was dropped and why.",
      "Counters are read from a mapped file; the device does not notice."
    },
    footer = {
      "",
      "Examples:",
      "  netdam stat 127.0.0.1:7300",
      "  netdam stat 127.0.0.1:7300 --json",
      "",
      "RAN_... are instructions that took effect, REFUSED_... that did not, DROPPED_... packets"
          + " that",
      "were not processed, each by its reason; DUPLICATES were answered from the record and did"
          + " not",
      "run again. Counters that are 0 are shown with --json only.",
      ExitCode.HELP
    })
final class StatCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin private ClientOptions client = new ClientOptions();

  @Option(names = "--json", description = "One JSON object, with all counters.")
  private boolean json;

  StatCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    return client.with(this::show);
  }

  private int show(RemoteMemory memory) {
    DeviceCaps caps = memory.deviceCaps();
    Map<String, Object> device = device(caps);
    SortedMap<String, Long> counters = counters(caps.epoch());
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>(device);
      all.put("counters", counters);
      streams.out().println(Json.text(all));
      return ExitCode.OK;
    }
    device.forEach((name, value) -> streams.out().printf("%-28s %s%n", name, value));
    counters.values().removeIf(value -> value == 0);
    if (!counters.isEmpty()) {
      streams.out().println();
      counters.forEach((name, value) -> streams.out().printf("%-28s %,d%n", name, value));
    }
    return ExitCode.OK;
  }

  private Map<String, Object> device(DeviceCaps info) {
    Map<String, Object> device = new LinkedHashMap<>();
    device.put("address", client.address());
    device.put("device", "%016x%016x".formatted(info.deviceIdHigh(), info.deviceIdLow()));
    device.put("epoch", info.epoch());
    device.put("memoryBytes", info.memoryBytes());
    device.put("memoryBase", info.memoryBase());
    device.put("frameBytes", info.frameBytes());
    device.put("window", info.window());
    device.put("leaseMs", info.leaseMs());
    device.put("shards", info.shards());
    device.put("durable", info.durable());
    device.put("readOnly", info.readOnly());
    device.put("draining", info.draining());
    return device;
  }

  /** The counters that the device with this port and epoch has published here; empty if none. */
  private SortedMap<String, Long> counters(long epoch) {
    int port = port();
    try {
      List<PublishedCounters> published =
          PublishedCounters.read(DeviceOptions.load().runtimeDirectory());
      for (PublishedCounters one : published) {
        if (one.port() == port && one.alive() && one.values().getOrDefault("EPOCH", 0L) == epoch) {
          SortedMap<String, Long> counters = new TreeMap<>(one.values());
          counters.keySet().removeAll(List.of("EPOCH", "MEMORY_BYTES", "SHARDS"));
          counters.put("PROCESS", one.processId());
          return counters;
        }
      }
    } catch (IOException e) {
      streams.err().println("netdam stat: no counters: " + e);
    }
    return new TreeMap<>();
  }

  private int port() {
    return Integer.parseInt(client.address().substring(client.address().lastIndexOf(':') + 1));
  }
}
