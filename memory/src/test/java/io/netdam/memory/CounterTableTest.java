package io.netdam.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: counters hold what their writer set, and another process reads the same by mapping a file.
 */
class CounterTableTest {
  @TempDir Path directory;

  private static CounterTable table(int capacity) {
    return CounterTable.create(
        MemorySegment.ofArray(new long[(int) CounterTable.bytes(capacity) / 8]), capacity, 77);
  }

  @Test
  void holdsValuesUnderTheirLabels() {
    CounterTable table = table(3);
    assertThat(table.size()).isZero();
    int reads = table.add("operations.READ");
    int drops = table.add("drops.TOO_SHORT é");
    table.set(reads, 5);
    table.increase(drops, 7);
    table.increase(drops, -9);
    assertThat(table.value(reads)).isEqualTo(5);
    assertThat(table.value(drops)).isEqualTo(-2);
    assertThat(table.label(reads)).isEqualTo("operations.READ");
    assertThat(table.label(drops)).isEqualTo("drops.TOO_SHORT é");
    assertThat(table.find("drops.TOO_SHORT é")).isEqualTo(drops);
    assertThat(table.find("drops")).isEqualTo(-1);
    assertThat(table.size()).isEqualTo(2);
    assertThat(table.processId()).isEqualTo(77);
  }

  @Test
  void refusesWhatItCannotHold() {
    CounterTable table = table(1);
    assertThatThrownBy(() -> table.add("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.add("x".repeat(125)))
        .isInstanceOf(IllegalArgumentException.class);
    table.add("x".repeat(124));
    assertThatThrownBy(() -> table.add("x".repeat(124))).hasMessageContaining("of this name");
    assertThatThrownBy(() -> table.add("y")).hasMessageContaining("full at 1");
    assertThatThrownBy(() -> table.value(1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> table.set(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> CounterTable.bytes(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CounterTable.bytes(65_537))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aNewFileReplacesTheOldOneAndLeavesNothingBeside() throws IOException {
    Path file = directory.resolve("device.counters");
    try (Arena arena = Arena.ofConfined()) {
      CounterTable.createFile(file, 4, 1, arena).add("old");
      CounterTable.createFile(file, 4, 2, arena).add("new");
      CounterTable read = CounterTable.openFile(file, arena);
      assertThat(read.label(0)).isEqualTo("new");
      assertThat(read.processId()).isEqualTo(2);
      assertThatThrownBy(() -> read.set(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void refusesFilesThatAreNone() throws IOException {
    Path file = directory.resolve("x");
    try (Arena arena = Arena.ofConfined()) {
      Files.write(file, new byte[0]);
      assertThatThrownBy(() -> CounterTable.openFile(file, arena))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file.toString());
      Files.write(file, new byte[1000]);
      assertThatThrownBy(() -> CounterTable.openFile(file, arena))
          .hasMessageContaining("no counter table");
      CounterTable.createFile(file, 4, 1, arena);
      byte[] bytes = Files.readAllBytes(file);
      bytes[8] = 2;
      Files.write(file, bytes);
      assertThatThrownBy(() -> CounterTable.openFile(file, arena))
          .hasMessageContaining("version 2");
      bytes[8] = 1;
      Files.write(file, java.util.Arrays.copyOf(bytes, 500));
      assertThatThrownBy(() -> CounterTable.openFile(file, arena)).hasMessageContaining("needed");
    }
  }

  @Test
  void anotherProcessReadsThem() throws Exception {
    Path file = directory.resolve("device.counters");
    try (Arena arena = Arena.ofConfined()) {
      CounterTable table = CounterTable.createFile(file, 4, 1, arena);
      table.set(table.add("one"), 11);
      Process process =
          ChildJvm.start(Main.class, file.toString()).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(output.strip()).isEqualTo("one=11");
    }
  }

  /** The other process. */
  static final class Main {
    public static void main(String[] arguments) throws IOException {
      CounterTable table = CounterTable.openFile(Path.of(arguments[0]), Arena.global());
      System.out.println(table.label(0) + "=" + table.value(0));
    }
  }
}
