package io.netdam.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Memory with a path by which another process of the same user maps it while this one holds it. */
public final class SharedMemory implements AutoCloseable {
  /** Takes the path away. */
  interface Release {
    void release() throws IOException;
  }

  private final MemorySegment segment;
  private final Path path;
  private final Arena arena;
  private final Release release;

  SharedMemory(MemorySegment segment, Path path, Arena arena, Release release) {
    this.segment = segment;
    this.path = path;
    this.arena = arena;
    this.release = release;
  }

  /** The memory. */
  public MemorySegment segment() {
    return segment;
  }

  /** What the other process opens and maps. */
  public Path path() {
    return path;
  }

  /** Unmaps it here and takes the path away; who has it mapped keeps it. Once. */
  @Override
  public void close() throws IOException {
    arena.close();
    release.release();
  }
}
