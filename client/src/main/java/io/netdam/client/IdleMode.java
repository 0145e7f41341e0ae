package io.netdam.client;

/** What a thread does that waits for a packet. */
public enum IdleMode {
  /** It never gives the processor away: the shortest wait, a whole core. */
  SPIN,
  /** It spins for some microseconds, then yields, then blocks: the default. */
  ADAPTIVE,
  /** It blocks at once: no processor time, the longest wait. */
  BLOCK
}
