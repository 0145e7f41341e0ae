package io.netdam.engine;

import io.netdam.instruction.Execution;
import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.transport.Path;
import io.netdam.wire.CompactReply;
import io.netdam.wire.CompactRequest;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Runs requests in compact form: READ and WRITE of a few bytes, atomics of eight. There is no
 * session and no guard: <strong>a retried change may happen twice</strong>, which is why only
 * loopback and trusted networks get here.
 */
final class CompactRunner {
  private static final ValueLayout.OfLong LITTLE_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final InstructionSet set;
  private final Region region;
  private final DeviceCounters counters;
  private final DeviceSender sender;
  private final Occupancy occupancy;
  private final CompactRequest request = new CompactRequest();
  private final CompactReply reply = new CompactReply();
  private final Execution execution = new Execution();
  private final MemorySegment result = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

  CompactRunner(
      InstructionSet set,
      Region region,
      DeviceCounters counters,
      DeviceSender sender,
      Occupancy occupancy) {
    this.set = set;
    this.region = region;
    this.counters = counters;
    this.sender = sender;
    this.occupancy = occupancy;
  }

  /** Runs one checked frame and answers it. */
  void run(Path path, MemorySegment segment, long offset, int length) {
    counters.add(DeviceCounter.COMPACT_REQUESTS);
    MemorySegment frame = sender.claim(CompactReply.BYTES);
    if (frame == null) {
      return;
    }
    request.wrap(segment, offset, length);
    execution.region(region).outcomes(null).output(result, 0, Long.BYTES);
    Status status = execute(segment);
    counters.ended(request.opcode(), status);
    long value = execution.value();
    if (request.opcode() == Opcode.READ && status == Status.DONE) {
      value = result.get(LITTLE_ENDIAN, 0);
    }
    reply.wrap(frame, 0).emit(request.sequence(), value, status.code(), occupancy.level());
    sender.commitUnsealed(CompactReply.BYTES, path);
  }

  private Status execute(MemorySegment segment) {
    int opcode = request.opcode();
    long address = request.address();
    if (opcode == Opcode.READ) {
      int width = request.readWidth();
      result.set(LITTLE_ENDIAN, 0, 0L);
      return width == 0
          ? execution.refused(Status.BAD_OPERAND, 0)
          : set.execute(execution.input(opcode, 0, address, width, 0, 0, segment, 0));
    }
    if (opcode == Opcode.WRITE) {
      int width = request.writeWidth();
      return width == 0
          ? execution.refused(Status.BAD_OPERAND, 0)
          : set.execute(
              execution.input(
                  opcode,
                  InstructionCore.FLAG_DATA,
                  address,
                  width,
                  0,
                  0,
                  segment,
                  request.dataOffset()));
    }
    // A compare-and-swap needs two numbers; there is room for one.
    if (!Opcode.atomic(opcode) || opcode == Opcode.COMPARE_AND_SWAP || set.find(opcode) == null) {
      return execution.refused(Status.UNSUPPORTED, 0);
    }
    return set.execute(
        execution.input(
            opcode, InstructionCore.FLAG_OPERANDS, address, 0, request.operand(1), 0, segment, 0));
  }
}
