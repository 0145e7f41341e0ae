package io.netdam.memory;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names under which data files are made, {@code NAME.PROCESS-COUNT.new}, and what is left of
 * them when their maker was killed.
 */
final class HalfMadeFiles {
  private static final Pattern MADE_BY = Pattern.compile("\\.([0-9]{1,18})-[0-9]{1,18}\\.new");

  private HalfMadeFiles() {}

  /** Where this process makes a file, for the so manieth time. */
  static Path of(Path file, long count) {
    return file.resolveSibling(
        file.getFileName() + "." + ProcessHandle.current().pid() + "-" + count + ".new");
  }

  /**
   * Removes what makers of a file left behind that live no more. What cannot be seen or removed
   * stays: it hurts nobody but the disk.
   *
   * <p>Processes are known by their number, so that makers in several process namespaces must not
   * share a directory.
   */
  static void removeAbandoned(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      return;
    }
    String name = String.valueOf(file.getFileName());
    try (DirectoryStream<Path> halves =
        Files.newDirectoryStream(directory, path -> abandoned(name, path))) {
      for (Path half : halves) {
        Files.deleteIfExists(half);
      }
    } catch (IOException | DirectoryIteratorException stays) {
      return;
    }
  }

  private static boolean abandoned(String name, Path path) {
    String other = String.valueOf(path.getFileName());
    if (!other.startsWith(name)) {
      return false;
    }
    Matcher made = MADE_BY.matcher(other.substring(name.length()));
    return made.matches() && ProcessHandle.of(Long.parseLong(made.group(1))).isEmpty();
  }
}
