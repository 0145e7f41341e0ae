package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.transport.Path;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: a million operations of every shape, with losses, allocate nothing in the client. */
class ClientAllocationTest implements Completions {
  private static final int WARM_UP = 100_000;
  private static final int OPERATIONS = 1_000_000;
  private static final int KINDS = 5;
  private static final int OUTSTANDING = 64;
  private static final Path DEVICE = Path.ofIpv4(0x7F000001, 7300, 0);
  private static final Path CLIENT = Path.ofIpv4(0x7F000001, 40_000, 0);

  /** One frame at a time goes over at once; every 50th is lost. */
  private static final class Wire implements Outbox {
    final MemorySegment[] frames = new MemorySegment[512];
    final int[] lengths = new int[512];
    int count;
    int passed;

    Wire() {
      for (int i = 0; i < frames.length; i++) {
        frames[i] = MemorySegment.ofArray(new byte[8_320]);
      }
    }

    @Override
    public @Nullable MemorySegment claim(int length) {
      return count < frames.length ? frames[count] : null;
    }

    @Override
    public void commit(Path to, int length) {
      if (++passed % 50 != 0) {
        lengths[count++] = length;
      }
    }
  }

  private final Wire toDevice = new Wire();
  private final Wire toClient = new Wire();
  private final MemorySegment memory = MemorySegment.ofArray(new long[1 << 13]);
  private final MemorySegment data = MemorySegment.ofArray(new byte[2_048]);
  private final DeviceEngine device =
      new DeviceEngine(
          DeviceSettings.builder(1, new byte[DeviceSettings.TICKET_KEY_BYTES]).build(),
          Region.of(memory),
          InstructionSet.standard(),
          new DeviceCounters(),
          (shard, path, segment, offset, length) -> false);
  private final ClientCounters counters = new ClientCounters();
  private final ClientEngine client =
      new ClientEngine(ClientSettings.builder().build(), new Random(1), counters, this);
  private final int peer = client.attach(0, new Path[] {DEVICE});
  private long nowNs = 1_000_000_000L;
  private long done;
  private long wrong;
  private long clientBytes;
  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Override
  public void onCompletion(long tag, Outcome outcome, Status status, long value, long valueHigh) {
    done++;
    if (outcome != Outcome.DONE) {
      wrong++;
    }
  }

  private void submit(int kind, long tag) {
    long deadlineNs = nowNs + 10_000_000_000L;
    MemorySegment none = MemorySegment.NULL;
    switch (kind) {
      case 0 ->
          client.submit(nowNs, peer, Opcode.FETCH_ADD, 0, 0, 0, 0, 1, 0, none, 0, deadlineNs, tag);
      case 1 ->
          client.submit(nowNs, peer, Opcode.WRITE, 0, 0, 64, 1_024, 0, 0, data, 0, deadlineNs, tag);
      case 2 ->
          client.submit(nowNs, peer, Opcode.READ, 0, 0, 64, 1_408, 0, 0, data, 0, deadlineNs, tag);
      case 3 ->
          client.submit(nowNs, peer, Opcode.FILL, 0, 0, 64, 512, 7, 0, none, 0, deadlineNs, tag);
      default -> {
        Submission submission =
            client
                .begin(nowNs, peer, 0, deadlineNs, tag)
                .instruction(Opcode.FETCH_ADD, 0, 0, 8, 0, 1, 0, none, 0)
                .instruction(Opcode.READ, 0, 0, 64, 512, 0, 0, none, 0)
                .end();
        if (submission == Submission.FULL) {
          client.submit(nowNs, peer, Opcode.FETCH_ADD, 0, 0, 0, 0, 1, 0, none, 0, deadlineNs, tag);
        }
      }
    }
  }

  private void run(int kind, int operations) {
    long goal = done + operations;
    long submitted = done;
    while (done < goal) {
      long before = threads.getCurrentThreadAllocatedBytes();
      while (submitted < goal && client.outstanding(peer) < OUTSTANDING) {
        submit(kind, submitted++);
      }
      client.poll(nowNs, toDevice);
      clientBytes += threads.getCurrentThreadAllocatedBytes() - before;
      nowNs += 10_000;
      for (int i = 0; i < toDevice.count; i++) {
        device.onDatagram(nowNs, CLIENT, toDevice.frames[i], 0, toDevice.lengths[i], toClient);
      }
      toDevice.count = 0;
      device.poll(nowNs, toClient);
      nowNs += 10_000;
      before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < toClient.count; i++) {
        client.onDatagram(nowNs, DEVICE, toClient.frames[i], 0, toClient.lengths[i], toDevice);
      }
      toClient.count = 0;
      clientBytes += threads.getCurrentThreadAllocatedBytes() - before;
    }
  }

  @Test
  void nothingIsAllocatedForAnOperation() {
    for (int kind = 0; kind < KINDS; kind++) {
      run(kind, WARM_UP);
    }
    for (int kind = 0; kind < KINDS; kind++) {
      clientBytes = 0;
      run(kind, OPERATIONS / KINDS);
      assertThat(clientBytes / (OPERATIONS / KINDS))
          .as("bytes an operation of kind %d", kind)
          .isZero();
    }
    assertThat(wrong).isZero();
    assertThat(counters.count(ClientCounter.RETRANSMISSIONS)).isGreaterThan(10_000);
  }
}
