package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: in steady state the device allocates nothing for a datagram, whatever it asks. */
class DeviceAllocationTest {
  private static final int OPERATIONS = 1_000_000;
  private static final int WARM_UP = 100_000;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemorySegment memory = Arena.ofAuto().allocate(1 << 16, 64);
  private final MemorySegment frame = Arena.ofAuto().allocate(8_320, 64);
  private final MemorySegment output = Arena.ofAuto().allocate(8_320, 64);
  private final byte[] copy = new byte[8_320];
  private final CRC32C crc = new CRC32C();
  private final Path path = Path.ofIpv4(0x7F000001, 5_000, 0);
  private final DeviceEngine engine =
      new DeviceEngine(
          DeviceSettings.builder(1, DeviceRig.key(3)).sessionsMax(16).windowBudget(0).build(),
          Region.of(memory),
          InstructionSet.standard(),
          new DeviceCounters(),
          HandOver.NONE);
  private long answers;
  private long now = 1;

  private final Outbox outbox =
      new Outbox() {
        @Override
        public @Nullable MemorySegment claim(int length) {
          return output;
        }

        @Override
        public void commit(Path to, int length) {
          answers++;
        }
      };

  private void load(Frame made) {
    MemorySegment.copy(made.bytes, 0, frame, ValueLayout.JAVA_BYTE, 0, made.bytes.length);
  }

  private void send(long number, int distance, int length) {
    frame.set(LONG, 16, number);
    frame.set(LONG, 24, number << 16 | distance);
    frame.set(INT, 4, 0);
    MemorySegment.copy(frame, ValueLayout.JAVA_BYTE, 0, copy, 0, length);
    crc.reset();
    crc.update(copy, 0, length);
    frame.set(INT, 4, (int) crc.getValue());
    engine.onDatagram(now, path, frame, 0, length, outbox);
    now += 1_000;
  }

  /** Sends the loaded frame as operations from a number on, a few times each, and polls. */
  private long run(long from, int count, int length, int copies) {
    int sends = count / copies;
    for (int i = 0; i < sends; i++) {
      for (int j = 0; j < copies; j++) {
        send(from + i, 0, length);
      }
      if (i % 8 == 0) {
        engine.poll(now, outbox);
      }
    }
    return from + sends;
  }

  @Test
  void aMillionOperationsAllocateNothing() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    load(Frame.open(64, 1_472, 1));
    send(0, 0, 128);
    long session = output.get(LONG, 8);
    byte[] ticket = output.asSlice(64, 64).toArray(ValueLayout.JAVA_BYTE);
    load(Frame.read(session, 1, 0, 0, 8, 128).withTicket(ticket));
    send(0, 0, 192);

    Frame[] frames = {
      Frame.fetchAdd(session, 1, 0, 0, 8, 1),
      Frame.fetchAdd(session, 1, 0, 0, 8, 1).flags(Frame.QUIET),
      Frame.fetchAdd(session, 1, 0, 0, 9, 1), // refused
      Frame.read(session, 1, 0, 0, 1_024, 64),
      Frame.read(0, 1, 0, 0, 1_024, 1_152),
      Frame.write(session, 1, 0, 0, 64, new byte[1_024]).flags(Frame.QUIET),
      Frame.request(session, 1, 128).core(0x30, 0, 1, 0).core(0x20, 0, 512, 64),
      Frame.request(session, 1, 128).flags(Frame.ALL).core(0x30, 0, 1, 0).core(0x30, 0, 1, 8),
      Frame.fetchAdd(9_999, 1, 0, 0, 8, 1), // RETRY
    };
    long number = 0;
    for (Frame each : frames) {
      load(each);
      number = run(number, WARM_UP, each.bytes.length, 2);
    }
    for (Frame each : frames) {
      load(each);
      long start = threads.getCurrentThreadAllocatedBytes();
      number = run(number, OPERATIONS / frames.length, each.bytes.length, 2);
      long allocated = threads.getCurrentThreadAllocatedBytes() - start;
      assertThat(allocated / (OPERATIONS / frames.length))
          .as("bytes per datagram of kind %d, opcode %x", each.kind(), each.get8(32))
          .isZero();
    }
    assertThat(answers).isPositive();
  }
}
