package io.netdam.os;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Where a foreign call leaves errno. A class of its own, loaded by the first call that needs it.
 */
final class LinuxErrno {
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private LinuxErrno() {}

  /** Memory to give to a call. */
  static MemorySegment allocate(Arena arena) {
    return arena.allocate(STATE);
  }

  /** What the last call through this memory left. */
  static int value(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }
}
