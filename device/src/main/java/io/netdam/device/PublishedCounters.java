package io.netdam.device;

import io.netdam.memory.CounterTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The counters that devices of this user on this host publish: what {@code netdam stat} shows.
 * Reading them disturbs no device.
 *
 * @param port the first port that the device listens on
 * @param processId of the device
 * @param alive whether that process lives; the counters of one that was killed stay
 * @param file where they were read
 * @param values sums over all shards, by name
 */
public record PublishedCounters(
    int port, long processId, boolean alive, Path file, SortedMap<String, Long> values) {

  private static final Pattern NAME = Pattern.compile("device-(\\d{1,5})-(\\d{1,18})\\.counters");
  private static final int FILES_MAX = 1_024;

  /**
   * The counters of every device that has published some, by port.
   *
   * @param runtimeDirectory as in {@link DeviceOptions#runtimeDirectory}; usually empty
   * @throws IOException if the directory cannot be read
   */
  public static List<PublishedCounters> read(String runtimeDirectory) throws IOException {
    List<PublishedCounters> found = new ArrayList<>();
    Path directory = directory(runtimeDirectory);
    if (!Files.isDirectory(directory)) {
      return found;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "device-*.counters")) {
      for (Path file : files) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (name.matches() && found.size() < FILES_MAX) {
          add(found, file, Integer.parseInt(name.group(1)), Long.parseLong(name.group(2)));
        }
      }
    }
    found.sort(Comparator.comparingInt(PublishedCounters::port));
    return found;
  }

  private static void add(List<PublishedCounters> found, Path file, int port, long process) {
    try (Arena arena = Arena.ofConfined()) {
      CounterTable table = CounterTable.openFile(file, arena);
      boolean alive = ProcessHandle.of(process).filter(ProcessHandle::isAlive).isPresent();
      found.add(new PublishedCounters(port, process, alive, file, Publication.values(table)));
    } catch (IOException e) {
      return; // gone meanwhile, or half-made: as good as none
    }
  }

  static String fileName(int port, long process) {
    return "device-" + port + "-" + process + ".counters";
  }

  static Path directory(String runtimeDirectory) {
    if (!runtimeDirectory.isEmpty()) {
      return Path.of(runtimeDirectory);
    }
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    return runtime != null && !runtime.isEmpty() && Files.isDirectory(Path.of(runtime))
        ? Path.of(runtime, "netdam")
        : Path.of(
            System.getProperty("java.io.tmpdir"), "netdam-" + System.getProperty("user.name"));
  }

  /** The directory, made for this user alone if there is none; files of the dead are removed. */
  static Path prepareDirectory(String runtimeDirectory) throws IOException {
    Path directory = directory(runtimeDirectory);
    if (!Files.isDirectory(directory)) {
      FileAttribute<?> mine =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
      Files.createDirectories(directory, mine);
    }
    for (PublishedCounters old : read(runtimeDirectory)) {
      if (!old.alive()) {
        Files.deleteIfExists(old.file());
      }
    }
    return directory;
  }
}
