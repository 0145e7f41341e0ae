package io.netdam.engine;

import java.lang.foreign.MemorySegment;

/**
 * The frames of requests of several instructions of one peer, built once and copied for each
 * transmission; the numbers in the header are written into the copy.
 */
final class RequestBuffers {
  private final MemorySegment memory;
  private final int frameBytes;
  private final int[] bytes;
  private final int[] nextFree;
  private int firstFree;

  RequestBuffers(int count, int frameBytes) {
    this.frameBytes = frameBytes;
    memory = MemorySegment.ofArray(new byte[Math.multiplyExact(count, frameBytes)]);
    bytes = new int[count];
    nextFree = new int[count];
    for (int i = 0; i < count; i++) {
      nextFree[i] = i + 1 < count ? i + 1 : OperationSlots.NONE;
    }
    firstFree = count > 0 ? 0 : OperationSlots.NONE;
  }

  /** A buffer with a copy of the frame, or {@link OperationSlots#NONE}. */
  int take(MemorySegment frame, int length) {
    int buffer = firstFree;
    if (buffer != OperationSlots.NONE) {
      firstFree = nextFree[buffer];
      MemorySegment.copy(frame, 0, memory, offset(buffer), length);
      bytes[buffer] = length;
    }
    return buffer;
  }

  void release(int buffer) {
    nextFree[buffer] = firstFree;
    firstFree = buffer;
  }

  boolean isEmpty() {
    return firstFree == OperationSlots.NONE;
  }

  MemorySegment memory() {
    return memory;
  }

  long offset(int buffer) {
    return (long) buffer * frameBytes;
  }

  int length(int buffer) {
    return bytes[buffer];
  }
}
