package io.netdam.engine;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Frames put together by hand from docs/protocol.md, byte by byte: nothing of the wire room is
 * used, so that a test of the engine does not believe the code under it.
 */
final class Frame {
  static final int REQUEST = 1;
  static final int REPLY = 2;
  static final int ACK = 3;
  static final int OPEN = 4;
  static final int OPENED = 5;
  static final int RETRY = 6;
  static final int CAPS = 7;
  static final int CAPS_REPLY = 8;
  static final int CLOSE = 9;
  static final int GOAWAY = 10;
  static final int PROBE = 11;
  static final int PROBE_REPLY = 12;

  static final int TICKET = 0x01;
  static final int QUIET = 0x02;
  static final int CONTINUE = 0x04;
  static final int ALL = 0x08;
  static final int CAPABILITY = 0x10;

  static final int OPERANDS = 0x01;
  static final int FENCED = 0x02;
  static final int DATA = 0x04;
  static final int WIDTH_4 = 0x10;
  static final int WIDTH_16 = 0x20;

  final byte[] bytes;
  private final ByteBuffer buffer;
  private int stream = 32;
  private int dataEnd = -1;

  private Frame(byte[] bytes) {
    this.bytes = bytes;
    this.buffer = ByteBuffer.wrap(bytes);
  }

  /** A frame of a kind and size, all else zero. */
  static Frame of(int kind, int length) {
    Frame frame = new Frame(new byte[length]);
    frame.bytes[0] = 0x01;
    frame.bytes[1] = (byte) kind;
    return frame;
  }

  static Frame received(byte[] bytes) {
    return new Frame(bytes.clone());
  }

  /** A request; operation number and distance 0 unless {@link #operation} says otherwise. */
  static Frame request(long session, long packet, int length) {
    return of(REQUEST, length).session(session).packet(packet);
  }

  static Frame open(int window, int frameBytes, long nonce) {
    return of(OPEN, 128)
        .packet(7)
        .set16(30, window)
        .set8(32, 1)
        .set8(33, 1)
        .set32(36, frameBytes)
        .set64(40, nonce);
  }

  Frame set8(int offset, int value) {
    buffer.put(offset, (byte) value);
    return this;
  }

  Frame set16(int offset, int value) {
    buffer.putShort(offset, (short) value);
    return this;
  }

  Frame set32(int offset, long value) {
    buffer.putInt(offset, (int) value);
    return this;
  }

  Frame set64(int offset, long value) {
    buffer.putLong(offset, value);
    return this;
  }

  Frame put(int offset, byte... source) {
    buffer.put(offset, source);
    return this;
  }

  Frame flags(int flags) {
    bytes[2] |= (byte) flags;
    return this;
  }

  Frame count(int count) {
    bytes[3] = (byte) count;
    return this;
  }

  Frame session(long session) {
    return set64(8, session);
  }

  Frame packet(long packet) {
    return set64(16, packet);
  }

  Frame operation(long number, int distance) {
    return set64(24, number << 16 | distance);
  }

  /** Appends an instruction core. */
  Frame core(int opcode, int flags, long length, long address) {
    set8(stream, opcode)
        .set8(stream + 1, flags)
        .set32(stream + 4, length)
        .set64(stream + 8, address);
    stream += 16;
    bytes[3]++;
    return this;
  }

  Frame handle(int handle) {
    return set16(stream - 14, handle);
  }

  Frame operands(long first, long second) {
    set64(stream, first).set64(stream + 8, second);
    stream += 16;
    return this;
  }

  /** Appends data; all cores must stand. */
  Frame data(byte... data) {
    int start = dataEnd < 0 ? (stream + 63) / 64 * 64 : (dataEnd + 15) / 16 * 16;
    buffer.put(start, data);
    dataEnd = start + data.length;
    return this;
  }

  Frame ticket(byte[] ticket) {
    flags(TICKET);
    return put(bytes.length - 64, ticket);
  }

  static Frame fetchAdd(
      long session, long packet, long number, int distance, long address, long delta) {
    return request(session, packet, 64)
        .operation(number, distance)
        .core(0x30, OPERANDS, 0, address)
        .operands(delta, 0);
  }

  static Frame read(long session, long packet, long tag, long address, int length, int frameBytes) {
    return request(session, packet, frameBytes).operation(tag, 0).core(0x20, 0, length, address);
  }

  static Frame write(
      long session, long packet, long number, int distance, long address, byte... data) {
    return request(session, packet, 64 + (data.length + 63) / 64 * 64)
        .operation(number, distance)
        .core(0x21, DATA, data.length, address)
        .data(data);
  }

  /** Makes room for a ticket behind the frame and puts it there. */
  Frame withTicket(byte[] ticket) {
    Frame longer = new Frame(Arrays.copyOf(bytes, bytes.length + 64));
    return longer.ticket(ticket);
  }

  /** The frame with its checksum. */
  byte[] sealed() {
    set32(4, 0);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return set32(4, crc.getValue()).bytes;
  }

  int get8(int offset) {
    return Byte.toUnsignedInt(bytes[offset]);
  }

  int get16(int offset) {
    return Short.toUnsignedInt(buffer.getShort(offset));
  }

  int get32(int offset) {
    return buffer.getInt(offset);
  }

  long get64(int offset) {
    return buffer.getLong(offset);
  }

  int kind() {
    return get8(1);
  }

  int count() {
    return get8(3);
  }

  long session() {
    return get64(8);
  }

  long packet() {
    return get64(16);
  }

  long number() {
    return get64(24) >>> 16;
  }

  int residence() {
    return get16(30);
  }

  // REPLY and ACK
  int occupancy() {
    return get8(32);
  }

  boolean repeated() {
    return (get8(33) & 0x02) != 0;
  }

  int credit() {
    return get32(36);
  }

  long echo() {
    return get64(40);
  }

  // REPLY of results without WIDE
  int opcode(int result) {
    return get8(48 + 16 * result);
  }

  int status(int result) {
    return get8(49 + 16 * result);
  }

  long value(int result) {
    return get64(56 + 16 * result);
  }

  byte[] slice(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }
}
