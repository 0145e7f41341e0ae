package io.netdam.memif;

import java.lang.foreign.MemorySegment;

/**
 * Takes frames out of a ring to the client. The buffers are our own, and where they lie is not read
 * from the ring, which the server can write; of it count the length and whether the frame goes on.
 */
final class ClientReceiveQueue extends ReceiveQueue {
  private final MemorySegment region;
  private final long buffers;
  private final int bufferBytes;

  /**
   * Offers a buffer in each slot; the server must not have been told yet, or be looking only now.
   *
   * @param buffers offset of the buffer of slot 0
   */
  ClientReceiveQueue(
      Ring ring, MemorySegment region, long buffers, int bufferBytes, Failure failure) {
    super(ring, failure);
    this.region = region;
    this.buffers = buffers;
    this.bufferBytes = bufferBytes;
  }

  private long buffer(int index) {
    return buffers + (long) (index & ring.size() - 1) * bufferBytes;
  }

  /** Writes the descriptors; before the handshake ends. */
  void describe() {
    for (int slot = 0; slot < ring.size(); slot++) {
      offer(slot);
    }
  }

  private void offer(int index) {
    // The whole descriptor: a server may have left its flags, or worse, in it.
    ring.first(index, Ring.first(false, 0, bufferBytes));
    ring.second(index, buffer(index));
  }

  /** Publishes all buffers; after the handshake. */
  void start() {
    ring.headRelease(ring.size());
  }

  @Override
  int published() {
    return ring.tailAcquire();
  }

  @Override
  int publishedMax() {
    return ring.size();
  }

  @Override
  void release(int slots) {
    if (slots == 0) {
      return;
    }
    for (int slot = 0; slot < slots; slot++) {
      offer(next + slot);
    }
    ring.headRelease(next + slots + ring.size());
  }

  @Override
  int take(int index, int slots, FrameBurst into) {
    long target = into.offset(into.count());
    long length = 0;
    boolean fits = true;
    for (int part = 0; part < slots; part++) {
      long first = ring.first(index + part);
      long bytes = Ring.length(first);
      if (bytes > bufferBytes) {
        failure.fail(PortReason.BUFFER_LENGTH, bytes + " bytes in a buffer of " + bufferBytes);
        return 0;
      }
      if (length + bytes > into.frameBytesMax()) {
        fits = false;
      } else if (fits) {
        Copy.bytes(region, buffer(index + part), into.memory(), target + length, bytes);
        length += bytes;
      }
      if (!Ring.goesOn(first)) {
        finish(into, length, fits);
        return part + 1;
      }
    }
    failure.fail(PortReason.CHAIN_UNFINISHED, "a frame of more than " + slots + " slots");
    return 0;
  }
}
