package io.netdam.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the machine and the control groups around this process leave, read from Linux's files;
 * without them nothing is known and nothing limited.
 *
 * <p>Both versions of control groups are read, every group from the process's own up to the root:
 * the tightest counts. Pages of the file cache that have long not been used can be taken back and
 * count as free.
 */
final class MemoryLimits {
  private static final int DEPTH_MAX = 32;

  /**
   * How much, and by whom.
   *
   * @param bytes available, {@link Long#MAX_VALUE} if unknown
   * @param limitedBy for a message
   */
  record Available(long bytes, String limitedBy) {
    static final Available UNKNOWN = new Available(Long.MAX_VALUE, "limit unknown");

    Available orTighter(Available other) {
      return other.bytes < bytes ? other : this;
    }
  }

  private final Path procRoot;
  private final Path groupRoot;

  MemoryLimits(Path procRoot, Path groupRoot) {
    this.procRoot = procRoot;
    this.groupRoot = groupRoot;
  }

  static MemoryLimits ofThisMachine() {
    return new MemoryLimits(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  Available available() {
    Available tightest = machine();
    for (String line : lines(procRoot.resolve("self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && parts[1].isEmpty()) {
        tightest =
            tightest.orTighter(
                groups(groupRoot, parts[2], "memory.max", "memory.current", "inactive_file"));
      } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
        tightest =
            tightest.orTighter(
                groups(
                    groupRoot.resolve("memory"),
                    parts[2],
                    "memory.limit_in_bytes",
                    "memory.usage_in_bytes",
                    "total_inactive_file"));
      }
    }
    return tightest;
  }

  void require(long bytes) throws MemoryUnavailableException {
    Available available = available();
    if (bytes > available.bytes()) {
      throw new MemoryUnavailableException(bytes, available.bytes(), available.limitedBy());
    }
  }

  private Available machine() {
    for (String line : lines(procRoot.resolve("meminfo"))) {
      if (line.startsWith("MemAvailable:")) {
        long kibibytes = number(line.replaceAll("[^0-9]", ""), Long.MAX_VALUE >> 10);
        return new Available(kibibytes << 10, "the machine's MemAvailable");
      }
    }
    return Available.UNKNOWN;
  }

  /** The tightest group from the named one upwards, as far as this process sees them. */
  private static Available groups(
      Path root, String name, String maximumFile, String usedFile, String cacheKey) {
    Available tightest = Available.UNKNOWN;
    Path named = root.resolve(name.replaceFirst("^/+", "")).normalize();
    Path group = named.startsWith(root) ? named : root; // above our name space: all we see is below
    for (int depth = 0; depth < DEPTH_MAX && group.startsWith(root); depth++) {
      Path limitFile = group.resolve(maximumFile);
      long maximum = firstNumber(limitFile, Long.MAX_VALUE);
      if (maximum != Long.MAX_VALUE) {
        long used = firstNumber(group.resolve(usedFile), 0);
        long cache = keyed(group.resolve("memory.stat"), cacheKey);
        long free = Math.clamp(maximum - used + Math.min(cache, used), 0L, maximum);
        tightest = tightest.orTighter(new Available(free, "control group limit " + limitFile));
      }
      Path parent = group.getParent();
      if (parent == null) {
        break;
      }
      group = parent;
    }
    return tightest;
  }

  private static long firstNumber(Path file, long otherwise) {
    List<String> lines = lines(file);
    return lines.isEmpty() ? otherwise : number(lines.getFirst().strip(), otherwise);
  }

  private static long keyed(Path file, String key) {
    for (String line : lines(file)) {
      if (line.startsWith(key + " ")) {
        return number(line.substring(key.length() + 1).strip(), 0);
      }
    }
    return 0;
  }

  private static long number(String text, long otherwise) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException word) { // "max"
      return otherwise;
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException absent) {
      return List.of();
    }
  }
}
