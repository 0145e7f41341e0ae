package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Bytes for tests, written by hand as hexadecimal: blanks and '|' mean nothing, {@code 00*16} is a
 * byte sixteen times. They lie at an odd offset between guard bytes, so that a view that forgets
 * its offset, or touches a neighbour, is seen.
 */
final class Frame {
  static final byte GUARD = (byte) 0xA5;
  private static final int BEFORE = 7;
  private static final int AFTER = 9;

  final MemorySegment segment;
  final long offset = BEFORE;
  final int length;
  private final byte[] array;

  private Frame(int length, byte fill) {
    this.length = length;
    array = new byte[BEFORE + length + AFTER];
    Arrays.fill(array, GUARD);
    Arrays.fill(array, BEFORE, BEFORE + length, fill);
    segment = MemorySegment.ofArray(array);
  }

  /** The bytes that the text says. */
  static Frame of(String... hex) {
    byte[] bytes = bytes(String.join(" ", hex));
    Frame frame = new Frame(bytes.length, (byte) 0);
    System.arraycopy(bytes, 0, frame.array, BEFORE, bytes.length);
    return frame;
  }

  /** Room full of rubbish: a writer must overwrite all of it. */
  static Frame dirty(int length) {
    return new Frame(length, (byte) 0xEE);
  }

  static byte[] bytes(String hex) {
    List<Byte> list = new ArrayList<>();
    for (String token : hex.replace('|', ' ').trim().split("\\s+", -1)) {
      int star = token.indexOf('*');
      String digits = star < 0 ? token : token.substring(0, star);
      int times = star < 0 ? 1 : Integer.parseInt(token.substring(star + 1));
      for (int i = 0; i < times; i++) {
        for (byte value : HexFormat.of().parseHex(digits)) {
          list.add(value);
        }
      }
    }
    byte[] bytes = new byte[list.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = list.get(i);
    }
    return bytes;
  }

  /** The content, after a look at the guards. */
  byte[] content() {
    return content(length);
  }

  /** The first bytes of the content; what follows them must be untouched rubbish. */
  byte[] content(int bytes) {
    for (int i = 0; i < array.length; i++) {
      boolean outside = i < BEFORE || i >= BEFORE + length;
      if (outside && array[i] != GUARD) {
        throw new AssertionError("byte " + (i - BEFORE) + " outside the frame was written");
      }
      if (!outside && i >= BEFORE + bytes && array[i] != (byte) 0xEE) {
        throw new AssertionError("byte " + (i - BEFORE) + " after the frame was written");
      }
    }
    byte[] content = new byte[bytes];
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, content, 0, bytes);
    return content;
  }
}
