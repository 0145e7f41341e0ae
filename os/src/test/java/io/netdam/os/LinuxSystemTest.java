package io.netdam.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: on Linux the foreign calls are really made; where the JVM forbids them everything still
 * works, by substitute, and says so.
 */
@EnabledOnOs(OS.LINUX)
class LinuxSystemTest {
  @TempDir Path directory;

  @Test
  void everyCallLinksHere() {
    assertThat(OperatingSystem.current().describe())
        .isEqualTo(
            "linux: mmap, munmap, mlock, open, close, posix_fallocate, memfd_create, ftruncate,"
                + " fcntl");
  }

  @Test
  void aGibibyteIsReservedNotTouched() throws IOException {
    try (Arena arena = Arena.ofShared()) {
      long before = residentKibibytes();
      MemorySegment memory = OperatingSystem.current().anonymousMemory(1L << 30, arena);
      memory.set(ValueLayout.JAVA_LONG, (1L << 30) - 8, 1);
      assertThat(residentKibibytes() - before).as("pages come when touched").isLessThan(256 << 10);
    }
  }

  private static long residentKibibytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sharedMemoryIsAMemfdWhoseLengthIsSealed() throws IOException {
    try (SharedMemory shared = OperatingSystem.current().sharedMemory("netdam-seal", 8192)) {
      assertThat(Files.readSymbolicLink(shared.path()).toString()).startsWith("/memfd:netdam-seal");
      assertThatThrownBy(
              () -> {
                try (var channel =
                    java.nio.channels.FileChannel.open(
                        shared.path(), java.nio.file.StandardOpenOption.WRITE)) {
                  channel.truncate(4096);
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not permitted");
    }
  }

  @Test
  void aDiskWithoutRoomIsToldAsSuch() throws IOException {
    Path file = Files.createFile(directory.resolve("huge"));
    assertThatThrownBy(() -> OperatingSystem.current().preallocator().allocate(file, 1L << 60))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  void withoutNativeAccessTheSubstitutesWork() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "--illegal-native-access=deny",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                directory.resolve("file").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(output.lines().toList())
        .startsWith("memory 268435456", "shared 65536 false", "file 1048576", "locked false")
        .last()
        .asString()
        .startsWith("linux: no foreign calls; by substitute in plain Java: mmap: native access");
  }

  /** The JVM without native access. */
  static final class Main {
    public static void main(String[] arguments) throws IOException {
      OperatingSystem system = OperatingSystem.current();
      // More than the heap, and so than the default limit of direct memory.
      MemorySegment memory = system.anonymousMemory(256 << 20, Arena.global());
      memory.set(ValueLayout.JAVA_LONG, memory.byteSize() - 8, 1);
      System.out.println("memory " + memory.byteSize());
      try (SharedMemory shared = system.sharedMemory("netdam", 65_536)) {
        System.out.println(
            "shared " + shared.segment().byteSize() + " " + Files.isSymbolicLink(shared.path()));
      }
      Path file = Files.createFile(Path.of(arguments[0]));
      system.preallocator().allocate(file, 1 << 20);
      System.out.println("file " + Files.size(file));
      System.out.println("locked " + system.lockInMemory(memory.asSlice(0, 4096)));
      System.out.println(system.describe());
    }
  }
}
