package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Builds a REQUEST in place.
 *
 * <pre>{@code
 * int length = writer.begin(segment, offset, capacity)
 *     .header(session, packet, operation, distance)
 *     .instruction(Opcode.WRITE, 0, 0, 0, address).data(source, 0, 128)
 *     .instruction(Opcode.FETCH_ADD, 0, 0, 0, counter).operands(1, 0)
 *     .finish();
 * checksum.seal(segment, offset, length);
 * }</pre>
 *
 * <p>Where data lies depends on the length of the whole stream, so sources are remembered and
 * copied by {@link #finish()}; they must not change until then. What does not fit the capacity is
 * the caller's fault: IllegalStateException. One instance per engine; not thread-safe; allocates
 * nothing after it was made.
 */
public final class RequestWriter {
  private final TransportHeader header = new TransportHeader();
  private final InstructionCore core = new InstructionCore();
  private final MemorySegment[] sources = new MemorySegment[Request.COUNT_MAXIMUM];
  private final long[] sourceOffsets = new long[Request.COUNT_MAXIMUM];
  private final int[] sourceLengths = new int[Request.COUNT_MAXIMUM];

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;
  private int capacity;
  private int position;
  private int count;
  private int flags;
  private int dataPieces;
  private long dataBytes;
  private int bytesMinimum;
  private MemorySegment ticket = MemorySegment.NULL;
  private long ticketOffset;
  private MemorySegment capability = MemorySegment.NULL;
  private long capabilityOffset;

  /** Makes its tables. */
  public RequestWriter() {
    Arrays.fill(sources, MemorySegment.NULL);
  }

  /**
   * Starts a frame; what was begun before is forgotten.
   *
   * @param segment where the frame is built
   * @param offset start of the frame in the segment
   * @param capacity most bytes that the frame may have, from 64
   * @return this
   */
  public RequestWriter begin(MemorySegment segment, long offset, int capacity) {
    forget();
    this.segment = segment;
    this.offset = offset;
    this.capacity = Math.min(capacity, FrameLayout.BYTES_MAXIMUM);
    position = Request.STREAM;
    count = 0;
    flags = 0;
    dataBytes = 0;
    bytesMinimum = FrameLayout.BYTES_MINIMUM;
    room(Request.STREAM);
    header.begin(segment, offset, PacketKind.REQUEST, Request.STREAM);
    return this;
  }

  /**
   * Writes the numbers of the transport header.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param operationNumber 0 to 2^48 − 1
   * @param distance 0 to 65,535
   * @return this
   */
  public RequestWriter header(
      long sessionId, long packetNumber, long operationNumber, int distance) {
    header
        .sessionId(sessionId)
        .packetNumber(packetNumber)
        .distance(distance)
        .operationNumber(operationNumber);
    return this;
  }

  /**
   * Sets header flags; those of the trailers set themselves.
   *
   * @param add of {@link Request#FLAG_QUIET}, {@link Request#FLAG_CONTINUE}, {@link
   *     Request#FLAG_ALL}
   * @return this
   */
  public RequestWriter flags(int add) {
    assert (add & ~(Request.FLAG_QUIET | Request.FLAG_CONTINUE | Request.FLAG_ALL)) == 0 : add;
    flags |= add;
    return this;
  }

  /**
   * Appends an instruction.
   *
   * @param opcode 0 to 255
   * @param instructionFlags the width, or 0; other flags are set by {@link #operands}, {@link
   *     #fence} and {@link #data}
   * @param handle 0 to 65,535
   * @param length 0 to 2^32 − 1, or the packed operand of an atomic; {@link #data} overwrites it
   * @param address 64 bits
   * @return this
   */
  public RequestWriter instruction(
      int opcode, int instructionFlags, int handle, long length, long address) {
    assert (instructionFlags & ~InstructionCore.WIDTH_MASK) == 0 : instructionFlags;
    if (count == Request.COUNT_MAXIMUM) {
      throw new IllegalStateException("more than 255 instructions in a request");
    }
    room(position + InstructionCore.BYTES);
    core.wrap(segment, offset + position)
        .opcode(opcode)
        .flags(instructionFlags)
        .handle(handle)
        .length(length)
        .address(address);
    position += InstructionCore.BYTES;
    count++;
    return this;
  }

  /**
   * Gives the last instruction its operands; before {@link #fence}.
   *
   * @param operand0 64 bits
   * @param operand1 64 bits
   * @return this
   */
  public RequestWriter operands(long operand0, long operand1) {
    assert !core.hasOperands() && !core.fenced();
    room(position + InstructionCore.OPERANDS_BYTES);
    core.flags(core.flags() | InstructionCore.FLAG_OPERANDS).operands(operand0, operand1);
    position += InstructionCore.OPERANDS_BYTES;
    return this;
  }

  /**
   * Fences the last instruction.
   *
   * @param lockAddress 64 bits
   * @param fencingToken 64 bits
   * @return this
   */
  public RequestWriter fence(long lockAddress, long fencingToken) {
    assert !core.fenced();
    room(position + InstructionCore.FENCE_BYTES);
    core.flags(core.flags() | InstructionCore.FLAG_FENCED).fence(lockAddress, fencingToken);
    position += InstructionCore.FENCE_BYTES;
    return this;
  }

  /**
   * Gives the last instruction data; its length becomes that of the data.
   *
   * @param source holds the data until {@link #finish()}
   * @param sourceOffset its start
   * @param length its bytes
   * @return this
   */
  public RequestWriter data(MemorySegment source, long sourceOffset, int length) {
    assert !core.hasData();
    core.flags(core.flags() | InstructionCore.FLAG_DATA).length(length);
    sources[dataPieces] = source;
    sourceOffsets[dataPieces] = sourceOffset;
    sourceLengths[dataPieces] = length;
    dataPieces++;
    dataBytes = FrameLayout.dataStart(dataBytes) + length;
    return this;
  }

  /**
   * Lets a ticket trail.
   *
   * @param source holds 64 bytes until {@link #finish()}
   * @param sourceOffset its start
   * @return this
   */
  public RequestWriter ticket(MemorySegment source, long sourceOffset) {
    flags |= Request.FLAG_TICKET;
    ticket = source;
    ticketOffset = sourceOffset;
    return this;
  }

  /**
   * Lets a capability trail, before the ticket.
   *
   * @param source holds 128 bytes until {@link #finish()}
   * @param sourceOffset its start
   * @return this
   */
  public RequestWriter capability(MemorySegment source, long sourceOffset) {
    flags |= Request.FLAG_CAPABILITY;
    capability = source;
    capabilityOffset = sourceOffset;
    return this;
  }

  /**
   * Asks for a frame of at least some length, so that the answer may be as long.
   *
   * @param bytes rounded up to a multiple of 64
   * @return this
   */
  public RequestWriter padTo(int bytes) {
    bytesMinimum = Math.max(bytesMinimum, bytes);
    return this;
  }

  /**
   * How long the frame would be if it were finished now.
   *
   * @return a multiple of 64; may be more than the capacity
   */
  public long frameBytes() {
    return FrameLayout.frameBytes(
        Math.max(bytesMinimum, contentBytes() + Request.trailerBytes(flags)));
  }

  /**
   * Copies data and trailers, zeroes the padding, writes count and flags. The checksum is left to
   * {@link Checksum#seal}.
   *
   * @return bytes of the frame, a multiple of 64
   */
  public int finish() {
    if (count == 0) {
      throw new IllegalStateException("a request needs an instruction");
    }
    long frame = frameBytes();
    room(frame);
    long at = offset + position;
    if (dataPieces > 0) {
      at = copyData(at);
    }
    long end = offset + frame;
    NetworkOrder.zero(segment, at, end - Request.trailerBytes(flags));
    if ((flags & Request.FLAG_TICKET) != 0) {
      end -= Ticket.BYTES;
      MemorySegment.copy(ticket, ticketOffset, segment, end, Ticket.BYTES);
    }
    if ((flags & Request.FLAG_CAPABILITY) != 0) {
      end -= FrameLayout.CAPABILITY_BYTES;
      MemorySegment.copy(capability, capabilityOffset, segment, end, FrameLayout.CAPABILITY_BYTES);
    }
    header.flags(flags).count(count);
    forget();
    return (int) frame;
  }

  private long contentBytes() {
    return dataPieces == 0 ? position : FrameLayout.dataArea(position) + dataBytes;
  }

  private long copyData(long streamEnd) {
    long at = offset + FrameLayout.dataArea(position);
    NetworkOrder.zero(segment, streamEnd, at);
    for (int i = 0; i < dataPieces; i++) {
      long start = offset + FrameLayout.dataStart(at - offset);
      NetworkOrder.zero(segment, at, start);
      MemorySegment.copy(sources[i], sourceOffsets[i], segment, start, sourceLengths[i]);
      at = start + sourceLengths[i];
    }
    return at;
  }

  /** Lets go of the caller's memory. */
  private void forget() {
    for (int i = 0; i < dataPieces; i++) {
      sources[i] = MemorySegment.NULL;
    }
    dataPieces = 0;
    ticket = MemorySegment.NULL;
    capability = MemorySegment.NULL;
  }

  private void room(long bytes) {
    if (bytes > capacity) {
      throw new IllegalStateException(bytes + " bytes do not fit a frame of " + capacity);
    }
  }
}
