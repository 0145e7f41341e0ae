package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ACK: which changing operations of the session ran with outcome DONE.
 *
 * <pre>
 *       0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  8| shard  |                 session number (56 bits)                     |
 * 16|                          packet number                                |
 * 24|     cumulative operation number (48)                | residence (16)  |
 * 32| occup. | rflags |  bitmap words   |            credit                 |
 * 40|                          echo: packet number, the latest received     |
 * 48|                          bitmap, 64 bits a word                       |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>Every operation below the cumulative number is resolved. Bit i of word w, bit 0 being the
 * least significant, stands for operation cumulative + 1 + 64·w + i.
 */
public final class Acknowledgement {
  /** Offset of the occupancy. */
  public static final int OCCUPANCY = 32;

  /** Offset of the rflags. */
  public static final int REPLY_FLAGS = 33;

  /** Offset of the number of bitmap words. */
  public static final int WORDS = 34;

  /** Offset of the credit. */
  public static final int CREDIT = 36;

  /** Offset of the echoed packet number. */
  public static final int ECHO = 40;

  /** Offset of the bitmap. */
  public static final int BITMAP = 48;

  /** Words that fit a frame of 64 bytes. */
  public static final int WORDS_SHORT = 2;

  /** Words that fit a frame of 128 bytes; there are never more. */
  public static final int WORDS_MAXIMUM = 10;

  private MemorySegment segment = MemorySegment.NULL;
  private long offset;

  /** A view over nothing; {@link #wrap} or {@link #begin} comes first. */
  public Acknowledgement() {}

  /**
   * Moves the view over a frame that {@link FrameCheck} has passed.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @return this
   */
  public Acknowledgement wrap(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
    return this;
  }

  /**
   * Starts a frame of {@link #frameBytes} bytes: zeroes it, writes form, kind and number of words.
   *
   * @param segment takes the frame
   * @param offset start of the frame in the segment
   * @param words bitmap words, 0 to 10
   * @return this, over it
   */
  public Acknowledgement begin(MemorySegment segment, long offset, int words) {
    assert words >= 0 && words <= WORDS_MAXIMUM : words;
    NetworkOrder.zero(segment, offset, offset + frameBytes(words));
    NetworkOrder.write8(segment, offset + TransportHeader.FORM, Form.FULL_BYTE);
    NetworkOrder.write8(segment, offset + TransportHeader.KIND, PacketKind.ACK);
    NetworkOrder.write16(segment, offset + WORDS, words);
    return wrap(segment, offset);
  }

  /**
   * Checks rflags and number of words; length and header flags have been checked.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame
   * @return why it is dropped, or null
   */
  public static @Nullable DropReason check(MemorySegment segment, long offset, int length) {
    if ((NetworkOrder.read8(segment, offset + REPLY_FLAGS) & ~Reply.FLAGS) != 0) {
      return DropReason.FLAG_RESERVED;
    }
    int words = NetworkOrder.read16(segment, offset + WORDS);
    return words > WORDS_MAXIMUM || frameBytes(words) > length ? DropReason.COUNT_WRONG : null;
  }

  /**
   * Length of the frame for a number of words.
   *
   * @param words 0 to 10
   * @return 64 or 128
   */
  public static int frameBytes(int words) {
    return words <= WORDS_SHORT ? 64 : 128;
  }

  /**
   * The session id.
   *
   * @return shard and number
   */
  public long sessionId() {
    return NetworkOrder.read64(segment, offset + TransportHeader.SESSION_ID);
  }

  /**
   * The packet number of the sender.
   *
   * @return 64 bits
   */
  public long packetNumber() {
    return NetworkOrder.read64(segment, offset + TransportHeader.PACKET_NUMBER);
  }

  /**
   * The lowest operation number that is not resolved.
   *
   * @return 0 to 2^48 − 1
   */
  public long cumulative() {
    return NetworkOrder.read64(segment, offset + TransportHeader.OPERATION_NUMBER) >>> 16;
  }

  /**
   * The time between arrival and departure of the echoed packet.
   *
   * @return units of 32 ns; 65,535: that long or longer
   */
  public int residence() {
    return NetworkOrder.read16(segment, offset + TransportHeader.DISTANCE);
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
   * The rflags, see {@link Reply}.
   *
   * @return 8 bits
   */
  public int replyFlags() {
    return NetworkOrder.read8(segment, offset + REPLY_FLAGS);
  }

  /**
   * How many bitmap words there are.
   *
   * @return 0 to 10
   */
  public int words() {
    return NetworkOrder.read16(segment, offset + WORDS);
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
   * The packet number of the latest packet received.
   *
   * @return 64 bits
   */
  public long echo() {
    return NetworkOrder.read64(segment, offset + ECHO);
  }

  /**
   * A word of the bitmap.
   *
   * @param index 0 to {@link #words()} − 1
   * @return 64 operations, the lowest in the least significant bit
   */
  public long word(int index) {
    return NetworkOrder.read64(segment, offset + BITMAP + (long) index * Long.BYTES);
  }

  /**
   * Whether an operation is resolved by this acknowledgement.
   *
   * @param operationNumber 0 to 2^48 − 1
   * @return true if it is below the cumulative number or its bit is set
   */
  public boolean covers(long operationNumber) {
    long ahead = operationNumber - cumulative() - 1;
    if (ahead < 0) {
      return operationNumber < cumulative();
    }
    return ahead < (long) words() * Long.SIZE
        && (word((int) (ahead / Long.SIZE)) >>> ahead & 1) != 0;
  }

  /**
   * Writes the session id.
   *
   * @param sessionId shard and number
   * @return this
   */
  public Acknowledgement sessionId(long sessionId) {
    NetworkOrder.write64(segment, offset + TransportHeader.SESSION_ID, sessionId);
    return this;
  }

  /**
   * Writes the packet number.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Acknowledgement packetNumber(long packetNumber) {
    NetworkOrder.write64(segment, offset + TransportHeader.PACKET_NUMBER, packetNumber);
    return this;
  }

  /**
   * Writes the cumulative number and leaves the residence as it is.
   *
   * @param operationNumber 0 to 2^48 − 1
   * @return this
   */
  public Acknowledgement cumulative(long operationNumber) {
    assert operationNumber >= 0 && operationNumber <= TransportHeader.OPERATION_NUMBER_MAXIMUM;
    NetworkOrder.write64(
        segment, offset + TransportHeader.OPERATION_NUMBER, operationNumber << 16 | residence());
    return this;
  }

  /**
   * Writes the residence.
   *
   * @param residence units of 32 ns, 0 to 65,535
   * @return this
   */
  public Acknowledgement residence(int residence) {
    NetworkOrder.write16(segment, offset + TransportHeader.DISTANCE, residence);
    return this;
  }

  /**
   * Writes the occupancy.
   *
   * @param occupancy 0 to 255
   * @return this
   */
  public Acknowledgement occupancy(int occupancy) {
    NetworkOrder.write8(segment, offset + OCCUPANCY, occupancy);
    return this;
  }

  /**
   * Writes the rflags.
   *
   * @param flags 8 bits
   * @return this
   */
  public Acknowledgement replyFlags(int flags) {
    NetworkOrder.write8(segment, offset + REPLY_FLAGS, flags);
    return this;
  }

  /**
   * Writes the credit.
   *
   * @param credit an operation number, modulo 2^32
   * @return this
   */
  public Acknowledgement credit(int credit) {
    NetworkOrder.write32(segment, offset + CREDIT, credit);
    return this;
  }

  /**
   * Writes the echo.
   *
   * @param packetNumber 64 bits
   * @return this
   */
  public Acknowledgement echo(long packetNumber) {
    NetworkOrder.write64(segment, offset + ECHO, packetNumber);
    return this;
  }

  /**
   * Writes a word of the bitmap.
   *
   * @param index 0 to {@link #words()} − 1
   * @param bits 64 operations, the lowest in the least significant bit
   * @return this
   */
  public Acknowledgement word(int index, long bits) {
    assert index >= 0 && index < words() : index;
    NetworkOrder.write64(segment, offset + BITMAP + (long) index * Long.BYTES, bits);
    return this;
  }

  /**
   * One line for a trace.
   *
   * @return the feedback, the cumulative number and the bitmap in hexadecimal, lowest word first
   */
  public String describe() {
    StringBuilder text =
        new StringBuilder("session ")
            .append(Text.session(sessionId()))
            .append(" packet ")
            .append(Long.toUnsignedString(packetNumber()))
            .append(" below ")
            .append(cumulative())
            .append(" echo ")
            .append(Long.toUnsignedString(echo()))
            .append(" residence ")
            .append(residence())
            .append(" occupancy ")
            .append(occupancy())
            .append(" credit ")
            .append(Integer.toUnsignedString(credit()))
            .append(' ')
            .append(Text.flags(replyFlags(), "STAMPED", "REPEATED"));
    for (int i = 0; i < words(); i++) {
      text.append(i == 0 ? " bitmap " : ",").append(Text.hex(word(i)));
    }
    return text.toString();
  }

  /**
   * An acknowledgement as a value.
   *
   * @param sessionId 64 bits
   * @param packetNumber 64 bits
   * @param cumulative 48 bits
   * @param residence 16 bits
   * @param occupancy 8 bits
   * @param replyFlags 8 bits
   * @param credit 32 bits
   * @param echo 64 bits
   * @param bitmap 0 to 10 words
   */
  public record Fields(
      long sessionId,
      long packetNumber,
      long cumulative,
      int residence,
      int occupancy,
      int replyFlags,
      int credit,
      long echo,
      List<Long> bitmap) {
    /**
     * Copies the bitmap.
     *
     * @param bitmap not kept
     */
    public Fields {
      bitmap = List.copyOf(bitmap);
    }

    /**
     * Reads the value.
     *
     * @param segment holds the frame
     * @param offset start of the frame
     * @return what stands there
     */
    public static Fields parse(MemorySegment segment, long offset) {
      Acknowledgement view = new Acknowledgement().wrap(segment, offset);
      List<Long> bitmap = new ArrayList<>();
      for (int i = 0; i < view.words(); i++) {
        bitmap.add(view.word(i));
      }
      return new Fields(
          view.sessionId(),
          view.packetNumber(),
          view.cumulative(),
          view.residence(),
          view.occupancy(),
          view.replyFlags(),
          view.credit(),
          view.echo(),
          bitmap);
    }

    /**
     * Writes the whole frame.
     *
     * @param segment takes {@link Acknowledgement#frameBytes} bytes
     * @param offset start of the frame
     */
    public void emit(MemorySegment segment, long offset) {
      Acknowledgement view = new Acknowledgement().begin(segment, offset, bitmap.size());
      view.sessionId(sessionId)
          .packetNumber(packetNumber)
          .residence(residence)
          .cumulative(cumulative)
          .occupancy(occupancy)
          .replyFlags(replyFlags)
          .credit(credit)
          .echo(echo);
      for (int i = 0; i < bitmap.size(); i++) {
        view.word(i, bitmap.get(i));
      }
    }
  }
}
