package io.netdam.os;

import java.io.IOException;

/** Memory that no honest peer would pass. */
public final class HostileMemory {
  private HostileMemory() {}

  /** It can shrink at any time. */
  public static Descriptor unsealed(long bytes) throws IOException {
    return LinuxDescriptors.unsealedMemory("hostile", bytes);
  }

  /** Takes its pages away. */
  public static long resize(Descriptor memory, long bytes) throws IOException {
    return LinuxDescriptors.resize(memory, bytes);
  }
}
