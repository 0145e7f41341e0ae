package io.netdam.os;

import io.netdam.memory.Preallocator;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;

/** Foreign calls where they are allowed, the portable substitute where not, call by call. */
final class LinuxSystem implements OperatingSystem {
  private final MemoryLimits limits = MemoryLimits.ofThisMachine();
  private final OperatingSystem substitute = new PortableSystem(limits);

  /** The constants of {@link LinuxMemory} hold on these. */
  static boolean supported() {
    String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch", "");
    return name.equals("linux") && (machine.equals("amd64") || machine.equals("aarch64"));
  }

  @Override
  public MemorySegment anonymousMemory(long bytes, Arena arena) throws MemoryUnavailableException {
    PortableSystem.requirePositive(bytes);
    limits.require(bytes);
    try {
      return LinuxMemory.anonymous(bytes, arena);
    } catch (MemoryUnavailableException none) {
      throw none;
    } catch (NativeUnavailableException | IOException unavailable) {
      return substitute.anonymousMemory(bytes, arena);
    }
  }

  @Override
  public SharedMemory sharedMemory(String name, long bytes) throws IOException {
    PortableSystem.requirePositive(bytes);
    PortableSystem.requireName(name);
    limits.require(bytes);
    try {
      return LinuxMemory.shared(name, bytes);
    } catch (NativeUnavailableException unavailable) {
      return substitute.sharedMemory(name, bytes);
    }
  }

  @Override
  public Preallocator preallocator() {
    return this::allocate;
  }

  private void allocate(Path file, long bytes) throws IOException {
    try {
      LinuxMemory.allocateFile(file, bytes);
    } catch (NativeUnavailableException unavailable) {
      substitute.preallocator().allocate(file, bytes);
    }
  }

  @Override
  public boolean lockInMemory(MemorySegment memory) {
    try {
      return LinuxMemory.lock(memory);
    } catch (NativeUnavailableException | IOException unavailable) {
      return false;
    }
  }

  @Override
  public long memoryBytesAvailable() {
    return limits.available().bytes();
  }

  @Override
  public DescriptorSystem descriptors() {
    try {
      return LinuxDescriptors.linked();
    } catch (NativeUnavailableException why) {
      return new NoDescriptors(String.valueOf(why.getMessage()));
    }
  }

  @Override
  public String describe() {
    StringJoiner linked = new StringJoiner(", ");
    StringJoiner missing = new StringJoiner("; ");
    for (LinuxCall call : LinuxCall.values()) {
      try {
        call.link();
        linked.add(call.symbol());
      } catch (NativeUnavailableException why) {
        missing.add(call.symbol() + ": " + why.getMessage());
      }
    }
    if (missing.length() == 0) {
      return "linux: " + linked;
    }
    return "linux: "
        + (linked.length() == 0 ? "no foreign calls" : linked)
        + "; by substitute in plain Java: "
        + missing
        + " (--enable-native-access=io.netdam.os allows them)";
  }
}
