package io.netdam.link;

/**
 * What a thread does that finds nothing to do: spin, then yield, then block. It reads no clock; the
 * time comes from the loop that uses it. Not thread-safe.
 *
 * <p>Waking a blocked thread on another processor costs some ten microseconds, as much as several
 * round trips on one host; a thread that never blocks costs a processor. So the adaptive strategy
 * stays awake for about as long as a wake-up costs, gives its processor to whoever wants it for as
 * long again, and then blocks.
 */
public final class IdleStrategy {

  /** What to do next. */
  public enum Step {
    /** Look again at once, after {@link Thread#onSpinWait()}. */
    SPIN,
    /** Look again after {@link Thread#yield()}. */
    YIELD,
    /** Wait until something happens. */
    BLOCK
  }

  private static final long SPIN_NS = 20_000;
  private static final long YIELD_NS = 60_000;

  private final long spinNs;
  private final long yieldNs;
  private long busyUntilNs;

  private IdleStrategy(long spinNs, long yieldNs) {
    this.spinNs = spinNs;
    this.yieldNs = yieldNs;
    this.busyUntilNs = Long.MIN_VALUE / 2;
  }

  /** Never blocks. */
  public static IdleStrategy spinning() {
    return new IdleStrategy(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Spins for 20 µs, yields until 60 µs have gone, then blocks. */
  public static IdleStrategy adaptive() {
    return new IdleStrategy(SPIN_NS, YIELD_NS);
  }

  /** Blocks at once. */
  public static IdleStrategy blocking() {
    return new IdleStrategy(0, 0);
  }

  /** There was something to do at this time. */
  public void busy(long nowNs) {
    busyUntilNs = nowNs;
  }

  /** There was nothing to do at this time: what now. */
  public Step idle(long nowNs) {
    long idleNs = nowNs - busyUntilNs;
    if (idleNs < spinNs) {
      return Step.SPIN;
    }
    return idleNs < yieldNs ? Step.YIELD : Step.BLOCK;
  }
}
