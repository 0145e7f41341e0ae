package io.netdam.engine;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Where an engine builds the frames that it sends. A link stands behind it; the engine never sees
 * the link.
 *
 * <p>One frame is claimed, built from offset 0 and committed. A claim that is not committed is
 * void: the next claim may return the same bytes. A claimed frame never overlaps the frame that the
 * engine is being given. Nothing is copied and nothing allocated.
 */
public interface Outbox {
  /**
   * A frame to write into.
   *
   * @param length most bytes that will be committed, 1 to 8,320
   * @return a segment whose bytes 0 to {@code length} − 1 are writable and hold anything, or null:
   *     no room now
   */
  @Nullable MemorySegment claim(int length);

  /**
   * Queues the claimed frame.
   *
   * @param to where it goes
   * @param length its bytes, at most as many as were claimed
   */
  void commit(Path to, int length);
}
