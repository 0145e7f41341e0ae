package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A REQUEST after its transport header: a stream of instructions, their data, trailers.
 *
 * <pre>
 *  32   instruction 0 | instruction 1 | ...             16 to 48 bytes each
 *       zeros to the next multiple of 64                if an instruction has DATA
 *       data 0 | zeros to a multiple of 16 | data 1 ...
 *       padding
 *       capability trailer (128)                        if CAPABILITY
 *       ticket (64)                                     if TICKET
 * </pre>
 *
 * <p>{@link #wrap} walks the stream once to find where the data starts; {@link
 * InstructionCore#walk} then gives the instructions in order.
 */
public final class Request {
  /** Offset of the first instruction. */
  public static final int STREAM = TransportHeader.BYTES;

  /** The last 64 bytes are a ticket. */
  public static final int FLAG_TICKET = 0x01;

  /** An acknowledgement is enough unless something is refused. */
  public static final int FLAG_QUIET = 0x02;

  /** Go on after a refused instruction. */
  public static final int FLAG_CONTINUE = 0x04;

  /** All compares, then all changes, or nothing. */
  public static final int FLAG_ALL = 0x08;

  /** A capability trailer stands before the ticket. */
  public static final int FLAG_CAPABILITY = 0x10;

  /** All flags of this kind. */
  public static final int FLAGS = 0x1F;

  /** Most instructions in a request. */
  public static final int COUNT_MAXIMUM = 255;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;
  private int length;
  private int streamEnd;

  /** A view over nothing; {@link #wrap} comes first. */
  public Request() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame
   * @return this
   */
  public Request wrap(MemorySegment segment, long offset, int length) {
    this.segment = segment;
    this.offset = offset;
    this.length = length;
    int position = STREAM;
    for (int left = count(); left > 0; left--) {
      position += InstructionCore.bytes(InstructionCore.flags(segment, offset + position));
    }
    streamEnd = position;
    return this;
  }

  /**
   * Checks count, instructions, data and trailers; length and header flags have been checked.
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
    int end = length - trailerBytes(NetworkOrder.read8(segment, offset + TransportHeader.FLAGS));
    if (end < STREAM) {
      return DropReason.TRAILER_OVERRUN;
    }
    int position = STREAM;
    long dataBytes = 0;
    boolean data = false;
    for (int i = 0; i < count; i++) {
      if (position + InstructionCore.BYTES > end) {
        return DropReason.STREAM_OVERRUN;
      }
      int flags = InstructionCore.flags(segment, offset + position);
      if (!InstructionCore.flagsKnown(flags)) {
        return DropReason.FLAG_RESERVED;
      }
      if ((flags & InstructionCore.FLAG_DATA) != 0) {
        data = true;
        dataBytes =
            FrameLayout.dataStart(dataBytes) + InstructionCore.length(segment, offset + position);
      }
      position += InstructionCore.bytes(flags);
    }
    if (position > end) {
      return DropReason.STREAM_OVERRUN;
    }
    return data && FrameLayout.dataArea(position) + dataBytes > end
        ? DropReason.DATA_OVERRUN
        : null;
  }

  /**
   * Bytes of the trailers that flags announce.
   *
   * @param flags header flags of a request
   * @return 0, 64, 128 or 192
   */
  public static int trailerBytes(int flags) {
    return ((flags & FLAG_TICKET) == 0 ? 0 : Ticket.BYTES)
        + ((flags & FLAG_CAPABILITY) == 0 ? 0 : FrameLayout.CAPABILITY_BYTES);
  }

  /**
   * The header flags.
   *
   * @return 8 bits
   */
  public int flags() {
    return NetworkOrder.read8(segment, offset + TransportHeader.FLAGS);
  }

  /**
   * How many instructions there are.
   *
   * @return 1 to 255
   */
  public int count() {
    return NetworkOrder.read8(segment, offset + TransportHeader.COUNT);
  }

  /**
   * Whether a ticket trails.
   *
   * @return flag TICKET
   */
  public boolean hasTicket() {
    return (flags() & FLAG_TICKET) != 0;
  }

  /**
   * Whether an acknowledgement is enough.
   *
   * @return flag QUIET
   */
  public boolean quiet() {
    return (flags() & FLAG_QUIET) != 0;
  }

  /**
   * Whether instructions after a refused one run.
   *
   * @return flag CONTINUE
   */
  public boolean continuing() {
    return (flags() & FLAG_CONTINUE) != 0;
  }

  /**
   * Whether all happen or none.
   *
   * @return flag ALL
   */
  public boolean all() {
    return (flags() & FLAG_ALL) != 0;
  }

  /**
   * Whether a capability trails.
   *
   * @return flag CAPABILITY
   */
  public boolean hasCapability() {
    return (flags() & FLAG_CAPABILITY) != 0;
  }

  /**
   * Where the ticket stands, if {@link #hasTicket()}.
   *
   * @return offset in the segment
   */
  public long ticketOffset() {
    return offset + length - Ticket.BYTES;
  }

  /**
   * Where the capability stands, if {@link #hasCapability()}.
   *
   * @return offset in the segment
   */
  public long capabilityOffset() {
    return offset + length - trailerBytes(flags());
  }

  /**
   * Where the data area starts; nothing lies there if no instruction has data.
   *
   * @return offset in the segment
   */
  public long dataArea() {
    return offset + FrameLayout.dataArea(streamEnd);
  }

  /**
   * Bytes of all instructions.
   *
   * @return at least 16
   */
  public int streamBytes() {
    return streamEnd - STREAM;
  }

  MemorySegment segment() {
    return segment;
  }

  long offset() {
    return offset;
  }

  /**
   * One line for a trace: the flags and each instruction.
   *
   * @return no line breaks
   */
  public String describe() {
    StringBuilder text =
        new StringBuilder(Text.flags(flags(), "TICKET", "QUIET", "CONTINUE", "ALL", "CAPABILITY"));
    InstructionCore core = new InstructionCore().walk(this);
    while (core.next()) {
      text.append(" | ").append(core.describe());
    }
    return text.toString();
  }
}
