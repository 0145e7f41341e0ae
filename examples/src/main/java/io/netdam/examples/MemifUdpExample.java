package io.netdam.examples;

import io.netdam.memif.FrameBurst;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A host without a kernel: answers ARP requests for 10.0.0.2, pings, and each UDP datagram with its
 * own payload. All in place: addresses and ports change sides, and no sum over them changes by
 * that.
 *
 * <pre>
 *   0        6        12     14        34      38
 *   +--------+--------+------+---------+-------+------------
 *   | to     | from   | type | IPv4    | UDP ports, or ICMP
 *   +--------+--------+------+---------+-------+------------
 * </pre>
 */
public final class MemifUdpExample {
  private static final ValueLayout.OfShort U16 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt U32 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int ADDRESS = 10 << 24 | 2;
  private static final byte[] HARDWARE = {2, 0, 0, 0, 0, 2};
  private static final int IP = 14;
  private static final int ARP_BYTES = 42;
  private static final int IP_ADDRESSES_END = 34;

  private MemifUdpExample() {}

  /** Turns frames into their answers; whether this one has an answer. */
  static boolean answer(MemorySegment frame) {
    if (frame.byteSize() < ARP_BYTES) {
      return false;
    }
    boolean answered =
        switch (u16(frame, 12)) {
          case 0x0806 -> arp(frame);
          case 0x0800 -> ip(frame);
          default -> false;
        };
    if (answered) {
      MemorySegment.copy(frame, 6, frame, 0, 6);
      MemorySegment.copy(HARDWARE, 0, frame, ValueLayout.JAVA_BYTE, 6, 6);
    }
    return answered;
  }

  private static int u16(MemorySegment frame, long at) {
    return Short.toUnsignedInt(frame.get(U16, at));
  }

  /** Operation at 20; sender 22 and 28, target 32 and 38. */
  private static boolean arp(MemorySegment frame) {
    if (u16(frame, 20) != 1 || frame.get(U32, 38) != ADDRESS) {
      return false;
    }
    frame.set(U16, 20, (short) 2);
    MemorySegment.copy(frame, 22, frame, 32, 10);
    MemorySegment.copy(HARDWARE, 0, frame, ValueLayout.JAVA_BYTE, 22, 6);
    frame.set(U32, 28, ADDRESS);
    return true;
  }

  private static boolean ip(MemorySegment frame) {
    boolean plain = frame.get(ValueLayout.JAVA_BYTE, IP) == 0x45 && (u16(frame, 20) & 0x3fff) == 0;
    if (!plain || frame.get(U32, 30) != ADDRESS) {
      return false;
    }
    int protocol = frame.get(ValueLayout.JAVA_BYTE, 23);
    if (protocol == 17) {
      swap(frame, U16, IP_ADDRESSES_END, IP_ADDRESSES_END + 2);
    } else if (protocol == 1 && u16(frame, IP_ADDRESSES_END) == 0x0800) {
      frame.set(U16, IP_ADDRESSES_END, (short) 0);
      int sum = u16(frame, IP_ADDRESSES_END + 2) + 0x0800; // as RFC 1624: the type became 0
      frame.set(U16, IP_ADDRESSES_END + 2, (short) (sum + (sum >>> 16)));
    } else {
      return false;
    }
    int from = frame.get(U32, 26);
    frame.set(U32, 26, frame.get(U32, 30));
    frame.set(U32, 30, from);
    return true;
  }

  private static void swap(MemorySegment frame, ValueLayout.OfShort layout, long one, long two) {
    short kept = frame.get(layout, one);
    frame.set(layout, one, frame.get(layout, two));
    frame.set(layout, two, kept);
  }

  /** Arguments: {@code server|client SOCKET}. */
  public static void main(String[] arguments) throws IOException {
    MemifLoop.run(
        MemifLoop.options(arguments),
        () -> false,
        (port, burst) -> {
          FrameBurst answers = burst; // in place, those without an answer left out
          int count = burst.count();
          int[] lengths = new int[count];
          for (int frame = 0; frame < count; frame++) {
            lengths[frame] = burst.length(frame);
          }
          answers.clear();
          for (int frame = 0; frame < count; frame++) {
            MemorySegment memory = burst.memory().asSlice(burst.offset(frame), lengths[frame]);
            if (answer(memory)) {
              answers.add(burst.memory(), burst.offset(frame), lengths[frame]);
            }
          }
          MemifLoop.send(port, answers);
        });
  }
}
