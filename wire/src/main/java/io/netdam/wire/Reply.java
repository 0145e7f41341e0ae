package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A REPLY after its transport header.
 *
 * <pre>
 *       0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 32| occup. | rflags |    reserved     |            credit                 |
 * 40|                          echo: packet number of the request           |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 48| result 0 | result 1 | ...            16 or 32 bytes each               |
 *   | zeros to the next multiple of 64, then data as in a request           |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>{@link Result#walk} gives the results in order.
 */
public final class Reply {
  /** Offset of the occupancy. */
  public static final int OCCUPANCY = 32;

  /** Offset of the rflags. */
  public static final int REPLY_FLAGS = 33;

  /** Offset of the credit. */
  public static final int CREDIT = 36;

  /** Offset of the echoed packet number. */
  public static final int ECHO = 40;

  /** Offset of the first result. */
  public static final int RESULTS = 48;

  /** rflag: arrival was stamped by the kernel. */
  public static final int FLAG_STAMPED = 0x01;

  /** rflag: the result was recorded earlier and is sent again. */
  public static final int FLAG_REPEATED = 0x02;

  /** All rflags. */
  public static final int FLAGS = 0x03;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;
  private int streamEnd;

  /** A view over nothing; {@link #wrap} comes first. */
  public Reply() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @return this
   */
  public Reply wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    int position = RESULTS;
    for (int left = count(); left > 0; left--) {
      position += Result.bytes(Result.flags(segment, offset + position));
    }
    streamEnd = position;
    return this;
  }

  /**
   * Checks count, rflags, results and data; length and header flags have been checked.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame
   * @return why it is dropped, or null
   */
  public static @Nullable DropReason check(MemorySegment segment, long offset, int length) {
    int count = NetworkOrder.read8(segment, offset + TransportHeader.COUNT);
    if (count == 0) {
      return DropReason.COUNT_WRONG;
    }
    if ((NetworkOrder.read8(segment, offset + REPLY_FLAGS) & ~FLAGS) != 0) {
      return DropReason.FLAG_RESERVED;
    }
    int position = RESULTS;
    long dataBytes = 0;
    boolean data = false;
    for (int i = 0; i < count; i++) {
      if (position + Result.BYTES > length) {
        return DropReason.STREAM_OVERRUN;
      }
      int flags = Result.flags(segment, offset + position);
      if ((flags & ~Result.FLAGS) != 0) {
        return DropReason.FLAG_RESERVED;
      }
      if ((flags & Result.FLAG_DATA) != 0) {
        data = true;
        dataBytes = FrameLayout.dataStart(dataBytes) + Result.length(segment, offset + position);
      }
      position += Result.bytes(flags);
    }
    if (position > length) {
      return DropReason.STREAM_OVERRUN;
    }
    return data && FrameLayout.dataArea(position) + dataBytes > length
        ? DropReason.DATA_OVERRUN
        : null;
  }

  /**
   * How many results there are.
   *
   * @return 1 to 255
   */
  public int count() {
    return NetworkOrder.read8(segment, offset + TransportHeader.COUNT);
  }

  /**
   * The fullest of the device's queues.
   *
   * @return 0 to 255
   */
  public int occupancy() {
    return NetworkOrder.read8(segment, offset + OCCUPANCY);
  }

  /**
   * The rflags.
   *
   * @return 8 bits
   */
  public int replyFlags() {
    return NetworkOrder.read8(segment, offset + REPLY_FLAGS);
  }

  /**
   * Whether the kernel stamped the arrival.
   *
   * @return rflag 0x01
   */
  public boolean stamped() {
    return (replyFlags() & FLAG_STAMPED) != 0;
  }

  /**
   * Whether the result was recorded earlier.
   *
   * @return rflag 0x02
   */
  public boolean repeated() {
    return (replyFlags() & FLAG_REPEATED) != 0;
  }

  /**
   * The first operation number that the session is not yet granted, modulo 2^32: compare by
   * difference.
   *
   * @return 32 bits
   */
  public int credit() {
    return NetworkOrder.read32(segment, offset + CREDIT);
  }

  /**
   * The packet number of the request.
   *
   * @return 64 bits
   */
  public long echo() {
    return NetworkOrder.read64(segment, offset + ECHO);
  }

  /**
   * Where the data area starts; nothing lies there if no result has data.
   *
   * @return offset in the segment
   */
  public long dataArea() {
    return offset + FrameLayout.dataArea(streamEnd);
  }

  /**
   * Writes the occupancy.
   *
   * @param occupancy 0 to 255
   * @return this
   */
  public Reply occupancy(int occupancy) {
    NetworkOrder.write8(segment, offset + OCCUPANCY, occupancy);
    return this;
  }

  /**
   * Writes the rflags.
   *
   * @param flags 8 bits
   * @return this
   */
  public Reply replyFlags(int flags) {
    NetworkOrder.write8(segment, offset + REPLY_FLAGS, flags);
    return this;
  }

  /**
   * Writes the credit.
   *
   * @param credit an operation number, modulo 2^32
   * @return this
   */
  public Reply credit(int credit) {
    NetworkOrder.write32(segment, offset + CREDIT, credit);
    return this;
  }

  /**
   * Writes the echo.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Reply echo(long packetNumber) {
    NetworkOrder.write64(segment, offset + ECHO, packetNumber);
    return this;
  }

  MemorySegment segment() {
    return segment;
  }

  long offset() {
    return offset;
  }

  /**
   * One line for a trace: the feedback and each result.
   *
   * @return no line breaks
   */
  public String describe() {
    StringBuilder text =
        new StringBuilder("echo ")
            .append(Long.toUnsignedString(echo()))
            .append(" occupancy ")
            .append(occupancy())
            .append(" credit ")
            .append(Integer.toUnsignedString(credit()))
            .append(' ')
            .append(Text.flags(replyFlags(), "STAMPED", "REPEATED"));
    Result result = new Result().walk(this);
    while (result.next()) {
      text.append(" | ").append(result.describe());
    }
    return text.toString();
  }

  /**
   * The fixed part of a reply as a value.
   *
   * @param occupancy 8 bits
   * @param replyFlags 8 bits
   * @param credit 32 bits
   * @param echo 64 bits
   */
  public record Fields(int occupancy, int replyFlags, int credit, long echo) {
    /**
     * Reads the value.
     *
     * @param segment holds the frame
     * @param offset start of the frame
     * @return what stands at 32 to 47
     */
    public static Fields parse(MemorySegment segment, long offset) {
      return new Fields(
          NetworkOrder.read8(segment, offset + OCCUPANCY),
          NetworkOrder.read8(segment, offset + REPLY_FLAGS),
          NetworkOrder.read32(segment, offset + CREDIT),
          NetworkOrder.read64(segment, offset + ECHO));
    }

    /**
     * Writes the value.
     *
     * @param segment takes the frame
     * @param offset start of the frame; 32 to 47 are written
     */
    public void emit(MemorySegment segment, long offset) {
      NetworkOrder.write8(segment, offset + OCCUPANCY, occupancy);
      NetworkOrder.write8(segment, offset + REPLY_FLAGS, replyFlags);
      NetworkOrder.write16(segment, offset + REPLY_FLAGS + 1, 0);
      NetworkOrder.write32(segment, offset + CREDIT, credit);
      NetworkOrder.write64(segment, offset + ECHO, echo);
    }
  }
}
