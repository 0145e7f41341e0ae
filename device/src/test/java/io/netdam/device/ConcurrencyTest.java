package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.client.IdleMode;
import io.netdam.client.NetDam;
import io.netdam.client.NetDamException;
import io.netdam.client.NetDamException.Effect;
import io.netdam.client.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: whoever waits, on whatever thread, is woken by the end of its own call and by nothing else;
 * no wake-up is lost when the thread that drives leaves, is interrupted, or the client is closed.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class ConcurrencyTest {

  private Device device;

  @BeforeEach
  void start() {
    device = Device.start(Fixture.device());
  }

  @AfterEach
  void stop() {
    device.close();
  }

  /** Each task draws tickets; together they must be 0 to tasks × draws − 1, each once. */
  private void drawTickets(NetDam net, ExecutorService threads, int tasks, int draws)
      throws InterruptedException, ExecutionException {
    RemoteMemory memory = net.memory(Fixture.address(device));
    List<Future<long[]>> drawn = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      drawn.add(
          threads.submit(() -> {
            long[] tickets = new long[draws];
            for (int i = 0; i < draws; i++) {
              tickets[i] = memory.getAndAdd(0, 1);
            }
            return tickets;
          }));
    }
    BitSet seen = new BitSet();
    for (Future<long[]> tickets : drawn) {
      long last = -1;
      for (long ticket : tickets.get()) {
        assertThat(ticket).isGreaterThan(last);
        assertThat(seen.get((int) ticket)).isFalse();
        seen.set((int) ticket);
        last = ticket;
      }
    }
    assertThat(seen.cardinality()).isEqualTo(tasks * draws);
    assertThat(seen.length()).isEqualTo(tasks * draws);
    assertThat(memory.getLong(0)).isEqualTo((long) tasks * draws);
  }

  @ParameterizedTest
  @EnumSource(IdleMode.class)
  void servesManyPlatformThreads(IdleMode idle) throws Exception {
    try (NetDam net = NetDam.open(Fixture.client().withIdle(idle));
        ExecutorService threads = Executors.newFixedThreadPool(12)) {
      drawTickets(net, threads, 12, 1_000);
    }
  }

  @Test
  void servesVirtualThreadsByTheThousand() throws Exception {
    try (NetDam net = NetDam.open(Fixture.client());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      drawTickets(net, threads, 5_000, 4);
    }
  }

  @Test
  void servesPlatformAndVirtualThreadsTogether() throws Exception {
    try (NetDam net = NetDam.open(Fixture.client());
        ExecutorService platform = Executors.newFixedThreadPool(4);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        ExecutorService threads = i % 8 == 0 ? platform : virtual;
        all.add(
            threads.submit(() -> {
              for (int n = 0; n < 100; n++) {
                memory.getAndAdd(64, 1);
              }
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      assertThat(memory.getLong(64)).isEqualTo(6_400);
    }
  }

  @Test
  void waitsForItsTurnWhenAllCallsAreInUse() throws Exception {
    try (NetDam net = NetDam.open(Fixture.client().withCallsMax(3));
        ExecutorService threads = Executors.newFixedThreadPool(16)) {
      drawTickets(net, threads, 16, 200);
    }
  }

  @Test
  void sharesTheWindowBetweenLongAndShortCalls() throws Exception {
    try (NetDam net = NetDam.open(Fixture.client().withWindow(64));
        ExecutorService threads = Executors.newFixedThreadPool(6)) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      MemorySegment source = MemorySegment.ofArray(new byte[1 << 20]);
      source.fill((byte) 3);
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int at = i;
        writers.add(threads.submit(() -> memory.write(1024 + at * (1L << 20), source)));
      }
      drawTickets(net, threads, 4, 200);
      for (Future<?> writer : writers) {
        writer.get();
      }
      MemorySegment target = MemorySegment.ofArray(new byte[2 << 20]);
      memory.read(1024, target);
      assertThat((byte[]) target.heapBase().orElseThrow()).containsOnly(3);
    }
  }

  @Test
  void needsNoThreadWhenPolled() {
    try (NetDam net = NetDam.polled(Fixture.client())) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      assertThat(memory.getAndAdd(0, 1)).isZero();
      CompletableFuture<Long> ticket = memory.getAndAddAsync(0, 1);
      Fixture.await(() -> {
        net.poll();
        return ticket.isDone();
      });
      assertThat(ticket.join()).isEqualTo(1);
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("netdam-client"));
  }

  @Test
  void closesWhileOthersWait() throws Exception {
    try (DatagramChannel silent = silent();
        ExecutorService platform = Executors.newFixedThreadPool(6);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      NetDam net = NetDam.open(Fixture.client());
      RemoteMemory memory = net.memory(address(silent));
      List<Future<Long>> waiting = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        waiting.add(platform.submit(() -> memory.getAndAdd(0, 1)));
        waiting.add(virtual.submit(() -> memory.getLong(0)));
      }
      CompletableFuture<Long> future = memory.getAndAddAsync(0, 1);
      Fixture.await(() -> asked(silent));
      net.close();
      for (Future<Long> one : waiting) {
        assertThatThrownBy(one::get)
            .cause()
            .isInstanceOfSatisfying(
                NetDamException.Closed.class,
                closed -> assertThat(closed.effect()).isIn(Effect.NONE, Effect.UNKNOWN))
            .hasMessageContaining("closed");
      }
      assertThatThrownBy(future::join).hasCauseInstanceOf(NetDamException.Closed.class);
      assertThatThrownBy(() -> memory.getLong(0))
          .isInstanceOf(NetDamException.Closed.class)
          .hasMessage("the client is closed. Nothing was changed. Remedy: open another NetDam.");
      assertThatThrownBy(() -> net.operations(1)).isInstanceOf(NetDamException.Closed.class);
      net.close();
    }
  }

  @Test
  void passesTheWorkOnWhenTheDriverIsInterrupted() throws Exception {
    try (DatagramChannel silent = silent();
        NetDam net = NetDam.open(Fixture.client());
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      RemoteMemory nobody = net.memory(address(silent));
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      AtomicReference<Boolean> flag = new AtomicReference<>();
      Thread driver =
          new Thread(() -> {
            try {
              nobody.getLong(0);
            } catch (NetDamException e) {
              thrown.set(e);
              flag.set(Thread.currentThread().isInterrupted());
            }
          });
      driver.start();
      Fixture.await(() -> asked(silent));
      drawTickets(net, threads, 2, 100); // followers, served by the driver
      driver.interrupt();
      driver.join();
      assertThat(thrown.get())
          .isInstanceOfSatisfying(
              NetDamException.Interrupted.class,
              interrupted -> assertThat(interrupted.effect()).isEqualTo(Effect.NONE));
      assertThat(flag.get()).isTrue();
      assertThat(net.memory(Fixture.address(device)).getAndAdd(0, 1)).isEqualTo(200);
    }
  }

  @Test
  void sendsNothingForAThreadThatIsInterruptedAlready() {
    try (NetDam net = NetDam.open(Fixture.client())) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> memory.getAndAdd(0, 1))
          .isInstanceOfSatisfying(
              NetDamException.Interrupted.class,
              interrupted -> assertThat(interrupted.effect()).isEqualTo(Effect.NONE));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(memory.getLong(0)).isZero();
    }
  }

  @Test
  void givesEachCallItsOwnTimeLimit() throws Exception {
    try (DatagramChannel silent = silent();
        NetDam net = NetDam.open(Fixture.client());
        ExecutorService threads = Executors.newFixedThreadPool(5)) {
      String address = address(silent);
      List<Future<Long>> waiting = new ArrayList<>();
      for (int ms : new int[] {400, 300, 200, 100, 50}) {
        RemoteMemory memory = net.memory(address, Duration.ofMillis(ms));
        waiting.add(threads.submit(() -> memory.getLong(0)));
      }
      for (Future<Long> one : waiting) {
        assertThatThrownBy(one::get).hasCauseInstanceOf(NetDamException.Unreachable.class);
      }
    }
  }

  /** A socket where packets arrive and nobody answers. */
  private static DatagramChannel silent() throws java.io.IOException {
    DatagramChannel channel = DatagramChannel.open();
    channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    channel.configureBlocking(false);
    return channel;
  }

  private static boolean asked(DatagramChannel channel) {
    try {
      return channel.receive(java.nio.ByteBuffer.allocate(2_000)) != null;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String address(DatagramChannel channel) throws java.io.IOException {
    return Fixture.text((InetSocketAddress) channel.getLocalAddress());
  }
}
