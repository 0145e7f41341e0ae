package io.netdam.engine;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Reply;
import io.netdam.wire.Request;
import io.netdam.wire.Result;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** The results of one reply, laid out by index; reused. */
final class ReplyResults implements RequestResults {
  private final Request request = new Request();
  private final InstructionCore core = new InstructionCore();
  private final Result result = new Result();
  private final byte[] statuses = new byte[Request.COUNT_MAXIMUM];
  private final long[] values = new long[Request.COUNT_MAXIMUM];
  private final long[] highs = new long[Request.COUNT_MAXIMUM];
  private final int[] dataLengths = new int[Request.COUNT_MAXIMUM];
  private final long[] dataOffsets = new long[Request.COUNT_MAXIMUM];
  private MemorySegment frame = MemorySegment.NULL;
  private int count;

  /**
   * Takes the results of a reply.
   *
   * @return false if they cannot be those of the request in the buffer
   */
  boolean take(Reply reply, MemorySegment replyFrame, RequestBuffers buffers, int buffer) {
    request.wrap(buffers.memory(), buffers.offset(buffer), buffers.length(buffer));
    core.walk(request);
    result.walk(reply);
    frame = replyFrame;
    count = 0;
    boolean done = true;
    while (result.next()) {
      if (!core.next() || core.opcode() != result.opcode()) {
        return false;
      }
      Status status = Status.of(result.status());
      boolean data = result.hasData() && status == Status.DONE;
      if (status == Status.DONE
          && core.opcode() == Opcode.READ
          && (!data || result.length() != core.length())) {
        return false;
      }
      done &= status == Status.DONE;
      statuses[count] = (byte) status.code();
      values[count] = result.value();
      highs[count] = result.valueHigh();
      dataLengths[count] = data ? (int) result.length() : 0;
      dataOffsets[count] = result.dataOffset();
      count++;
    }
    return !done || count == request.count();
  }

  /** All instructions of the request were executed, and their values are their lengths. */
  void allDone(RequestBuffers buffers, int buffer) {
    request.wrap(buffers.memory(), buffers.offset(buffer), buffers.length(buffer));
    core.walk(request);
    frame = MemorySegment.NULL;
    count = 0;
    while (core.next()) {
      statuses[count] = 0;
      values[count] = core.length();
      highs[count] = 0;
      dataLengths[count] = 0;
      count++;
    }
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public Status status(int index) {
    return Status.of(statuses[Objects.checkIndex(index, count)]);
  }

  @Override
  public long value(int index) {
    return values[Objects.checkIndex(index, count)];
  }

  @Override
  public long valueHigh(int index) {
    return highs[Objects.checkIndex(index, count)];
  }

  @Override
  public int dataLength(int index) {
    return dataLengths[Objects.checkIndex(index, count)];
  }

  @Override
  public void copyData(int index, MemorySegment target, long targetOffset) {
    int length = dataLength(index);
    if (length > 0) {
      MemorySegment.copy(frame, dataOffsets[index], target, targetOffset, length);
    }
  }
}
