package io.netdam.memif;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The caller's own memory for a burst of frames, used again and again: frames are received into it
 * and sent from it. For one thread.
 *
 * <p>Each frame lies in one piece, however many buffers of the ring it came in: what the caller
 * looks at is out of the other side's reach.
 */
public final class FrameBurst {
  private static final int FRAMES_MAX = 1 << 16;
  private static final int ALIGNMENT = 64;

  private final MemorySegment memory;
  private final int frameBytesMax;
  private final int strideBytes;
  private final int[] lengths;
  private int count;

  /**
   * Takes memory for frames.
   *
   * @param frames 1 to 65536
   * @param frameBytesMax longest frame, 1 to 1 MiB; a longer one is dropped and counted
   * @param arena owns the memory
   */
  public FrameBurst(int frames, int frameBytesMax, Arena arena) {
    if (frames < 1 || frames > FRAMES_MAX) {
      throw new IllegalArgumentException("frames must be 1 to " + FRAMES_MAX + ": " + frames);
    }
    if (frameBytesMax < 1 || frameBytesMax > 1 << 20) {
      throw new IllegalArgumentException("frameBytesMax must be 1 to 1 MiB: " + frameBytesMax);
    }
    this.frameBytesMax = frameBytesMax;
    this.strideBytes = frameBytesMax + ALIGNMENT - 1 & -ALIGNMENT;
    this.lengths = new int[frames];
    this.memory = arena.allocate((long) frames * strideBytes, ALIGNMENT);
  }

  /** Frames that there is room for. */
  public int capacity() {
    return lengths.length;
  }

  /** Longest frame. */
  public int frameBytesMax() {
    return frameBytesMax;
  }

  /** Frames in it. */
  public int count() {
    return count;
  }

  /** Whether no more frame fits. */
  public boolean isFull() {
    return count == lengths.length;
  }

  /** Where the frames lie. */
  public MemorySegment memory() {
    return memory;
  }

  /** Where in the memory a frame begins: also the next one, which is not there yet. */
  public long offset(int frame) {
    return (long) frame * strideBytes;
  }

  /** Bytes of a frame. */
  public int length(int frame) {
    if (frame >= count) {
      throw new IndexOutOfBoundsException("frame " + frame + " of " + count);
    }
    return lengths[frame];
  }

  /** Changes the length of a frame, as an answer in place does. */
  public void length(int frame, int bytes) {
    if (frame >= count) {
      throw new IndexOutOfBoundsException("frame " + frame + " of " + count);
    }
    requireLength(bytes);
    lengths[frame] = bytes;
  }

  /** Takes all frames out. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds the frame that the caller wrote at {@code offset(count())}.
   *
   * @param bytes 1 to {@link #frameBytesMax}
   */
  public void add(int bytes) {
    requireLength(bytes);
    lengths[count++] = bytes;
  }

  /**
   * Adds a copy.
   *
   * @return false if it is full
   */
  public boolean add(MemorySegment source, long offset, int bytes) {
    if (isFull()) {
      return false;
    }
    requireLength(bytes);
    Copy.bytes(source, offset, memory, offset(count), bytes);
    lengths[count++] = bytes;
    return true;
  }

  private void requireLength(int bytes) {
    if (bytes < 1 || bytes > frameBytesMax) {
      throw new IllegalArgumentException("a frame has 1 to " + frameBytesMax + " bytes: " + bytes);
    }
  }
}
