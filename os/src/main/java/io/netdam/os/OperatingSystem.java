package io.netdam.os;

import io.netdam.memory.Preallocator;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What is asked of the operating system, and what plain Java cannot do as well. */
public interface OperatingSystem {
  /** The best that this machine and this JVM's permissions allow, call by call. */
  static OperatingSystem current() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Plain Java only: no foreign call is made or linked. */
  static OperatingSystem portable() {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Anonymous memory, all zero, aligned to a page, freed with the arena.
   *
   * @throws MemoryUnavailableException if the machine or the container has not that much
   */
  MemorySegment anonymousMemory(long bytes, Arena arena) throws IOException;

  /** Gives files their blocks. */
  Preallocator preallocator();

  /**
   * Bytes that may still be taken: the least of what machine and container have; MAX if unknown.
   */
  long memoryBytesAvailable();

  /** One line: what works natively, what by substitute and why. */
  String describe();
}
