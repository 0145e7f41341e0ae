package io.netdam.wire;

import java.util.HexFormat;

/** Small helpers of the one-line descriptions; off the hot path. */
final class Text {
  private static final HexFormat HEX = HexFormat.of();

  private Text() {}

  static String hexByte(int value) {
    return "0x" + HEX.toHexDigits((byte) value);
  }

  static String hex32(int value) {
    return HEX.toHexDigits(value);
  }

  static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }

  /** A session id as shard:number, 0 as "none". */
  static String session(long sessionId) {
    if (sessionId == 0) {
      return "none";
    }
    return TransportHeader.shard(sessionId) + ":" + Long.toHexString(sessionId & ~0L >>> 8);
  }

  /** Names of the bits that are set, joined by '|'; bits without a name as one hex number. */
  static String flags(int flags, String... names) {
    if (flags == 0) {
      return "-";
    }
    StringBuilder text = new StringBuilder();
    int rest = flags;
    for (int bit = 0; bit < names.length; bit++) {
      if ((flags & 1 << bit) != 0) {
        text.append(text.isEmpty() ? "" : "|").append(names[bit]);
        rest &= ~(1 << bit);
      }
    }
    if (rest != 0) {
      text.append(text.isEmpty() ? "" : "|").append(hexByte(rest));
    }
    return text.toString();
  }
}
