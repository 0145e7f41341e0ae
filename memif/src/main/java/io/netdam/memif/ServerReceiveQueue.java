package io.netdam.memif;

import java.lang.foreign.MemorySegment;

/**
 * Takes frames out of a ring to the server: descriptors and buffers are the client's, all of it.
 */
final class ServerReceiveQueue extends ReceiveQueue {
  private final MemorySegment[] regions;

  ServerReceiveQueue(Ring ring, MemorySegment[] regions, Failure failure) {
    super(ring, failure);
    this.regions = regions;
  }

  @Override
  int published() {
    return ring.headAcquire();
  }

  @Override
  int publishedMax() {
    return ring.size();
  }

  @Override
  void release(int slots) {
    if (slots > 0) {
      ring.tailRelease(next + slots);
    }
  }

  @Override
  int take(int index, int slots, FrameBurst into) {
    long target = into.offset(into.count());
    long length = 0;
    boolean fits = true;
    for (int part = 0; part < slots; part++) {
      long first = ring.first(index + part);
      long offset = Ring.offset(ring.second(index + part));
      long bytes = Ring.length(first);
      MemorySegment region = Bounds.region(regions, first, offset, bytes, failure);
      if (region == null) {
        return 0;
      }
      if (length + bytes > into.frameBytesMax()) {
        fits = false;
      } else if (fits) {
        Copy.bytes(region, offset, into.memory(), target + length, bytes);
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
