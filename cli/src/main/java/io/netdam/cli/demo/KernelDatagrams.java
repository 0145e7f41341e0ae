package io.netdam.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** UDP datagrams that this host's kernel has handed to sockets, IPv4 and IPv6, where it tells. */
final class KernelDatagrams {

  private KernelDatagrams() {}

  /** The count so far; −1 where there is no such counter. */
  static long count() {
    try {
      return ipv4(Files.readAllLines(Path.of("/proc/net/snmp")))
          + (Files.exists(Path.of("/proc/net/snmp6"))
              ? ipv6(Files.readAllLines(Path.of("/proc/net/snmp6")))
              : 0);
    } catch (IOException e) {
      return -1; // not Linux
    }
  }

  /** {@code InDatagrams} of the two lines that begin with {@code Udp:}: names, then values. */
  static long ipv4(List<String> lines) {
    List<String[]> udp =
        lines.stream()
            .filter(line -> line.startsWith("Udp:"))
            .map(line -> line.trim().split("\\s+", -1))
            .toList();
    int column = List.of(udp.getFirst()).indexOf("InDatagrams");
    return Long.parseLong(udp.get(1)[column]);
  }

  /** {@code Udp6InDatagrams}, a line of its own. */
  static long ipv6(List<String> lines) {
    return lines.stream()
        .map(line -> line.trim().split("\\s+", -1))
        .filter(words -> words[0].equals("Udp6InDatagrams"))
        .mapToLong(words -> Long.parseLong(words[1]))
        .sum();
  }
}
