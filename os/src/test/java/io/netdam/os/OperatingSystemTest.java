package io.netdam.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netdam.memory.DataFile;
import io.netdam.memory.DataFileException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Goal: what is asked of the operating system works natively and by substitute alike. */
class OperatingSystemTest {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir Path directory;

  static OperatingSystem[] systems() {
    return new OperatingSystem[] {OperatingSystem.portable(), OperatingSystem.current()};
  }

  private static void isZeroAndWritable(MemorySegment memory) {
    assertThat(memory.mismatch(MemorySegment.ofArray(new byte[(int) memory.byteSize()])))
        .isEqualTo(-1);
    memory.set(ValueLayout.JAVA_LONG, 0, -1);
    memory.set(ValueLayout.JAVA_BYTE, memory.byteSize() - 1, (byte) 1);
    assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void anonymousMemoryIsZeroAlignedAndGoesWithItsArena(OperatingSystem system) throws IOException {
    MemorySegment memory;
    try (Arena arena = Arena.ofShared()) {
      memory = system.anonymousMemory(3 * MEBIBYTE + 64, arena);
      assertThat(memory.byteSize()).isEqualTo(3 * MEBIBYTE + 64);
      assertThat(memory.address() % 4096).isZero();
      isZeroAndWritable(memory);
    }
    MemorySegment gone = memory;
    assertThatThrownBy(() -> gone.get(ValueLayout.JAVA_LONG, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void memoryGivenBackCanBeHadAgain(OperatingSystem system) throws IOException {
    for (int round = 0; round < 200; round++) {
      try (Arena arena = Arena.ofConfined()) {
        system.anonymousMemory(MEBIBYTE, arena).set(ValueLayout.JAVA_LONG, 0, round);
      }
    }
    assertThat(system.memoryBytesAvailable()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("systems")
  void memoryBeyondTheMachineIsRefused(OperatingSystem system) {
    try (Arena arena = Arena.ofConfined()) {
      MemoryUnavailableException refused =
          catchThrowableOfType(
              MemoryUnavailableException.class, () -> system.anonymousMemory(1L << 50, arena));
      assertThat(refused.wantedBytes()).isEqualTo(1L << 50);
      assertThat(refused.availableBytes()).isLessThan(1L << 50);
      assertThatThrownBy(() -> system.sharedMemory("x", 1L << 50))
          .isInstanceOf(MemoryUnavailableException.class);
      assertThatThrownBy(() -> system.anonymousMemory(0, arena))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> system.anonymousMemory(-1, arena))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void sharedMemoryIsSeenByWhoMapsItsPath(OperatingSystem system) throws IOException {
    Path path;
    try (SharedMemory shared = system.sharedMemory("netdam-test", MEBIBYTE);
        Arena other = Arena.ofConfined()) {
      path = shared.path();
      MemorySegment seen = PortableSystem.map(path, MEBIBYTE, other);
      isZeroAndWritable(shared.segment());
      assertThat(seen.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(-1);
      seen.set(ValueLayout.JAVA_LONG, 8, 7);
      assertThat(shared.segment().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(7);
    }
    assertThat(path).doesNotExist();
    for (String name : new String[] {"", "a/b", "..\\", "x".repeat(101), "ü"}) {
      assertThatThrownBy(() -> system.sharedMemory(name, 64))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void filesGetAllTheirBlocks(OperatingSystem system) throws IOException {
    Path file = Files.createFile(directory.resolve("blocks"));
    system.preallocator().allocate(file, 3 * MEBIBYTE + 5);
    assertThat(Files.size(file)).isEqualTo(3 * MEBIBYTE + 5);
    assertThat(
            new ProcessBuilder("stat", "-c", "%b", file.toString())
                .start()
                .inputReader()
                .readLine())
        .satisfies(blocks ->
            assertThat(Long.parseLong(blocks) * 512).isGreaterThanOrEqualTo(3 * MEBIBYTE));
    assertThat(Files.mismatch(file, zeros(3 * (int) MEBIBYTE + 5))).isEqualTo(-1);
    assertThatThrownBy(() -> system.preallocator().allocate(directory.resolve("absent"), 64))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("absent");
  }

  private Path zeros(int bytes) throws IOException {
    return Files.write(directory.resolve("zeros"), new byte[bytes]);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void aDataFileTakesItsBlocksFromHere(OperatingSystem system) throws IOException {
    Path file = directory.resolve("data-" + system.getClass().getSimpleName());
    DataFile.Settings settings = new DataFile.Settings(MEBIBYTE, 0, 64, 1, 2, 3);
    try (DataFile data = DataFile.open(file, settings, system.preallocator())) {
      isZeroAndWritable(data.region().segment());
      assertThatThrownBy(() -> DataFile.open(file, settings, system.preallocator()))
          .isInstanceOf(DataFileException.class);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        assertThat(channel.size()).isEqualTo(8192 + MEBIBYTE + 64);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void lockingIsAFavour(OperatingSystem system) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = system.anonymousMemory(4096, arena);
      boolean locked = system.lockInMemory(memory);
      assertThat(locked && system.describe().startsWith("portable")).isFalse();
      isZeroAndWritable(memory);
    }
  }
}
