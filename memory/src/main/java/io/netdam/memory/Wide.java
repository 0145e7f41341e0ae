package io.netdam.memory;

/** A 128-bit value in two halves: reused by its owner, so that a 16-byte result needs no object. */
public final class Wide {
  private long low;
  private long high;

  /** Zero. */
  public Wide() {}

  /** Bits 0–63: the word at the lower address. */
  public long low() {
    return low;
  }

  /** Bits 64–127: the word at the higher address. */
  public long high() {
    return high;
  }

  /** Sets both halves. */
  public Wide set(long newLow, long newHigh) {
    low = newLow;
    high = newHigh;
    return this;
  }

  @Override
  public String toString() {
    return String.format("0x%016x%016x", high, low);
  }
}
