package io.netdam.simulator.model;

/** Mixing of 64-bit codes, for the canonical code of a state. */
final class Mix {
  private Mix() {}

  /** A code of a constant, the same in each run. */
  static long code(Enum<?> constant) {
    return constant.name().hashCode();
  }

  static long mix(long seed, long value) {
    long z = (seed ^ Long.rotateLeft(value * 0x9E3779B97F4A7C15L, 31)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
