package io.netdam.simulator.scenario;

import io.netdam.simulator.network.NetworkObserver;
import io.netdam.simulator.network.Packet;
import io.netdam.wire.FrameDescription;
import java.io.PrintStream;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Every packet in order, as a hash and, if asked for, as text. */
final class Log {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int HASHED_BYTES = 64;

  private final @Nullable PrintStream trace;
  private long hash = 0xCBF2_9CE4_8422_2325L;

  Log(@Nullable PrintStream trace) {
    this.trace = trace;
  }

  long hash() {
    return hash;
  }

  void sent(long nowNs, Packet packet) {
    mix(nowNs);
    mix(packet.number);
    mix(packet.length);
    // The checksum of a frame stands in its first 64 bytes.
    for (int at = 0; at + Long.BYTES <= Math.min(packet.length, HASHED_BYTES); at += Long.BYTES) {
      mix(packet.frame.get(WORD, at));
    }
    if (trace != null) {
      line(nowNs, packet, "->", FrameDescription.describe(packet.frame, 0, packet.length));
    }
  }

  void fate(long nowNs, Packet packet, NetworkObserver.Fate fate) {
    mix(nowNs);
    mix(packet.number << 8 | fate.ordinal());
    if (trace != null) {
      line(nowNs, packet, "..", fate.name());
    }
  }

  void note(long nowNs, String what) {
    mix(nowNs);
    if (trace != null) {
      trace.printf(Locale.ROOT, "%13.6f ms  ** %s%n", nowNs / 1e6, what);
    }
  }

  private void line(long nowNs, Packet packet, String mark, String what) {
    if (trace != null) {
      trace.printf(
          Locale.ROOT,
          "%13.6f ms %s #%d %s > %s %s%n",
          nowNs / 1e6,
          mark,
          packet.number,
          packet.from,
          packet.to,
          what);
    }
  }

  private void mix(long value) {
    hash = (hash ^ value) * 0x0000_0100_0000_01B3L;
    hash ^= hash >>> 29;
  }
}
