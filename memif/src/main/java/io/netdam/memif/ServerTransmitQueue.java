package io.netdam.memif;

import java.lang.foreign.MemorySegment;

/** Puts frames into a ring to the client, whose descriptors say where its buffers lie. */
final class ServerTransmitQueue extends TransmitQueue {
  private final MemorySegment[] regions;

  ServerTransmitQueue(Ring ring, MemorySegment[] regions, Failure failure) {
    super(ring, failure);
    this.regions = regions;
  }

  @Override
  int other() {
    return ring.headAcquire();
  }

  /** The client's head runs ahead of us by the buffers that it offers. */
  @Override
  int free(int other) {
    int moved = other - seen & 0xffff;
    int free = other - next & 0xffff;
    return moved > ring.size() ? Integer.MAX_VALUE : free;
  }

  @Override
  int put(int index, int free, FrameBurst from, int frame) {
    int length = from.length(frame);
    long source = from.offset(frame);
    int done = 0;
    for (int part = 0; part < free; part++) {
      long first = ring.first(index + part);
      long offset = Ring.offset(ring.second(index + part));
      long capacity = Ring.length(first);
      MemorySegment region = Bounds.region(regions, first, offset, capacity, failure);
      if (region == null) {
        return FAILED;
      }
      if (capacity == 0) {
        failure.fail(PortReason.BUFFER_EMPTY, "in slot " + (index + part & ring.size() - 1));
        return FAILED;
      }
      int bytes = (int) Math.min(capacity, length - done);
      Copy.bytes(from.memory(), source + done, region, offset, bytes);
      done += bytes;
      // Where the frame is rolled back, each buffer so far was filled: its length stays what it
      // was.
      ring.first(index + part, Ring.first(done < length, Ring.region(first), bytes));
      if (done == length) {
        return part + 1;
      }
    }
    return free == ring.size() ? UNSENDABLE : FULL;
  }

  @Override
  void publish(int index) {
    ring.tailRelease(index);
  }
}
