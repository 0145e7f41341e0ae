package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * Builds a REPLY in place while the instructions run.
 *
 * <p>READ copies straight into the frame, so the place of the data must be known before the number
 * of results is: the caller says at the start how many bytes of results it expects at most. If
 * fewer come, {@link #finish()} moves the data to where the reader will look for it.
 *
 * <pre>{@code
 * writer.begin(segment, offset, capacity, Result.BYTES);
 * writer.header(session, packet, operation, residence).feedback(occupancy, flags, credit, echo);
 * region.copyOut(address, segment, writer.dataOffset(), 128);
 * int length = writer.resultWithData(Opcode.READ, 128, 0).finish();
 * }</pre>
 *
 * <p>One instance per engine; not thread-safe; allocates nothing after it was made.
 */
public final class ReplyWriter {
  private final TransportHeader header = new TransportHeader();
  private final Result result = new Result();

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;
  private int capacity;
  private int position;
  private int resultsEnd;
  private long dataArea;
  private long dataEnd;
  private int count;

  /** A writer of nothing; {@link #begin} comes first. */
  public ReplyWriter() {}

  /**
   * Starts a frame; what was begun before is forgotten.
   *
   * @param segment where the frame is built
   * @param offset start of the frame in the segment
   * @param capacity most bytes that the frame may have, from 64
   * @param resultBytes most bytes of results, a sum of {@link Result#bytes}
   * @return this
   */
  public ReplyWriter begin(MemorySegment segment, long offset, int capacity, int resultBytes) {
    this.segment = segment;
    this.offset = offset;
    this.capacity = Math.min(capacity, FrameLayout.BYTES_MAXIMUM);
    position = Reply.RESULTS;
    resultsEnd = Reply.RESULTS + resultBytes;
    room(resultsEnd);
    dataArea = FrameLayout.dataArea(resultsEnd);
    dataEnd = dataArea;
    count = 0;
    header.begin(segment, offset, PacketKind.REPLY, Reply.RESULTS);
    return this;
  }

  /**
   * Length of a reply.
   *
   * @param resultBytes bytes of all results
   * @param dataBytes where the last data ends, in bytes from the start of the data area, each piece
   *     starting at a multiple of 16; 0: no data
   * @return a multiple of 64
   */
  public static long frameBytes(int resultBytes, long dataBytes) {
    long end = (long) Reply.RESULTS + resultBytes;
    return FrameLayout.frameBytes(dataBytes == 0 ? end : FrameLayout.dataArea(end) + dataBytes);
  }

  /**
   * Writes the numbers of the transport header.
   *
   * @param sessionId shard and number; 0: none
   * @param packetNumber 64 bits
   * @param operationNumber that of the request
   * @param residence units of 32 ns, 0 to 65,535
   * @return this
   */
  public ReplyWriter header(
      long sessionId, long packetNumber, long operationNumber, int residence) {
    header
        .sessionId(sessionId)
        .packetNumber(packetNumber)
        .distance(residence)
        .operationNumber(operationNumber);
    return this;
  }

  /**
   * Writes what the transport tells the client.
   *
   * @param occupancy 0 to 255
   * @param replyFlags of {@link Reply#FLAG_STAMPED}, {@link Reply#FLAG_REPEATED}
   * @param credit an operation number, modulo 2^32
   * @param echo packet number of the request
   * @return this
   */
  public ReplyWriter feedback(int occupancy, int replyFlags, int credit, long echo) {
    NetworkOrder.write8(segment, offset + Reply.OCCUPANCY, occupancy);
    NetworkOrder.write8(segment, offset + Reply.REPLY_FLAGS, replyFlags);
    NetworkOrder.write32(segment, offset + Reply.CREDIT, credit);
    NetworkOrder.write64(segment, offset + Reply.ECHO, echo);
    return this;
  }

  /**
   * Where the data of the next result belongs, if it has any.
   *
   * @return offset in the segment; good until the next result
   */
  public long dataOffset() {
    return offset + FrameLayout.dataStart(dataEnd);
  }

  /**
   * How much data the next result may have.
   *
   * @return bytes, 0 or more
   */
  public int dataRoom() {
    return (int) Math.max(0, capacity - FrameLayout.dataStart(dataEnd));
  }

  /**
   * Appends a result without data.
   *
   * @param opcode 0 to 255
   * @param status 0 to 255
   * @param value 64 bits
   * @return this
   */
  public ReplyWriter result(int opcode, int status, long value) {
    append(opcode, status, 0, 0, value);
    return this;
  }

  /**
   * Appends a result with a value of 128 bits.
   *
   * @param opcode 0 to 255
   * @param status 0 to 255
   * @param value the low half
   * @param valueHigh the high half
   * @return this
   */
  public ReplyWriter resultWide(int opcode, int status, long value, long valueHigh) {
    append(opcode, status, Result.FLAG_WIDE, 0, value);
    result.valueHigh(valueHigh);
    return this;
  }

  /**
   * Appends a DONE result whose data already lies at {@link #dataOffset()}.
   *
   * @param opcode 0 to 255
   * @param length bytes of data, at most {@link #dataRoom()}
   * @param value 64 bits
   * @return this
   */
  public ReplyWriter resultWithData(int opcode, int length, long value) {
    long start = FrameLayout.dataStart(dataEnd);
    room(start + length);
    append(opcode, Status.DONE.code(), Result.FLAG_DATA, length, value);
    NetworkOrder.zero(segment, offset + dataEnd, offset + start);
    dataEnd = start + length;
    return this;
  }

  /**
   * Settles where the data lies, zeroes the padding, writes the count. The checksum is left to
   * {@link Checksum#seal}.
   *
   * @return bytes of the frame, a multiple of 64
   */
  public int finish() {
    if (count == 0) {
      throw new IllegalStateException("a reply needs a result");
    }
    long end = position;
    if (dataEnd > dataArea) {
      long area = FrameLayout.dataArea(position);
      if (area < dataArea) {
        MemorySegment.copy(segment, offset + dataArea, segment, offset + area, dataEnd - dataArea);
      }
      NetworkOrder.zero(segment, offset + position, offset + area);
      end = area + dataEnd - dataArea;
    }
    long frame = FrameLayout.frameBytes(end);
    room(frame);
    NetworkOrder.zero(segment, offset + end, offset + frame);
    header.count(count);
    return (int) frame;
  }

  private void append(int opcode, int status, int flags, int length, long value) {
    int bytes = Result.bytes(flags);
    if (position + bytes > resultsEnd || count == Request.COUNT_MAXIMUM) {
      throw new IllegalStateException("more results than were announced");
    }
    NetworkOrder.zero(segment, offset + position, offset + position + bytes);
    result
        .wrap(segment, offset + position)
        .opcode(opcode)
        .status(status)
        .flags(flags)
        .length(length)
        .value(value);
    position += bytes;
    count++;
  }

  private void room(long bytes) {
    if (bytes > capacity) {
      throw new IllegalStateException(bytes + " bytes do not fit a frame of " + capacity);
    }
  }
}
