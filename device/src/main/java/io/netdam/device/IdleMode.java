package io.netdam.device;

/** What a thread of the device does that has nothing to do. */
public enum IdleMode {
  /** It never gives the processor away: the shortest answer, a whole core. */
  SPIN,
  /** It spins for some microseconds, then yields, then blocks: the default. */
  ADAPTIVE,
  /** It blocks at once: no processor time, the longest answer. */
  BLOCK
}
