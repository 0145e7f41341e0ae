package io.netdam.memif;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Fields of control messages: unaligned, in the byte order of the machine, texts ended by a zero.
 */
final class Fields {
  private Fields() {}

  static int u8(MemorySegment message, long at) {
    return Byte.toUnsignedInt(message.get(ValueLayout.JAVA_BYTE, at));
  }

  static int u16(MemorySegment message, long at) {
    return Short.toUnsignedInt(message.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
  }

  static long u32(MemorySegment message, long at) {
    return Integer.toUnsignedLong(message.get(ValueLayout.JAVA_INT_UNALIGNED, at));
  }

  static long i64(MemorySegment message, long at) {
    return message.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
  }

  /** Up to the zero, or the whole field; bytes that are no UTF-8 are replaced. */
  static String text(MemorySegment message, long at, int bytes) {
    byte[] field = message.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE);
    int length = 0;
    while (length < bytes && field[length] != 0) {
      length++;
    }
    return new String(field, 0, length, StandardCharsets.UTF_8);
  }

  static void u8(MemorySegment message, long at, int value) {
    message.set(ValueLayout.JAVA_BYTE, at, (byte) value);
  }

  static void u16(MemorySegment message, long at, int value) {
    message.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
  }

  static void u32(MemorySegment message, long at, long value) {
    message.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
  }

  static void i64(MemorySegment message, long at, long value) {
    message.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
  }

  /** Cut off where the field, less one byte for the zero, ends. */
  static void text(MemorySegment message, long at, int bytes, String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(utf8.length, bytes - 1);
    MemorySegment.copy(utf8, 0, message, ValueLayout.JAVA_BYTE, at, length);
    message.set(ValueLayout.JAVA_BYTE, at + length, (byte) 0);
  }
}
