package io.netdam.memory;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Gives a file its blocks on the disk, so that a later store into the mapped file cannot find the
 * disk full (it would kill the thread, or the process).
 *
 * <p>It works on a path and closes what it opens; on POSIX that drops every lock of this process on
 * the file, so callers lock afterwards.
 */
@FunctionalInterface
public interface Preallocator {
  /**
   * Makes an existing file exactly this long and all of it zero and allocated.
   *
   * @param file exists and is empty
   * @param bytes length wanted
   * @throws IOException if the disk has no room; the file may then be half-made
   */
  void allocate(Path file, long bytes) throws IOException;
}
