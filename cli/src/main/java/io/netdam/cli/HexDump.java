package io.netdam.cli;

import java.io.PrintStream;
import java.util.HexFormat;

/** Bytes for people: address, sixteen bytes in hexadecimal, and what is printable of them. */
final class HexDump {

  static final int LINE_BYTES = 16;
  private static final HexFormat HEX = HexFormat.of();

  private HexDump() {}

  /** Prints bytes, the first of which lies at an address. */
  static void print(PrintStream out, long address, byte[] bytes, int length) {
    for (int start = 0; start < length; start += LINE_BYTES) {
      out.println(line(address + start, bytes, start, Math.min(length, start + LINE_BYTES)));
    }
  }

  private static String line(long address, byte[] bytes, int start, int end) {
    StringBuilder line = new StringBuilder(HEX.toHexDigits(address, 12)).append(' ');
    StringBuilder text = new StringBuilder();
    for (int i = start; i < start + LINE_BYTES; i++) {
      if (i == start + LINE_BYTES / 2) {
        line.append(' ');
      }
      line.append(' ').append(i < end ? HEX.toHexDigits(bytes[i]) : "  ");
      if (i < end) {
        text.append(bytes[i] >= ' ' && bytes[i] < 127 ? (char) bytes[i] : '.');
      }
    }
    return line.append("  |").append(text).append('|').toString();
  }
}
