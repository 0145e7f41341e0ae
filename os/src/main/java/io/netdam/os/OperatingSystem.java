package io.netdam.os;

import io.netdam.memory.Preallocator;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What is asked of the operating system, and what plain Java cannot do as well. */
public interface OperatingSystem {
  /** The best that this machine and this JVM's permissions allow, call by call. */
  static OperatingSystem current() {
    return LinuxSystem.supported() ? new LinuxSystem() : portable();
  }

  /** Plain Java only: no foreign call is made or linked. */
  static OperatingSystem portable() {
    return new PortableSystem(MemoryLimits.ofThisMachine());
  }

  /**
   * Anonymous memory, all zero, aligned to a page, freed with the arena.
   *
   * @param bytes 1 or more
   * @param arena owns it
   * @throws MemoryUnavailableException if machine or container have not that much
   */
  MemorySegment anonymousMemory(long bytes, Arena arena) throws MemoryUnavailableException;

  /**
   * Memory that another process of the same user can map by a path, all zero.
   *
   * @param name for people, in lists of files; letters, digits, dots and hyphens
   * @param bytes 1 or more
   * @throws MemoryUnavailableException if machine or container have not that much
   * @throws IOException if it cannot be made for another reason
   */
  SharedMemory sharedMemory(String name, long bytes) throws IOException;

  /** Gives files their blocks. */
  Preallocator preallocator();

  /**
   * Asks that memory never be paged out. Best effort, for latency only.
   *
   * @param memory native
   * @return whether it was granted
   */
  boolean lockInMemory(MemorySegment memory);

  /** Bytes that may still be taken: the least of what machine and container leave. */
  long memoryBytesAvailable();

  /** Sockets that pass descriptors, memory and events behind descriptors; linked when used. */
  DescriptorSystem descriptors();

  /** One line: what works natively, what by substitute and why. Links what it names. */
  String describe();
}
