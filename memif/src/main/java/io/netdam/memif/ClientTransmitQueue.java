package io.netdam.memif;

import java.lang.foreign.MemorySegment;

/** Puts frames into a ring to the server: buffers and descriptors are our own. */
final class ClientTransmitQueue extends TransmitQueue {
  private final MemorySegment region;
  private final long buffers;
  private final int bufferBytes;

  /** As {@link ClientReceiveQueue}. */
  ClientTransmitQueue(
      Ring ring, MemorySegment region, long buffers, int bufferBytes, Failure failure) {
    super(ring, failure);
    this.region = region;
    this.buffers = buffers;
    this.bufferBytes = bufferBytes;
  }

  private long buffer(int index) {
    return buffers + (long) (index & ring.size() - 1) * bufferBytes;
  }

  /** Writes descriptors that point somewhere, for servers that look at them early. */
  void describe() {
    for (int slot = 0; slot < ring.size(); slot++) {
      ring.first(slot, Ring.first(false, 0, bufferBytes));
      ring.second(slot, buffer(slot));
    }
  }

  @Override
  int other() {
    return ring.tailAcquire();
  }

  @Override
  int free(int other) {
    int moved = other - seen & 0xffff;
    int outstanding = next - seen & 0xffff;
    return moved > outstanding ? Integer.MAX_VALUE : ring.size() - (next - other & 0xffff);
  }

  @Override
  int put(int index, int free, FrameBurst from, int frame) {
    int length = from.length(frame);
    int slots = (length + bufferBytes - 1) / bufferBytes;
    if (slots > free) {
      return slots > ring.size() ? UNSENDABLE : FULL;
    }
    long source = from.offset(frame);
    for (int part = 0; part < slots; part++) {
      int done = part * bufferBytes;
      int bytes = Math.min(bufferBytes, length - done);
      long buffer = buffer(index + part);
      Copy.bytes(from.memory(), source + done, region, buffer, bytes);
      ring.first(index + part, Ring.first(part + 1 < slots, 0, bytes));
      ring.second(index + part, buffer);
    }
    return slots;
  }

  @Override
  void publish(int index) {
    ring.headRelease(index);
  }
}
