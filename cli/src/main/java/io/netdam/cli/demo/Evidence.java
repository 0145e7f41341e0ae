package io.netdam.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a run can prove besides its results: counters of processes, links and kernel. */
final class Evidence {

  /** The faults of which the hostile round must have had some, on both sides. */
  private static final List<String> FAULTS =
      List.of("LOST", "DUPLICATED", "CORRUPTED", "REORDERED", "DELAYED", "DELAYED_LONG");

  private final Map<String, Object> all = new LinkedHashMap<>();
  private final Map<String, Object> hashes = new LinkedHashMap<>();
  private final Map<String, Object> rounds = new LinkedHashMap<>();
  private SortedMap<String, Long> hostileClients = new TreeMap<>();
  private SortedMap<String, Long> hostileDevices = new TreeMap<>();
  private long kernelBefore = -1;
  private long received;

  Evidence(long seed, Path file, boolean quick) {
    all.put("demo", "not run");
    all.put("seed", seed);
    all.put("file", file.toString());
    all.put("quick", quick);
    all.put("java", Runtime.version().toString());
    all.put("processors", Runtime.getRuntime().availableProcessors());
  }

  /** Before the first packet. */
  void begin() {
    kernelBefore = KernelDatagrams.count();
  }

  void hash(String network, String sha256) {
    hashes.put(network, sha256);
  }

  void round(Round round) {
    SortedMap<String, Long> clients = round.clientSums();
    SortedMap<String, Long> devices = round.deviceSums();
    SortedMap<String, Long> both = new TreeMap<>(clients);
    LinkWatch.add(both, devices);
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("operations", starting(clients, "SUBMITTED_"));
    Map<String, Long> outcomes = new LinkedHashMap<>();
    for (String outcome : List.of("DONE", "REFUSED", "NOT_SENT", "UNKNOWN")) {
      outcomes.put(outcome, clients.getOrDefault(outcome, 0L));
    }
    one.put("outcomes", outcomes);
    one.put("inDoubt", round.inDoubt());
    one.put("sessionsLost", clients.getOrDefault("SESSIONS_LOST", 0L));
    one.put("instructionsRun", starting(devices, "RAN_"));
    one.put("answeredFromRecord", devices.getOrDefault("DUPLICATES", 0L));
    one.put("retransmissions", clients.getOrDefault("RETRANSMISSIONS", 0L));
    one.put("packetsSent", both.getOrDefault("LINK_SENT", 0L));
    one.put("packetsReceived", both.getOrDefault("LINK_RECEIVED", 0L));
    one.put("faults", starting(both, "FAULT_"));
    one.put("refusals", starting(devices, "REFUSED_"));
    one.put("dropsOfDevices", starting(devices, "DROPPED_"));
    one.put("dropsOfClients", starting(clients, "DROPPED_"));
    one.put("sessionsCreated", devices.getOrDefault("SESSIONS_CREATED", 0L));
    one.put("sessionsExpired", devices.getOrDefault("SESSIONS_EXPIRED", 0L));
    rounds.put(round.stage().network(), one);
    received += both.getOrDefault("LINK_RECEIVED", 0L);
    hostileClients = clients;
    hostileDevices = devices;
  }

  /** The counters that are not 0 and begin with a word, without it. */
  private static SortedMap<String, Long> starting(SortedMap<String, Long> sums, String with) {
    SortedMap<String, Long> some = new TreeMap<>();
    sums.forEach((name, value) -> {
      if (name.startsWith(with) && value != 0) {
        some.put(name.substring(with.length()), value);
      }
    });
    return some;
  }

  /** Fails a demo whose bad network was good, or whose packets the kernel has not seen. */
  void judge() {
    for (String fault : FAULTS) {
      requireSome("clients", hostileClients, "FAULT_" + fault);
      requireSome("devices", hostileDevices, "FAULT_" + fault);
    }
    requireSome("clients", hostileClients, "RETRANSMISSIONS");
    requireSome("devices", hostileDevices, "DUPLICATES");
    Map<String, Object> kernel = new LinkedHashMap<>();
    kernel.put("packetsReceived", received);
    if (kernelBefore >= 0) {
      long growth = KernelDatagrams.count() - kernelBefore;
      kernel.put("inDatagramsGrowth", growth);
      requireKernel(growth, received);
    }
    all.put("kernel", kernel);
  }

  static void requireSome(String whose, Map<String, Long> counters, String name) {
    if (counters.getOrDefault(name, 0L) == 0) {
      throw new DemoException(
          name + " of the " + whose + " is 0 in the hostile round: its network was no bad one");
    }
  }

  static void requireKernel(long growth, long claimed) {
    if (growth < claimed) {
      throw new DemoException(
          "the kernel has handed over "
              + growth
              + " UDP datagrams, but "
              + claimed
              + " are claimed to have been received");
    }
  }

  void conclude(String verdict, List<Child> children, Results results) {
    all.put("demo", verdict);
    List<Map<String, Object>> processes = new ArrayList<>();
    for (Child child : children) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", child.name());
      one.put("processId", child.processId());
      one.put("end", child.end());
      processes.add(one);
    }
    all.put("processes", processes);
    all.put("sha256", hashes);
    all.put("rounds", rounds);
    all.put("table", results.list());
  }

  Map<String, Object> all() {
    return all;
  }
}
