package io.netdam.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The structures around a message of a socket, in one block: message header, one vector, control.
 *
 * <pre>
 * msghdr   0 name* · 8 name length · 16 vectors* · 24 vectors · 32 control* · 40 control length · 48 flags
 * iovec   56 base* · 64 length
 * control 72 …
 *   cmsghdr  0 length (with this header) · 8 level · 12 type · 16 data, to the next multiple of 8
 * </pre>
 */
final class MessageHeader {
  private static final int VECTOR = 56;
  private static final int CONTROL = 72;
  private static final int CONTROL_LENGTH = 40;
  private static final int FLAGS = 48;
  private static final int RIGHTS_BYTES = 24;
  private static final int CONTROL_HEADER_BYTES = 16;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int MSG_CTRUNC = 0x8;
  private static final int MSG_TRUNC = 0x20;

  private MessageHeader() {}

  /** A header for one buffer and so much control. */
  static MemorySegment allocate(Arena arena, MemorySegment buffer, int controlBytes) {
    MemorySegment header = arena.allocate(CONTROL + (long) controlBytes, Long.BYTES);
    header.set(ValueLayout.ADDRESS, 16, header.asSlice(VECTOR));
    header.set(ValueLayout.JAVA_LONG, 24, 1);
    header.set(ValueLayout.ADDRESS, 32, header.asSlice(CONTROL));
    header.set(ValueLayout.ADDRESS, VECTOR, buffer);
    header.set(ValueLayout.JAVA_LONG, VECTOR + 8, buffer.byteSize());
    reset(header);
    return header;
  }

  /** Makes all of its control usable again. */
  static void reset(MemorySegment header) {
    header.set(ValueLayout.JAVA_LONG, CONTROL_LENGTH, header.byteSize() - CONTROL);
    header.set(ValueLayout.JAVA_INT, FLAGS, 0);
  }

  /** A header that sends a buffer and a descriptor. */
  static MemorySegment passing(Arena arena, MemorySegment buffer, int descriptor) {
    MemorySegment header = allocate(arena, buffer, RIGHTS_BYTES);
    header.set(ValueLayout.JAVA_LONG, CONTROL, CONTROL_HEADER_BYTES + (long) Integer.BYTES);
    header.set(ValueLayout.JAVA_INT, CONTROL + 8, SOL_SOCKET);
    header.set(ValueLayout.JAVA_INT, CONTROL + 12, SCM_RIGHTS);
    header.set(ValueLayout.JAVA_INT, CONTROL + CONTROL_HEADER_BYTES, descriptor);
    return header;
  }

  /** A header that sends a buffer alone. */
  static MemorySegment plain(Arena arena, MemorySegment buffer) {
    return allocate(arena, buffer, 0);
  }

  /** Notes what came: descriptors, and whether something was cut off. */
  static void readControl(ReceivedMessage message, Descriptor.Closing closing) {
    MemorySegment header = message.header();
    message.truncated((header.get(ValueLayout.JAVA_INT, FLAGS) & (MSG_TRUNC | MSG_CTRUNC)) != 0);
    long end = CONTROL + header.get(ValueLayout.JAVA_LONG, CONTROL_LENGTH);
    long at = CONTROL;
    while (at + CONTROL_HEADER_BYTES <= end) {
      long bytes = header.get(ValueLayout.JAVA_LONG, at);
      if (bytes < CONTROL_HEADER_BYTES || bytes > end - at) {
        return; // the kernel writes no such thing
      }
      if (header.get(ValueLayout.JAVA_INT, at + 8) == SOL_SOCKET
          && header.get(ValueLayout.JAVA_INT, at + 12) == SCM_RIGHTS) {
        for (long data = at + CONTROL_HEADER_BYTES;
            data + Integer.BYTES <= at + bytes;
            data += Integer.BYTES) {
          message.add(new Descriptor(header.get(ValueLayout.JAVA_INT, data), closing));
        }
      }
      at += bytes + 7 & ~7L;
    }
  }
}
