package io.netdam.memif;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Where a descriptor of the other side may point. */
final class Bounds {
  private Bounds() {}

  /** The region that a buffer lies in, or null after a failure was noted. */
  static @Nullable MemorySegment region(
      MemorySegment[] regions, long first, long offset, long bytes, Failure failure) {
    int index = Ring.region(first);
    if (index >= regions.length) {
      failure.fail(PortReason.BUFFER_REGION, "region " + index + " of " + regions.length);
      return null;
    }
    MemorySegment region = regions[index];
    // Both have 32 bits: no overflow in 64.
    if (offset + bytes > region.byteSize()) {
      failure.fail(
          PortReason.BUFFER_BOUNDS,
          "%d bytes at %d in a region of %d".formatted(bytes, offset, region.byteSize()));
      return null;
    }
    return region;
  }
}
