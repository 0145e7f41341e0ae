package io.netdam.wire;

import java.lang.foreign.MemorySegment;

/**
 * One result of a reply, and the cursor over all of them.
 *
 * <pre>
 *       0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0| opcode | status | vflags | reserv.|            length                 |
 *  8|                          value                                        |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 16|                          value, high half                             |  if WIDE
 * 24|                          reserved                                     |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>Use: {@code result.walk(reply); while (result.next()) ...}.
 */
public final class Result {
  /** Bytes of a result that is not wide. */
  public static final int BYTES = 16;

  /** Bytes of a wide result. */
  public static final int BYTES_WIDE = 32;

  /** vflag: the high half of a 128-bit value follows. */
  public static final int FLAG_WIDE = 0x01;

  /** vflag: {@code length} bytes stand in the data area. */
  public static final int FLAG_DATA = 0x02;

  /** All vflags. */
  public static final int FLAGS = 0x03;

  private static final int OPCODE = 0;
  private static final int STATUS = 1;
  private static final int VALUE_FLAGS = 2;
  private static final int LENGTH = 4;
  private static final int VALUE = 8;
  private static final int VALUE_HIGH = 16;

  private MemorySegment segment = MemorySegment.NULL;
  private long frame;
  private long offset;
  private long following;
  private long dataOffset;
  private long dataEnd;
  private int index;
  private int count;

  /** A cursor over nothing; {@link #walk} or {@link #wrap} comes first. */
  public Result() {}

  /**
   * Stands before the first result of a checked reply.
   *
   * @param reply wrapped over the frame; must not move during the walk
   * @return this; {@link #next()} comes before any getter
   */
  public Result walk(Reply reply) {
    segment = reply.segment();
    frame = reply.offset();
    following = frame + Reply.RESULTS;
    dataEnd = reply.dataArea();
    dataOffset = dataEnd;
    count = reply.count();
    index = -1;
    return this;
  }

  /**
   * Moves to the next result.
   *
   * @return false after the last
   */
  public boolean next() {
    if (index + 1 >= count) {
      return false;
    }
    index++;
    offset = following;
    int flags = flags();
    following = offset + bytes(flags);
    if ((flags & FLAG_DATA) != 0) {
      dataOffset = frame + FrameLayout.dataStart(dataEnd - frame);
      dataEnd = dataOffset + length();
    }
    return true;
  }

  /**
   * Views one result that stands alone, without a walk.
   *
   * @param segment holds the result
   * @param offset its start in the segment
   * @return this; {@link #next()} answers false
   */
  public Result wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    frame = offset;
    following = offset;
    dataOffset = offset;
    dataEnd = offset;
    index = 0;
    count = 1;
    return this;
  }

  /**
   * Bytes of a result.
   *
   * @param flags its vflags
   * @return 16 or 32
   */
  public static int bytes(int flags) {
    return (flags & FLAG_WIDE) == 0 ? BYTES : BYTES_WIDE;
  }

  static int flags(MemorySegment segment, long offset) {
    return NetworkOrder.read8(segment, offset + VALUE_FLAGS);
  }

  static long length(MemorySegment segment, long offset) {
    return NetworkOrder.read32Unsigned(segment, offset + LENGTH);
  }

  /**
   * Which result this is.
   *
   * @return from 0
   */
  public int index() {
    return index;
  }

  /**
   * The opcode that ran or was refused.
   *
   * @return 0 to 255
   */
  public int opcode() {
    return NetworkOrder.read8(segment, offset + OPCODE);
  }

  /**
   * The number of the status; {@link Status#of} names it.
   *
   * @return 0 to 255
   */
  public int status() {
    return NetworkOrder.read8(segment, offset + STATUS);
  }

  /**
   * The vflags.
   *
   * @return 8 bits
   */
  public int flags() {
    return flags(segment, offset);
  }

  /**
   * Whether the value has 128 bits.
   *
   * @return vflag WIDE
   */
  public boolean wide() {
    return (flags() & FLAG_WIDE) != 0;
  }

  /**
   * Whether data belongs to it.
   *
   * @return vflag DATA
   */
  public boolean hasData() {
    return (flags() & FLAG_DATA) != 0;
  }

  /**
   * The length of its data.
   *
   * @return 0 to 2^32 − 1, in bytes
   */
  public long length() {
    return length(segment, offset);
  }

  /**
   * The value, or its low half.
   *
   * @return 64 bits
   */
  public long value() {
    return NetworkOrder.read64(segment, offset + VALUE);
  }

  /**
   * The high half of the value.
   *
   * @return 64 bits; 0 if it is not wide
   */
  public long valueHigh() {
    return wide() ? NetworkOrder.read64(segment, offset + VALUE_HIGH) : 0;
  }

  /**
   * Where its data starts, if {@link #hasData()}; {@link #length()} bytes.
   *
   * @return offset in the segment
   */
  public long dataOffset() {
    return dataOffset;
  }

  /**
   * Writes the opcode.
   *
   * @param opcode 0 to 255
   * @return this
   */
  public Result opcode(int opcode) {
    NetworkOrder.write8(segment, offset + OPCODE, opcode);
    return this;
  }

  /**
   * Writes the status.
   *
   * @param code 0 to 255
   * @return this
   */
  public Result status(int code) {
    NetworkOrder.write8(segment, offset + STATUS, code);
    return this;
  }

  /**
   * Writes the vflags; they decide whether a high half stands, so they come before it.
   *
   * @param flags 8 bits
   * @return this
   */
  public Result flags(int flags) {
    NetworkOrder.write8(segment, offset + VALUE_FLAGS, flags);
    return this;
  }

  /**
   * Writes the length.
   *
   * @param length 0 to 2^32 − 1
   * @return this
   */
  public Result length(long length) {
    assert length >= 0 && length <= 0xFFFF_FFFFL : length;
    NetworkOrder.write32(segment, offset + LENGTH, (int) length);
    return this;
  }

  /**
   * Writes the value.
   *
   * @param value 64 bits
   * @return this
   */
  public Result value(long value) {
    NetworkOrder.write64(segment, offset + VALUE, value);
    return this;
  }

  /**
   * Writes the high half; vflag WIDE must be set.
   *
   * @param high 64 bits
   * @return this
   */
  public Result valueHigh(long high) {
    assert wide();
    NetworkOrder.write64(segment, offset + VALUE_HIGH, high);
    return this;
  }

  /**
   * One line for a trace.
   *
   * @return the opcode, the status and what came of it
   */
  public String describe() {
    StringBuilder text = new StringBuilder(Opcode.name(opcode())).append(' ');
    text.append(Status.known(status()) ? Status.of(status()).name() : "STATUS_" + status());
    text.append(" value ").append(Text.hex(value()));
    if (wide()) {
      text.append(" high ").append(Text.hex(valueHigh()));
    }
    if (hasData()) {
      text.append(" data ").append(length());
    }
    return text.toString();
  }

  /**
   * A result as a value.
   *
   * @param opcode 8 bits
   * @param status 8 bits
   * @param flags 8 bits
   * @param length 32 bits, unsigned
   * @param value 64 bits
   * @param valueHigh 64 bits; 0 if it is not wide
   */
  public record Fields(int opcode, int status, int flags, long length, long value, long valueHigh) {
    /**
     * Reads the value.
     *
     * @param segment holds the result
     * @param offset its start
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Result view = new Result().wrap(segment, offset);
      return new Fields(
          view.opcode(),
          view.status(),
          view.flags(),
          view.length(),
          view.value(),
          view.valueHigh());
    }

    /**
     * Writes the value.
     *
     * @param segment takes {@link Result#bytes} bytes
     * @param offset its start
     * @return bytes written
     */
    public int emit(MemorySegment segment, long offset) {
      int bytes = bytes(flags);
      NetworkOrder.zero(segment, offset, offset + bytes);
      Result view = new Result().wrap(segment, offset);
      view.opcode(opcode).status(status).flags(flags).length(length).value(value);
      if (view.wide()) {
        view.valueHigh(valueHigh);
      }
      return bytes;
    }
  }
}
