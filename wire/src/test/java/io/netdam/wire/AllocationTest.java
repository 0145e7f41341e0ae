package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Goal: building, sealing, checking and walking frames allocates no byte once it is warm. */
class AllocationTest {
  private static final int FRAMES = 100_000;
  private static final int ROUNDS_MAXIMUM = 40;

  private final FrameSource source = new FrameSource(7);
  private final FrameCheck check = new FrameCheck();
  private final Checksum checksum = new Checksum();
  private final TransportHeader header = new TransportHeader();
  private final Request request = new Request();
  private final InstructionCore core = new InstructionCore();
  private final Reply reply = new Reply();
  private final Result result = new Result();
  private final Acknowledgement acknowledgement = new Acknowledgement();
  private final Open open = new Open();
  private final Opened opened = new Opened();
  private final Ticket ticket = new Ticket();
  private long sum;

  @Test
  void nothingIsAllocatedOverAHundredThousandFrames() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertThat(threads.isThreadAllocatedMemoryEnabled()).isTrue();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(FrameLayout.BYTES_MAXIMUM + 64, 64);
      long allocated = Long.MAX_VALUE;
      // Early rounds run in the interpreter and in half-compiled code, which may allocate.
      for (int round = 0; round < ROUNDS_MAXIMUM && allocated > 0; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < FRAMES; i++) {
          turn(frame);
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      assertThat(allocated).isZero();
    }
    assertThat(sum).isNotZero();
  }

  private void turn(MemorySegment frame) {
    int length = source.write(frame, 64);
    if (length >= FrameLayout.BYTES_MINIMUM) {
      checksum.seal(frame, 64, length);
    }
    boolean fromClient = source.coin();
    if (check.check(frame, 64, length, fromClient) != null) {
      return;
    }
    header.wrap(frame, 64);
    sum += header.sessionId() + header.packetNumber() + header.operationNumber();
    if (header.form() != Form.FULL_BYTE) {
      return;
    }
    switch (header.kind()) {
      case PacketKind.REQUEST -> {
        core.walk(request.wrap(frame, 64, length));
        while (core.next()) {
          sum += core.operand0() + core.dataOffset() + core.fencingToken();
        }
      }
      case PacketKind.REPLY -> {
        result.walk(reply.wrap(frame, 64));
        while (result.next()) {
          sum += result.value() + result.dataOffset();
        }
      }
      case PacketKind.ACK -> sum += acknowledgement.wrap(frame, 64).covers(sum) ? 1 : 2;
      case PacketKind.OPEN -> {
        sum += open.wrap(frame, 64).nonce() + open.frameBytesWanted();
        opened.begin(frame, 64).nonce(sum).epoch(1).leaseMs(30_000);
        ticket.begin(frame, 64 + Ticket.OFFSET_IN_OPEN).sessionId(sum).nonce(2).macHigh(3);
      }
      default -> sum++;
    }
  }
}
