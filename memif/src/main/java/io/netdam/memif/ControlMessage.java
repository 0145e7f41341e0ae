package io.netdam.memif;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What two sides say to each other over the control socket: one record of exactly 128 bytes each,
 * in the byte order of the machine, packed; what is not named is zero.
 *
 * <pre>
 *   0        2                                                                     128
 *   +--------+---------------------------------------------------------------------+
 *   | type   | body                                                                |
 *   +--------+---------------------------------------------------------------------+
 * </pre>
 */
sealed interface ControlMessage {
  /** Bytes of every message. */
  int BYTES = 128;

  /** The version that is spoken here: major 2, minor 0. */
  int VERSION = 0x0200;

  /** The number at offset 0. */
  int type();

  /** Writes everything after the type; the memory is zero. */
  default void writeBody(MemorySegment into) {
    // Most of the short ones have no body.
  }

  /** Writes the message. */
  default void write(MemorySegment into) {
    MemorySegment message = into.asSlice(0, BYTES).fill((byte) 0);
    Fields.u16(message, 0, type());
    writeBody(message);
  }

  /** The message in these 128 bytes, or null if its type is unknown. */
  static @Nullable ControlMessage read(MemorySegment from) {
    return switch (Fields.u16(from, 0)) {
      case 1 -> new Acknowledge();
      case 2 -> Hello.read(from);
      case 3 -> Init.read(from);
      case 4 -> new AddRegion(Fields.u16(from, 2), Fields.i64(from, 4));
      case 5 -> AddRing.read(from);
      case 6 -> new Connect(Fields.text(from, 2, 32));
      case 7 -> new Connected(Fields.text(from, 2, 32));
      case 8 -> new Disconnect(Fields.u32(from, 2), Fields.text(from, 6, 96));
      default -> null;
    };
  }

  /** The server takes the last message; the client may send the next. No body. */
  record Acknowledge() implements ControlMessage {
    @Override
    public int type() {
      return 1;
    }
  }

  /**
   * The server's first words. The limits are the highest index, not a count.
   *
   * <pre>
   *   2          34       36       38        40          42          44     45
   *   +----------+--------+--------+---------+-----------+-----------+------+
   *   | name     | lowest | highest| highest | highest   | highest   | log2 |
   *   |          | version| version| region  | ring to   | ring to   | of   |
   *   |          |        |        |         | client    | server    | slots|
   *   +----------+--------+--------+---------+-----------+-----------+------+
   * </pre>
   */
  record Hello(
      String name,
      int versionMin,
      int versionMax,
      int regionMax,
      int ringToClientMax,
      int ringToServerMax,
      int ringSizeLog2Max)
      implements ControlMessage {
    static Hello read(MemorySegment from) {
      return new Hello(
          Fields.text(from, 2, 32),
          Fields.u16(from, 34),
          Fields.u16(from, 36),
          Fields.u16(from, 38),
          Fields.u16(from, 40),
          Fields.u16(from, 42),
          Fields.u8(from, 44));
    }

    @Override
    public int type() {
      return 2;
    }

    @Override
    public void writeBody(MemorySegment into) {
      Fields.text(into, 2, 32, name);
      Fields.u16(into, 34, versionMin);
      Fields.u16(into, 36, versionMax);
      Fields.u16(into, 38, regionMax);
      Fields.u16(into, 40, ringToClientMax);
      Fields.u16(into, 42, ringToServerMax);
      Fields.u8(into, 44, ringSizeLog2Max);
    }
  }

  /**
   * Which port the client wants, and how.
   *
   * <pre>
   *   2         4         8      9          33        65
   *   +---------+---------+------+----------+---------+
   *   | version | id      | mode | secret   | name    |
   *   +---------+---------+------+----------+---------+
   * </pre>
   */
  record Init(int version, long id, int mode, String secret, String name)
      implements ControlMessage {
    static Init read(MemorySegment from) {
      return new Init(
          Fields.u16(from, 2),
          Fields.u32(from, 4),
          Fields.u8(from, 8),
          Fields.text(from, 9, 24),
          Fields.text(from, 33, 32));
    }

    @Override
    public int type() {
      return 3;
    }

    @Override
    public void writeBody(MemorySegment into) {
      Fields.u16(into, 2, version);
      Fields.u32(into, 4, id);
      Fields.u8(into, 8, mode);
      Fields.text(into, 9, 24, secret);
      Fields.text(into, 33, 32, name);
    }

    /** A secret is for nobody's log. */
    @Override
    public String toString() {
      return "Init[version=%d, id=%d, mode=%d, name=%s]".formatted(version, id, mode, name);
    }
  }

  /**
   * Memory; its descriptor comes along.
   *
   * <pre>
   *   2       4              12
   *   +-------+--------------+
   *   | index | bytes (u64)  |
   *   +-------+--------------+
   * </pre>
   */
  record AddRegion(int index, long bytes) implements ControlMessage {
    @Override
    public int type() {
      return 4;
    }

    @Override
    public void writeBody(MemorySegment into) {
      Fields.u16(into, 2, index);
      Fields.i64(into, 4, bytes);
    }
  }

  /**
   * A ring; its event comes along.
   *
   * <pre>
   *   2       4       6        8            12     13          15
   *   +-------+-------+--------+------------+------+-----------+
   *   | flags | index | region | offset     | log2 | private   |
   *   |       |       |        | in region  | slots| header    |
   *   +-------+-------+--------+------------+------+-----------+
   *   flags, bit 0: 1 from client to server, 0 from server to client
   * </pre>
   */
  record AddRing(
      boolean toServer, int index, int region, long offset, int sizeLog2, int privateHeaderBytes)
      implements ControlMessage {
    static AddRing read(MemorySegment from) {
      return new AddRing(
          (Fields.u16(from, 2) & 1) != 0,
          Fields.u16(from, 4),
          Fields.u16(from, 6),
          Fields.u32(from, 8),
          Fields.u8(from, 12),
          Fields.u16(from, 13));
    }

    @Override
    public int type() {
      return 5;
    }

    @Override
    public void writeBody(MemorySegment into) {
      Fields.u16(into, 2, toServer ? 1 : 0);
      Fields.u16(into, 4, index);
      Fields.u16(into, 6, region);
      Fields.u32(into, 8, offset);
      Fields.u8(into, 12, sizeLog2);
      Fields.u16(into, 13, privateHeaderBytes);
    }
  }

  /** Everything was offered; go. The client's name for the port: 32 bytes at offset 2. */
  record Connect(String name) implements ControlMessage {
    @Override
    public int type() {
      return 6;
    }

    @Override
    public void writeBody(MemorySegment into) {
      Fields.text(into, 2, 32, name);
    }
  }

  /** Everything was taken; the rings are live. The server's name: 32 bytes at offset 2. */
  record Connected(String name) implements ControlMessage {
    @Override
    public int type() {
      return 7;
    }

    @Override
    public void writeBody(MemorySegment into) {
      Fields.text(into, 2, 32, name);
    }
  }

  /**
   * The last words of either side.
   *
   * <pre>
   *   2       6                102
   *   +-------+----------------+
   *   | code  | text           |
   *   +-------+----------------+
   * </pre>
   */
  record Disconnect(long code, String text) implements ControlMessage {
    @Override
    public int type() {
      return 8;
    }

    @Override
    public void writeBody(MemorySegment into) {
      Fields.u32(into, 2, code);
      Fields.text(into, 6, 96, text);
    }
  }
}
