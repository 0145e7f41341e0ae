package io.netdam.engine;

import io.netdam.wire.FrameLayout;
import io.netdam.wire.Reply;
import io.netdam.wire.Request;
import io.netdam.wire.RequestWriter;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Builds a request of several instructions in a frame of its own; {@link #end} hands it over. */
final class SlotRequestBuilder implements RequestBuilder {
  /** Takes what was built. */
  interface Acceptor {
    Submission accept(ClientPeer peer, SlotRequestBuilder built);
  }

  private final InstructionShape shape;
  private final Acceptor acceptor;
  private final RequestWriter writer = new RequestWriter();
  private final MemorySegment frame;
  private @Nullable ClientPeer peer;
  private long deadlineNs;
  private long tag;
  private int capacity;
  private int count;
  private int traits;
  private final byte[] opcodes = new byte[Request.COUNT_MAXIMUM];
  private int streamEnd;
  private long dataBytes;
  private int resultsEnd;
  private long resultDataBytes;
  private int frameBytes;

  SlotRequestBuilder(InstructionShape shape, int frameBytesMax, Acceptor acceptor) {
    this.shape = shape;
    this.acceptor = acceptor;
    frame = MemorySegment.ofArray(new byte[frameBytesMax]);
  }

  RequestBuilder begin(@Nullable ClientPeer of, int requestFlags, long deadline, long callerTag) {
    if ((requestFlags & ~(Request.FLAG_CONTINUE | Request.FLAG_ALL)) != 0) {
      throw new IllegalArgumentException("request flags " + requestFlags);
    }
    peer = of;
    deadlineNs = deadline;
    tag = callerTag;
    capacity = of == null ? (int) frame.byteSize() : of.frameBytes();
    count = 0;
    traits = OperationSlots.SEVERAL | (requestFlags == 0 ? OperationSlots.SILENT : 0);
    streamEnd = Request.STREAM;
    dataBytes = 0;
    resultsEnd = Reply.RESULTS;
    resultDataBytes = 0;
    writer.begin(frame, 0, capacity).flags(requestFlags);
    return this;
  }

  @Override
  public RequestBuilder instruction(
      int opcode,
      int instructionFlags,
      int handle,
      long address,
      int length,
      long operand0,
      long operand1,
      MemorySegment data,
      long dataOffset) {
    shape.ofRemote(opcode, instructionFlags, handle, length, operand0, operand1, data, dataOffset);
    if (count == Request.COUNT_MAXIMUM) {
      throw new IllegalArgumentException("more than 255 instructions in a request");
    }
    int newStreamEnd = streamEnd + shape.streamBytes();
    long newDataBytes = grown(dataBytes, shape.dataBytes());
    int newResultsEnd = resultsEnd + shape.resultBytes();
    long newResultDataBytes = grown(resultDataBytes, shape.resultDataBytes());
    if (InstructionShape.frame(newStreamEnd, newDataBytes) > capacity
        || InstructionShape.frame(newResultsEnd, newResultDataBytes) > capacity) {
      throw new IllegalArgumentException(
          "request or reply would not fit a frame of " + capacity + " bytes");
    }
    writer.instruction(opcode, instructionFlags, handle, length, address);
    if ((shape.traits() & OperationSlots.OPERANDS) != 0) {
      writer.operands(operand0, operand1);
    }
    if (shape.dataBytes() > 0) {
      writer.data(data, dataOffset, length);
    }
    opcodes[count++] = (byte) opcode;
    traits |= shape.traits() & OperationSlots.CHANGING;
    if ((shape.traits() & OperationSlots.SILENT) == 0) {
      traits &= ~OperationSlots.SILENT;
    }
    streamEnd = newStreamEnd;
    dataBytes = newDataBytes;
    resultsEnd = newResultsEnd;
    resultDataBytes = newResultDataBytes;
    return this;
  }

  private static long grown(long bytes, int more) {
    return more == 0 ? bytes : FrameLayout.dataStart(bytes) + more;
  }

  @Override
  public int bytesFree() {
    return capacity - (int) InstructionShape.frame(streamEnd, dataBytes);
  }

  @Override
  public Submission end() {
    if (count == 0) {
      throw new IllegalArgumentException("a request needs an instruction");
    }
    ClientPeer of = peer;
    peer = null;
    if (of == null || !of.attached) {
      return Submission.CLOSED;
    }
    frameBytes = writer.finish();
    return acceptor.accept(of, this);
  }

  MemorySegment frame() {
    return frame;
  }

  int frameBytes() {
    return frameBytes;
  }

  int replyBytes() {
    return (int) InstructionShape.frame(resultsEnd, resultDataBytes);
  }

  int traits() {
    return traits;
  }

  int count() {
    return count;
  }

  int opcode(int index) {
    return Byte.toUnsignedInt(opcodes[index]);
  }

  long deadlineNs() {
    return deadlineNs;
  }

  long tag() {
    return tag;
  }
}
