package io.netdam.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Where messages with descriptors are received into; reused, for one thread. */
public final class ReceivedMessage implements AutoCloseable {
  /** Room for one descriptor and for credentials, each with its header, and to spare. */
  static final int CONTROL_BYTES = 128;

  private final MemorySegment memory;
  private final MemorySegment header;
  private final Deque<Descriptor> descriptors = new ArrayDeque<>();
  private boolean truncated;

  /**
   * Takes memory.
   *
   * @param bytesMax of a message; what is longer arrives as {@link #truncated}
   * @param arena owns the memory
   */
  public ReceivedMessage(int bytesMax, Arena arena) {
    this.memory = arena.allocate(bytesMax, Long.BYTES);
    this.header = MessageHeader.allocate(arena, memory, CONTROL_BYTES);
  }

  /** The bytes of the last message are at its beginning. */
  public MemorySegment memory() {
    return memory;
  }

  MemorySegment header() {
    return header;
  }

  /** Whether bytes or descriptors did not fit, or no more files may be open. */
  public boolean truncated() {
    return truncated;
  }

  void truncated(boolean wasTruncated) {
    this.truncated = wasTruncated;
  }

  void add(Descriptor descriptor) {
    descriptors.add(descriptor);
  }

  /** Descriptors that came with the last message and were not taken. */
  public int descriptorCount() {
    return descriptors.size();
  }

  /** The next descriptor of the last message, now the caller's to close; null if none is left. */
  public @Nullable Descriptor takeDescriptor() {
    return descriptors.poll();
  }

  /** Closes what came and was not taken. */
  @Override
  public void close() {
    for (Descriptor next = descriptors.poll(); next != null; next = descriptors.poll()) {
      next.close();
    }
  }
}
