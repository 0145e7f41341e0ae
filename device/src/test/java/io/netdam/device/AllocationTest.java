package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netdam.client.CompletionHandler;
import io.netdam.client.NetDam;
import io.netdam.client.Operations;
import io.netdam.client.Outcome;
import io.netdam.client.RemoteMemory;
import io.netdam.client.Submission;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/**
 * Goal: no operation allocates, neither in the client (blocking calls of a platform thread, {@code
 * Operations}) nor in the device, counted by the JVM over a million operations. What is allowed is
 * far below one byte an operation: class loading and the compiler's own doings.
 */
final class AllocationTest {

  private static final int WARM_UP = 50_000;
  private static final int OPERATIONS = Integer.getInteger("netdam.test-operations", 1_000_000);
  private static final double BYTES_AN_OPERATION = 0.5;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Bytes allocated by this thread and by all threads of device and client, for each operation. */
  private static double allocated(int operations, LongConsumer work) {
    work.accept(WARM_UP);
    long before = allocatedNow();
    work.accept(operations);
    return (double) (allocatedNow() - before) / operations;
  }

  private static long allocatedNow() {
    long bytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId());
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("netdam-")) {
        bytes += Math.max(0, THREADS.getThreadAllocatedBytes(thread.threadId()));
      }
    }
    return bytes;
  }

  @Test
  void blockingCallsAllocateNothing() {
    try (Device device = Device.start(Fixture.device());
        NetDam net = NetDam.open(Fixture.client());
        Arena arena = Arena.ofShared();
        Arena confined = Arena.ofConfined()) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      MemorySegment buffer = arena.allocate(128);
      MemorySegment own = confined.allocate(128);
      assertThat(
              allocated(
                  OPERATIONS,
                  rounds -> {
                    for (long i = 0; i < rounds; i += 5) {
                      memory.getAndAdd(0, 1);
                      memory.getLong(0);
                      memory.read(64, buffer);
                      memory.write(64, buffer);
                      memory.read(64, own);
                    }
                  }))
          .isLessThan(BYTES_AN_OPERATION);
      assertThat(memory.getLong(0)).isEqualTo((WARM_UP + OPERATIONS) / 5);
    }
  }

  @Test
  void operationsAllocateNothing() {
    try (Device device = Device.start(Fixture.device());
        NetDam net = NetDam.open(Fixture.client());
        Operations operations = net.operations(64)) {
      RemoteMemory memory = net.memory(Fixture.address(device));
      long[] ended = new long[2];
      CompletionHandler handler = (tag, outcome, value) -> ended[outcome == Outcome.DONE ? 0 : 1]++;
      assertThat(
              allocated(
                  OPERATIONS,
                  count -> {
                    long started = 0;
                    while (started < count || operations.outstanding() > 0) {
                      while (started < count
                          && operations.getAndAdd(memory, 0, 1, started) == Submission.ACCEPTED) {
                        started++;
                      }
                      if (operations.poll(handler, 64) == 0) {
                        operations.await(1_000_000);
                      }
                    }
                  }))
          .isLessThan(BYTES_AN_OPERATION);
      assertThat(List.of(ended[0], ended[1])).containsExactly((long) WARM_UP + OPERATIONS, 0L);
      assertThat(memory.getLong(0)).isEqualTo(WARM_UP + OPERATIONS);
    }
  }
}
