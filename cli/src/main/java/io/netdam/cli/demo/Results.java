package io.netdam.cli.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How fast it went: a row for each kind of operation and round. */
final class Results {

  private record Row(String round, String operation, Latencies latencies, long elapsedNs) {
    long perSecond() {
      return Math.round(latencies.count() * 1e9 / elapsedNs);
    }
  }

  private final List<Row> rows = new ArrayList<>();

  void add(String round, String operation, Latencies latencies, long elapsedNs) {
    rows.add(new Row(round, operation, latencies, elapsedNs));
  }

  void print(PrintStream out) {
    out.printf(
        "%-8s %-40s %11s %9s %9s %9s %11s%n",
        "network", "operation", "count", "p50 us", "p99 us", "max ms", "per second");
    for (Row row : rows) {
      out.printf(
          "%-8s %-40s %,11d %,9.1f %,9.1f %,9.1f %,11d%n",
          row.round,
          row.operation,
          row.latencies.count(),
          row.latencies.percentileNs(50) / 1e3,
          row.latencies.percentileNs(99) / 1e3,
          row.latencies.mostNs() / 1e6,
          row.perSecond());
    }
  }

  /** The rows as evidence. */
  List<Map<String, Object>> list() {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("network", row.round);
      one.put("operation", row.operation);
      one.put("count", row.latencies.count());
      one.put("p50Ns", row.latencies.percentileNs(50));
      one.put("p99Ns", row.latencies.percentileNs(99));
      one.put("maxNs", row.latencies.mostNs());
      one.put("perSecond", row.perSecond());
      list.add(one);
    }
    return list;
  }
}
