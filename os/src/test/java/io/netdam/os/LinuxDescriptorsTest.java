package io.netdam.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: descriptors cross from one socket to another and work there; memory whose owner could take
 * it away is refused; an event wakes who waits; nothing is left open.
 */
@EnabledOnOs(OS.LINUX)
@SuppressWarnings("try") // closing early is what is tested
class LinuxDescriptorsTest {
  @TempDir Path directory;

  private final Arena arena = Arena.ofShared();
  private final DescriptorSystem system = OperatingSystem.current().descriptors();
  private final ReceivedMessage received = new ReceivedMessage(128, arena);
  private final MemorySegment scratch = arena.allocate(8, 8);

  @AfterEach
  void release() {
    received.close();
    arena.close();
  }

  private SocketName name(boolean isAbstract) {
    String path = directory.resolve("socket").toString();
    return isAbstract ? SocketName.abstractName(path) : SocketName.path(path);
  }

  private MemorySegment message(int value) {
    MemorySegment message = arena.allocate(128);
    message.set(ValueLayout.JAVA_INT, 0, value);
    return message;
  }

  private static long openFiles() throws IOException {
    try (var files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void memoryAndEventsCrossASocket(boolean isAbstract) throws IOException {
    long before = openFiles();
    try (Descriptor listener = system.listen(name(isAbstract), 1)) {
      assertThat(system.accept(listener)).isNull();
      try (Descriptor client = system.connect(name(isAbstract));
          Descriptor server = Objects.requireNonNull(system.accept(listener));
          Descriptor memory = system.sealedMemory("region", 8192);
          Descriptor event = system.event()) {
        assertThat(system.receive(server, received)).isEqualTo(DescriptorSystem.NOTHING);
        assertThat(system.send(client, message(1), memory)).isTrue();
        assertThat(system.send(client, message(2), event)).isTrue();
        assertThat(system.send(client, message(3), null)).isTrue();

        MemorySegment here = system.map(memory, 8192, arena);
        assertThat(system.receive(server, received)).isEqualTo(128);
        assertThat(received.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(1);
        try (Descriptor passed = Objects.requireNonNull(received.takeDescriptor())) {
          MemorySegment there = system.map(passed, 8192, arena);
          here.set(ValueLayout.JAVA_LONG, 4096, 77);
          assertThat(there.get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(77);
          assertThat(system.isEvent(passed)).isFalse();
        }
        assertThat(system.receive(server, received)).isEqualTo(128);
        try (Descriptor passed = Objects.requireNonNull(received.takeDescriptor())) {
          assertThat(system.isEvent(passed)).isTrue();
          assertThat(system.drain(passed, scratch)).isFalse();
          system.signal(event, scratch);
          assertThat(system.drain(passed, scratch)).isTrue();
          assertThat(system.drain(passed, scratch)).isFalse();
        }
        assertThat(system.receive(server, received)).isEqualTo(128);
        assertThat(received.descriptorCount()).isZero();
        assertThat(received.truncated()).isFalse();
      }
    }
    assertThat(openFiles()).isEqualTo(before);
  }

  @Test
  void theEndOfTheOtherSideIsSeen() throws IOException {
    try (Descriptor listener = system.listen(name(true), 1);
        Descriptor client = system.connect(name(true));
        Descriptor server = Objects.requireNonNull(system.accept(listener))) {
      client.close();
      assertThat(system.receive(server, received)).isEqualTo(DescriptorSystem.END);
      assertThatThrownBy(() -> system.send(server, message(1), null))
          .isInstanceOf(SystemCallException.class)
          .hasMessageContaining("the other side is gone");
      assertThatThrownBy(() -> system.receive(client, received))
          .isInstanceOf(SystemCallException.class);
    }
  }

  @Test
  void aMessageThatIsTooLongIsTold() throws IOException {
    try (Descriptor listener = system.listen(name(true), 1);
        Descriptor client = system.connect(name(true));
        Descriptor server = Objects.requireNonNull(system.accept(listener))) {
      assertThat(system.send(client, arena.allocate(129), null)).isTrue();
      assertThat(system.receive(server, received)).isEqualTo(128);
      assertThat(received.truncated()).isTrue();
    }
  }

  @Test
  void descriptorsThatNobodyTakesAreClosed() throws IOException {
    try (Descriptor listener = system.listen(name(true), 1);
        Descriptor client = system.connect(name(true));
        Descriptor server = Objects.requireNonNull(system.accept(listener));
        Descriptor event = system.event()) {
      long before = openFiles();
      for (int round = 0; round < 10; round++) {
        assertThat(system.send(client, message(round), event)).isTrue();
        assertThat(system.receive(server, received)).isEqualTo(128);
        assertThat(received.descriptorCount()).isEqualTo(1);
      }
      received.close();
      assertThat(openFiles()).isEqualTo(before);
    }
  }

  @Test
  void sealedMemoryRefusesToShrink() throws IOException {
    try (Descriptor memory = system.sealedMemory("region", 8192)) {
      assertThat(LinuxDescriptors.resize(memory, 4096)).as("EPERM").isEqualTo(-1);
      assertThat(system.map(memory, 8192, arena).byteSize()).isEqualTo(8192);
    }
  }

  @Test
  void memoryThatCouldGoAwayIsNotMapped() throws IOException {
    try (Descriptor unsealed = LinuxDescriptors.unsealedMemory("region", 8192);
        Descriptor small = system.sealedMemory("region", 4096);
        Descriptor event = system.event()) {
      assertThat(refusal(unsealed)).isEqualTo(UnsafeMemoryException.Kind.NOT_SEALED);
      assertThat(refusal(small)).isEqualTo(UnsafeMemoryException.Kind.TOO_SHORT);
      assertThat(refusal(event)).isEqualTo(UnsafeMemoryException.Kind.NOT_MEMORY);
    }
  }

  private UnsafeMemoryException.Kind refusal(Descriptor memory) throws IOException {
    try {
      system.map(memory, 8192, arena);
    } catch (UnsafeMemoryException refused) {
      return refused.kind();
    }
    throw new AssertionError("it was mapped");
  }

  @Test
  void anEventWakesWhoWaits() throws Exception {
    try (Descriptor event = system.event();
        Descriptor other = system.event()) {
      DescriptorPoll poll = system.poll(2);
      assertThat(poll.add(other)).isZero();
      assertThat(poll.add(event)).isEqualTo(1);
      assertThat(poll.await(0)).isZero();
      CompletableFuture<Integer> waiter = CompletableFuture.supplyAsync(() -> poll.await(60_000));
      system.signal(event, scratch);
      assertThat(waiter.get(30, TimeUnit.SECONDS)).isEqualTo(1);
      assertThat(poll.ready(0)).isFalse();
      assertThat(poll.ready(1)).isTrue();
    }
  }

  @Test
  void aFullEventNeverBlocks() throws IOException {
    try (Descriptor event = system.event()) {
      for (int times = 0; times < 100; times++) {
        system.signal(event, scratch);
      }
      assertThat(system.drain(event, scratch)).isTrue();
      event.close();
      system.signal(event, scratch);
      assertThat(system.drain(event, scratch)).isFalse();
    }
  }

  @Test
  void aClosedDescriptorIsReadyAtOnce() throws IOException {
    try (Descriptor event = system.event()) {
      DescriptorPoll poll = system.poll(1);
      poll.add(event);
      event.close();
      assertThat(poll.await(60_000)).isEqualTo(1);
      assertThat(poll.ready(0)).isTrue();
    }
  }

  @Test
  void aNumberStaysOursWhileItIsUsed() throws IOException {
    int[] closed = new int[1];
    Descriptor descriptor = new Descriptor(7, number -> closed[0] += number);
    assertThat(descriptor.enter()).isEqualTo(7);
    descriptor.close();
    descriptor.close();
    assertThat(closed[0]).isZero();
    assertThat(descriptor.isOpen()).isFalse();
    descriptor.leave();
    assertThat(closed[0]).isEqualTo(7);
    assertThat(descriptor.enter()).isEqualTo(Descriptor.NONE);
  }

  @Test
  void theFileOfACrashIsTakenOver() throws IOException {
    system.listen(name(false), 1).close();
    assertThat(Files.exists(directory.resolve("socket"))).isTrue();
    try (Descriptor again = system.listen(name(false), 1);
        Descriptor client = system.connect(name(false))) {
      assertThat(again.isOpen()).isTrue();
      assertThat(client.isOpen()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNameInUseIsLeftAlone(boolean isAbstract) throws IOException {
    try (Descriptor first = system.listen(name(isAbstract), 4)) {
      assertThatThrownBy(() -> system.listen(name(isAbstract), 1))
          .isInstanceOf(NameTakenException.class)
          .hasMessageContaining("another process listens there");
      assertThat(first.isOpen()).isTrue();
      system.connect(name(isAbstract)).close();
    }
  }

  @Test
  void aFileThatIsNoSocketIsLeftAlone() throws IOException {
    Files.writeString(directory.resolve("socket"), "precious");
    assertThatThrownBy(() -> system.listen(name(false), 1))
        .isInstanceOf(NameTakenException.class)
        .hasMessageContaining("not a socket");
    assertThat(directory.resolve("socket")).hasContent("precious");
  }

  @Test
  void whoIsNotThereIsTold() throws IOException {
    assertThat(errno(name(false))).isEqualTo(SystemCallException.ENOENT);
    system.listen(name(false), 1).close();
    assertThat(errno(name(false))).isEqualTo(SystemCallException.ECONNREFUSED);
    assertThat(errno(name(true))).isEqualTo(SystemCallException.ECONNREFUSED);
  }

  private int errno(SocketName name) throws IOException {
    try {
      system.connect(name).close();
    } catch (SystemCallException refused) {
      return refused.errno();
    }
    throw new AssertionError("somebody listens at " + name);
  }

  @Test
  void namesHaveTheirLimit() {
    assertThat(SocketName.path("x".repeat(107)).text()).hasSize(107);
    assertThatThrownBy(() -> SocketName.path("x".repeat(108)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SocketName.abstractName(""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(SocketName.abstractName("a")).hasToString("@a");
  }

  @Test
  void plainJavaSaysThatItCannot() {
    DescriptorSystem none = OperatingSystem.portable().descriptors();
    assertThat(none.available()).isFalse();
    assertThatThrownBy(none::event)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("--enable-native-access=io.netdam.os");
  }
}
