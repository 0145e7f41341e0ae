package io.netdam.engine;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;

/**
 * Passes a frame to the shard that owns its session. A socket filter steers nearly all of them
 * there at once; the rest comes this way and is never executed where it landed.
 */
public interface HandOver {
  /** For a device of one shard: there is nobody to hand anything to. */
  HandOver NONE = (shard, path, segment, offset, length) -> false;

  /**
   * Copies the frame into the queue of a shard.
   *
   * @param shard the owner
   * @param path where the frame came from
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame
   * @return false if the queue is full; the frame is dropped then, and counted
   */
  boolean offer(int shard, Path path, MemorySegment segment, long offset, int length);
}
