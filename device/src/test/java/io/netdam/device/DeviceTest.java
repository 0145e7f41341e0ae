package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.client.NetDam;
import io.netdam.client.NetDamException;
import io.netdam.client.RemoteMemory;
import io.netdam.device.DeviceException.Reason;
import io.netdam.memory.CounterTable;
import io.netdam.wire.Status;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a device starts or says why not and what to do, changes nothing if not, spreads its work
 * over shards without running anything twice, drains, and tells its counters.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class DeviceTest {

  @TempDir Path directory;

  private static void refused(DeviceOptions options, Reason reason, String... words) {
    assertThatThrownBy(() -> Device.start(options).close())
        .isInstanceOfSatisfying(
            DeviceException.class, refused -> assertThat(refused.reason()).isEqualTo(reason))
        .message()
        .contains(words);
  }

  @Test
  void listensOnSeveralAddresses() {
    try (Device device =
            Device.start(Fixture.device().withListen(List.of("127.0.0.1:0", "[::1]:0")));
        NetDam net = NetDam.open(Fixture.client())) {
      assertThat(device.addresses()).hasSize(2);
      RemoteMemory first = net.memory(Fixture.text(device.addresses().get(0)));
      RemoteMemory second = net.memory(Fixture.text(device.addresses().get(1)));
      assertThat(first.getAndAdd(0, 1)).isZero();
      assertThat(second.getAndAdd(0, 1)).isEqualTo(1);
    }
  }

  @Test
  void saysWhoHasThePort() {
    try (Device device = Device.start(Fixture.device())) {
      DeviceOptions same = Fixture.device().withListen(List.of(Fixture.address(device)));
      refused(same, Reason.ADDRESS_REFUSED, Fixture.address(device), "the port is in use");
      refused(same.withShards(2), Reason.ADDRESS_REFUSED, "the port is in use");
    }
  }

  @Test
  void refusesAnAddressOfAnotherHost() {
    refused(
        Fixture.device()
            .withListen(List.of("192.0.2.1:7300"))
            .withTrustedNetworks(List.of("192.0.2.0/24")),
        Reason.ADDRESS_REFUSED,
        "192.0.2.1:7300",
        "no network interface of this host has that address");
  }

  @Test
  void listensBeyondLoopbackOnlyForNamedNetworks() {
    DeviceOptions open = Fixture.device().withListen(List.of("0.0.0.0:0"));
    assertThatThrownBy(() -> Device.start(open))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "0.0.0.0:0 is beyond loopback, where packets travel in clear and anybody may send."
                + " Name the networks to serve: --trusted-network 10.0.0.0/8");
    for (String everybody : List.of("0.0.0.0/0", "::/0")) {
      assertThatThrownBy(() -> Device.start(open.withTrustedNetworks(List.of(everybody))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(everybody + " holds every address");
    }
    try (Device device = Device.start(open.withTrustedNetworks(List.of("10.0.0.0/8")));
        NetDam net = NetDam.open(Fixture.client())) {
      assertThat(net.memory("127.0.0.1:" + device.address().getPort()).getAndAdd(0, 1)).isZero();
    }
  }

  @Test
  void refusesMalformedAddresses() {
    for (String bad : List.of("", "7300", "127.0.0.1", "127.0.0.1:", "::1:7300", "[::1]", "a:b")) {
      assertThatThrownBy(() -> Device.start(Fixture.device().withListen(List.of(bad))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + bad + "\" is no address to listen on");
    }
  }

  @Test
  void refusesMoreMemoryThanThereIs() {
    refused(
        Fixture.device().withMemoryBytes(1L << 45),
        Reason.MEMORY_UNAVAILABLE,
        "35184372088832 bytes of memory are wanted",
        "Ask for less");
  }

  @Test
  void refusesFilesThatItCannotUse() throws IOException {
    Path file = directory.resolve("memory");
    DeviceOptions options = Fixture.device().withFile(file.toString());
    try (Device device = Device.start(options)) {
      refused(options, Reason.DATA_FILE_REFUSED, "is already open in this process");
      assertThat(device.epoch()).isPositive();
    }
    refused(
        options.withMemoryBytes(Fixture.MEMORY_BYTES / 2),
        Reason.DATA_FILE_REFUSED,
        "holds 4194304 bytes of memory, not 2097152",
        "Ask for 4194304 bytes");
    refused(
        options.withFile(directory.resolve("none/memory").toString()),
        Reason.DATA_FILE_REFUSED,
        "has no directory");
    Path other = directory.resolve("other");
    Files.writeString(other, "not ours");
    refused(
        options.withFile(other.toString()), Reason.DATA_FILE_REFUSED, "is no data file of NetDAM");
    assertThat(other).hasContent("not ours");
    refused(
        options.withFile(file.toString()).withMemoryBytes(1L << 45),
        Reason.DATA_FILE_REFUSED,
        "holds 4194304 bytes");
    refused(
        options.withFile(directory.resolve("large").toString()).withMemoryBytes(1L << 45),
        Reason.DATA_FILE_REFUSED,
        "bytes are needed",
        "Free space");
    assertThat(directory.resolve("large")).doesNotExist();
  }

  @Test
  void givesItsPortBackWhenItFailsToStart() {
    int port;
    try (Device device = Device.start(Fixture.device())) {
      port = device.address().getPort();
    }
    DeviceOptions there = Fixture.device().withListen(List.of("127.0.0.1:" + port));
    refused(there.withMemoryBytes(1L << 45), Reason.MEMORY_UNAVAILABLE, "Ask for less");
    Device.start(there).close();
  }

  @Test
  void runsEachOperationOnceWhicheverShardItMeets() throws Exception {
    try (Device device = Device.start(Fixture.device().withShards(3))) {
      List<NetDam> nets = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
        List<Future<?>> clients = new ArrayList<>();
        for (int client = 0; client < 8; client++) {
          NetDam net = NetDam.open(Fixture.client().withPaths(4));
          nets.add(net);
          RemoteMemory memory = net.memory(Fixture.address(device));
          clients.add(
              threads.submit(() -> {
                for (int i = 0; i < 500; i++) {
                  memory.getAndAdd(0, 1);
                }
              }));
        }
        for (Future<?> client : clients) {
          client.get();
        }
        assertThat(nets.getFirst().memory(Fixture.address(device)).getLong(0)).isEqualTo(4_000);
      }
      nets.forEach(NetDam::close);
      Fixture.await(() -> Fixture.count(device, "RAN_FETCH_ADD") == 4_000);
      assertThat(device.counters().get("HANDED_OVER")).isPositive();
      assertThat(device.counters().get("DROPPED_SHARD_QUEUE_FULL")).isZero();
    }
  }

  @Test
  void drainsAndThenRefusesChanges() throws Exception {
    try (Device device = Device.start(Fixture.device());
        NetDam net = NetDam.open(Fixture.client())) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      memory.getAndAdd(0, 1);
      assertThat(device.drain(Duration.ofMillis(20))).isTrue();
      assertThatThrownBy(() -> memory.getAndAdd(0, 1))
          .isInstanceOfSatisfying(
              NetDamException.Refused.class,
              refused -> assertThat(refused.status()).isEqualTo(Status.DRAINING))
          .hasMessageContaining("use another device");
      assertThat(memory.getLong(0)).isEqualTo(1);
      assertThat(memory.deviceCaps().draining()).isTrue();
    }
  }

  @Test
  void publishesItsCountersWhileItLives() throws IOException {
    String runtime = directory.resolve("runtime").toString();
    int port;
    try (Device device = Device.start(Fixture.device().withRuntimeDirectory(runtime));
        NetDam net = NetDam.open(Fixture.client())) {
      port = device.address().getPort();
      net.memory(Fixture.address(device)).getAndAdd(0, 1);
      Fixture.await(() -> Fixture.count(device, "RAN_FETCH_ADD") == 1);
      assertThat(PublishedCounters.read(runtime))
          .singleElement()
          .satisfies(published -> {
            assertThat(published.port()).isEqualTo(port);
            assertThat(published.alive()).isTrue();
            assertThat(published.processId()).isEqualTo(ProcessHandle.current().pid());
            assertThat(published.values())
                .containsEntry("RAN_FETCH_ADD", 1L)
                .containsEntry("SESSIONS", 1L)
                .containsEntry("SHARDS", 1L)
                .containsEntry("EPOCH", device.epoch())
                .containsEntry("MEMORY_BYTES", Fixture.MEMORY_BYTES)
                .containsEntry("LINK_RECEIVED", published.values().get("DATAGRAMS_IN"));
          });
    }
    assertThat(PublishedCounters.read(runtime)).isEmpty();
  }

  @Test
  void servesWithoutAPlaceForItsCounters() throws IOException {
    Path file = Files.createFile(directory.resolve("occupied"));
    try (Device device = Device.start(Fixture.device().withRuntimeDirectory(file.toString()));
        NetDam net = NetDam.open(Fixture.client())) {
      assertThat(net.memory(Fixture.address(device)).getAndAdd(0, 1)).isZero();
      Fixture.await(() -> Fixture.count(device, "RAN_FETCH_ADD") == 1);
    }
  }

  @Test
  void forgetsTheCountersOfTheDead() throws IOException {
    Path runtime = Files.createDirectory(directory.resolve("runtime"));
    Path old = runtime.resolve(PublishedCounters.fileName(7_300, 999_999_999L));
    try (Arena arena = Arena.ofConfined()) {
      CounterTable.createFile(old, 4, 999_999_999L, arena);
    }
    assertThat(PublishedCounters.read(runtime.toString()))
        .singleElement()
        .satisfies(published -> assertThat(published.alive()).isFalse());
    Device.start(Fixture.device().withRuntimeDirectory(runtime.toString())).close();
    assertThat(old).doesNotExist();
  }

  @Test
  void waitsUntilItIsStopped() throws Exception {
    Device device = Device.start(Fixture.device());
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> waiting =
          threads.submit(() -> {
            device.awaitStop();
            return null;
          });
      device.close();
      waiting.get();
    }
    device.close();
    assertThatThrownBy(device::counters).isInstanceOf(IllegalStateException.class);
  }
}
