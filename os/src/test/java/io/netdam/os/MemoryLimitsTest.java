package io.netdam.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: of machine and control groups of both versions the tightest limit counts, and a refusal
 * says which that was. The files are ours, so that any machine can be played.
 */
class MemoryLimitsTest {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir Path root;

  private MemoryLimits limits() {
    return new MemoryLimits(root.resolve("proc"), root.resolve("cgroup"));
  }

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void machine(long mebibytes) throws IOException {
    file(
        "proc/meminfo",
        "MemTotal: 99999999 kB\nMemAvailable:   " + mebibytes * 1024 + " kB\nBuffers: 1 kB\n");
  }

  @Test
  void withoutFilesNothingIsKnownAndNothingLimited() {
    assertThat(limits().available().bytes()).isEqualTo(Long.MAX_VALUE);
    assertThatCode(() -> limits().require(Long.MAX_VALUE)).doesNotThrowAnyException();
  }

  @Test
  void theMachineLimits() throws IOException {
    machine(100);
    assertThat(limits().available().bytes()).isEqualTo(100 * MEBIBYTE);
    MemoryUnavailableException refused =
        catchThrowableOfType(
            MemoryUnavailableException.class, () -> limits().require(100 * MEBIBYTE + 1));
    assertThat(refused.availableBytes()).isEqualTo(100 * MEBIBYTE);
    assertThat(refused.wantedBytes()).isEqualTo(100 * MEBIBYTE + 1);
    assertThat(refused).hasMessageContaining("MemAvailable").hasMessageContaining("Ask for less");
    assertThatCode(() -> limits().require(100 * MEBIBYTE)).doesNotThrowAnyException();
  }

  @Test
  void theTightestGroupOfVersionTwoLimits() throws IOException {
    machine(1000);
    file("proc/self/cgroup", "0::/a/b\n");
    file("cgroup/a/b/memory.max", "max\n");
    file("cgroup/a/memory.max", String.valueOf(64 * MEBIBYTE));
    file("cgroup/a/memory.current", String.valueOf(40 * MEBIBYTE));
    file("cgroup/a/memory.stat", "anon 1\ninactive_file " + 10 * MEBIBYTE + "\nactive_file 7\n");
    assertThat(limits().available().bytes()).isEqualTo(34 * MEBIBYTE);
    assertThat(limits().available().limitedBy()).contains("a/memory.max");
  }

  @Test
  void aGroupOfVersionOneLimits() throws IOException {
    machine(1000);
    file("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/1\n");
    file("cgroup/memory/docker/1/memory.limit_in_bytes", String.valueOf(8 * MEBIBYTE));
    file("cgroup/memory/docker/1/memory.usage_in_bytes", String.valueOf(9 * MEBIBYTE));
    assertThat(limits().available().bytes()).isZero();
  }

  @Test
  void namesThatLeadOutOfTheTreeAreNotFollowed() throws IOException {
    machine(10);
    file("proc/self/cgroup", "0::/../../elsewhere\ngarbage\n\n0:x\n");
    file("elsewhere/memory.max", "1");
    assertThat(limits().available().bytes()).isEqualTo(10 * MEBIBYTE);
    file("cgroup/memory.max", String.valueOf(3 * MEBIBYTE));
    assertThat(limits().available().bytes()).as("the root we see").isEqualTo(3 * MEBIBYTE);
  }

  @Test
  void thisMachineHasSomeMemory() {
    assertThat(MemoryLimits.ofThisMachine().available().bytes()).isPositive();
  }
}
