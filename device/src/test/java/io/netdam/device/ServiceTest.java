package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.client.DeviceCaps;
import io.netdam.client.NetDam;
import io.netdam.client.NetDamException;
import io.netdam.client.RemoteMemory;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: every verb of the client does to a device's memory what its name says, on both families.
 */
@ParameterizedClass
@ValueSource(strings = {"127.0.0.1:0", "[::1]:0"})
final class ServiceTest {

  @Parameter String listen = "";

  private Device device;
  private NetDam net;
  private RemoteMemory memory;

  @BeforeEach
  void start() {
    device = Device.start(Fixture.device().withListen(List.of(listen)));
    net = NetDam.open(Fixture.client());
    memory = net.memory(Fixture.address(device));
  }

  @AfterEach
  void stop() {
    net.close();
    device.close();
  }

  @Test
  void updatesWords() {
    assertThat(memory.getAndAdd(8, 5)).isZero();
    assertThat(memory.getAndAdd(8, -2)).isEqualTo(5);
    assertThat(memory.getLong(8)).isEqualTo(3);
    assertThat(memory.getAndSet(8, -1)).isEqualTo(3);
    assertThat(memory.compareAndSet(8, 7, 9)).isFalse();
    assertThat(memory.compareAndSet(8, -1, 0b1100)).isTrue();
    assertThat(memory.compareAndExchange(8, 0, 1)).isEqualTo(0b1100);
    assertThat(memory.getAndBitwiseAnd(8, 0b0110)).isEqualTo(0b1100);
    assertThat(memory.getAndBitwiseOr(8, 0b0001)).isEqualTo(0b0100);
    assertThat(memory.getAndBitwiseXor(8, 0b1111)).isEqualTo(0b0101);
    assertThat(memory.getAndMin(8, -4)).isEqualTo(0b1010);
    assertThat(memory.getAndMax(8, 2)).isEqualTo(-4);
    assertThat(memory.getLong(8)).isEqualTo(2);
    memory.setLong(3, 0x0102_0304_0506_0708L);
    assertThat(memory.getLong(3)).isEqualTo(0x0102_0304_0506_0708L);
  }

  @Test
  void updatesHalfWordsWithoutTouchingTheirNeighbours() {
    memory.setLong(16, -1);
    memory.setInt(16, 5);
    assertThat(memory.getLong(16)).isEqualTo(0xFFFF_FFFF_0000_0005L);
    assertThat(memory.getAndAddInt(16, -6)).isEqualTo(5);
    assertThat(memory.getInt(16)).isEqualTo(-1);
    assertThat(memory.getAndSetInt(16, 12)).isEqualTo(-1);
    assertThat(memory.compareAndSetInt(16, 12, -8)).isTrue();
    assertThat(memory.compareAndSetInt(16, 12, 0)).isFalse();
    assertThat(memory.getAndMinInt(16, -9)).isEqualTo(-8);
    assertThat(memory.getAndMaxInt(16, 6)).isEqualTo(-9);
    assertThat(memory.getAndBitwiseAndInt(16, 3)).isEqualTo(6);
    assertThat(memory.getAndBitwiseOrInt(16, 4)).isEqualTo(2);
    assertThat(memory.getAndBitwiseXorInt(16, -1)).isEqualTo(6);
    assertThat(memory.getInt(16)).isEqualTo(-7);
    assertThat(memory.getInt(20)).isEqualTo(-1);
  }

  @Test
  void movesAnyNumberOfBytes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int length : new int[] {1, 7, 8, 63, 64, 1_344, 1_345, 4_096, 100_001, 1 << 20}) {
      byte[] sent = new byte[length];
      random.nextBytes(sent);
      long address = random.nextInt((int) Fixture.MEMORY_BYTES - length);
      try (Arena arena = Arena.ofShared()) {
        MemorySegment source = arena.allocate(length);
        source.copyFrom(MemorySegment.ofArray(sent));
        memory.write(address, source);
        MemorySegment target = arena.allocate(length);
        memory.read(address, target);
        assertThat(target.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sent);
      }
    }
  }

  @Test
  void movesMemoryThatOnlyTheCallerMayTouch() {
    byte[] sent = new byte[200_003];
    new SplittableRandom(2).nextBytes(sent);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(sent.length);
      source.copyFrom(MemorySegment.ofArray(sent));
      memory.write(5, source);
      MemorySegment target = arena.allocate(sent.length);
      memory.read(5, target);
      assertThat(target.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sent);
    }
  }

  @Test
  void movesBuffersAndTheirPositions() {
    ByteBuffer source = ByteBuffer.allocate(5_000);
    new SplittableRandom(3).nextBytes(source.array());
    source.position(11).limit(4_011);
    memory.write(64, source);
    assertThat(source.remaining()).isZero();
    ByteBuffer target = ByteBuffer.allocateDirect(4_000);
    memory.read(64, target);
    assertThat(target.remaining()).isZero();
    assertThat(target.flip()).isEqualTo(source.position(11));
  }

  @Test
  void fillsAndCopiesWithinTheDevice() {
    int length = (2 << 20) + 77;
    memory.fill(1_000, length, (byte) 0x5A);
    byte[] expected = new byte[length];
    java.util.Arrays.fill(expected, (byte) 0x5A);
    new SplittableRandom(4).nextBytes(expected);
    memory.write(1_000, MemorySegment.ofArray(expected));
    memory.copy(1_000, 1_500, length); // overlapping, upwards
    byte[] found = new byte[length];
    memory.read(1_500, MemorySegment.ofArray(found));
    assertThat(found).isEqualTo(expected);
    memory.copy(1_500, 100, length); // overlapping, downwards
    memory.read(100, MemorySegment.ofArray(found));
    assertThat(found).isEqualTo(expected);
    memory.fill(100, length, (byte) 7);
    memory.read(100, MemorySegment.ofArray(found));
    assertThat(found).containsOnly(7);
    assertThat(memory.getLong(100 + length)).isNotEqualTo(0x0707_0707_0707_0707L);
  }

  @Test
  void doesNothingForNoBytes() {
    memory.write(-1, MemorySegment.ofArray(new byte[0]));
    memory.read(-1, MemorySegment.ofArray(new byte[0]));
    memory.fill(-1, 0, (byte) 1);
    memory.copy(-1, -1, 0);
    assertThat(device.counters().get("REQUESTS")).isZero();
  }

  @Test
  void worksWithoutWaiting() {
    MemorySegment source = MemorySegment.ofArray(new long[] {1, 2, 3});
    MemorySegment target = MemorySegment.ofArray(new long[3]);
    CompletableFuture<Long> ticket =
        memory
            .writeAsync(0, source)
            .thenCompose(done -> memory.readAsync(0, target))
            .thenCompose(done -> memory.getAndAddAsync(8, 40))
            .thenCompose(old -> memory.compareAndExchangeAsync(8, 42, old));
    assertThat(ticket.join()).isEqualTo(42);
    assertThat(memory.getLong(8)).isEqualTo(2);
    assertThat(target.toArray(ValueLayout.JAVA_LONG_UNALIGNED)).containsExactly(1, 2, 3);
  }

  @Test
  void tellsWhatTheDeviceIs() {
    DeviceCaps info = memory.deviceCaps();
    assertThat(info.epoch()).isEqualTo(device.epoch());
    assertThat(info.memoryBytes()).isEqualTo(Fixture.MEMORY_BYTES);
    assertThat(info.memoryBase()).isZero();
    assertThat(info.shards()).isEqualTo(1);
    assertThat(info.leaseMs()).isEqualTo(30_000);
    assertThat(info.durable()).isFalse();
    assertThat(info.draining()).isFalse();
  }

  @Test
  void refusesWhatLiesOutside() {
    assertThatThrownBy(() -> memory.getLong(Fixture.MEMORY_BYTES - 4))
        .isInstanceOfSatisfying(
            NetDamException.Refused.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(Status.OUT_OF_RANGE);
              assertThat(refused.detail()).isEqualTo(Fixture.MEMORY_BYTES);
              assertThat(refused.effect()).isEqualTo(NetDamException.Effect.NONE);
              assertThat(refused)
                  .hasMessage(
                      "READ of 8 bytes at address 4194300 of "
                          + memory
                          + " was refused: OUT_OF_RANGE, the first address outside is 4194304."
                          + " Nothing was changed. Remedy: stay below the length that info()"
                          + " tells.");
            });
    assertThat(memory.getAndAdd(0, 1)).isZero();
  }

  @Test
  void saysWhichPartOfATransferWasDone() {
    MemorySegment source = MemorySegment.ofArray(new byte[4 * 1_344]);
    source.fill((byte) 1);
    assertThatThrownBy(() -> memory.write(Fixture.MEMORY_BYTES - 2 * 1_344, source))
        .isInstanceOfSatisfying(
            NetDamException.Refused.class,
            refused -> assertThat(refused.effect()).isEqualTo(NetDamException.Effect.PARTIAL))
        .hasMessageContaining("; bytes 0 to 2687 done for certain, bytes 2688 to 5375 in part");
  }

  @Test
  void endsInTimeWhenNobodyAnswers() {
    RemoteMemory nobody =
        net.memory(listen.replace(":0", ":9"), Duration.ofMillis(50)); // discard: nobody listens
    assertThatThrownBy(() -> nobody.getLong(0))
        .isInstanceOf(NetDamException.Unreachable.class)
        .hasMessageContaining("READ of 8 bytes at address 0 of " + nobody)
        .hasMessageContaining("within 50 ms")
        .hasMessageContaining("see whether a device listens at " + nobody);
    assertThatThrownBy(() -> nobody.getAndAdd(0, 1))
        .isInstanceOf(NetDamException.Unreachable.class)
        .hasMessageContaining("Nothing was changed.");
    assertThatThrownBy(nobody::deviceCaps).isInstanceOf(NetDamException.Unreachable.class);
    assertThatThrownBy(() -> nobody.getAndAddAsync(0, 1).join())
        .hasCauseInstanceOf(NetDamException.Unreachable.class);
  }
}
