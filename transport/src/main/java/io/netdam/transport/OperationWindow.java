package io.netdam.transport;

/**
 * The numbers of a session's changing operations, as its client sees them.
 *
 * <pre>
 *   0 ........ lowest ................. next ......... lowest + granted
 *   resolved   | unresolved or resolved | not yet used | not allowed
 *   (never     | (each in one place of  |
 *   sent again)| a ring)                |
 * </pre>
 *
 * <p>The lowest unresolved number is what makes late copies harmless: a device refuses everything
 * below it. It moves only when the operation has ended for the caller as well.
 */
public final class OperationWindow {
  /** No slot stands under the number. */
  public static final int NONE = -1;

  private final int[] slots;
  private final int mask;
  private final boolean respected;
  private final boolean held;
  private int granted;
  private long lowest;
  private long next;
  private long abandoned = -1;

  /**
   * A closed window.
   *
   * @param grantedMax most operations ahead that a device can grant, 1 to 65,535
   * @param rules kept all but in a simulation
   */
  public OperationWindow(int grantedMax, Rules rules) {
    this.respected = rules.keeps(Rule.WINDOW_RESPECTED);
    this.held = rules.keeps(Rule.UNRESOLVED_HELD);
    int capacity = Integer.highestOneBit(Math.max(1, grantedMax - 1)) << 1;
    // An engine that does not respect its window needs room to overrun it.
    this.slots = new int[respected ? capacity : 4 * capacity];
    this.mask = slots.length - 1;
  }

  /** Starts a new session: numbers from 0, at most {@code windowGranted} ahead. */
  public void open(int windowGranted) {
    granted = Math.clamp(windowGranted, 0, respected ? slots.length : slots.length / 4);
    lowest = 0;
    next = 0;
    abandoned = -1;
  }

  /** Ends the session: no room until the next {@link #open}. */
  public void close() {
    open(0);
  }

  /** Whether another operation may get a number. */
  public boolean room() {
    return lowest > abandoned
        && next - lowest < (respected ? granted : Math.min(2L * granted, slots.length));
  }

  /** Gives the slot of an operation the next number. */
  public long assign(int slot) {
    assert room() && slot >= 0;
    slots[(int) next & mask] = slot;
    return next++;
  }

  /** The slot of an unresolved operation, or {@link #NONE} for any other number. */
  public int slot(long number) {
    return number >= lowest && number < next ? slots[(int) number & mask] : NONE;
  }

  /** The operation has ended; the lowest number moves over all that have. */
  public void resolve(long number) {
    assert slot(number) != NONE : number;
    slots[(int) number & mask] = NONE;
    while (lowest < next && slots[(int) lowest & mask] == NONE) {
      lowest++;
    }
  }

  /**
   * The operation has ended for its caller, but may still run. As long as an older one keeps the
   * lowest number from passing it, a new operation could run before it and be undone by it: no room
   * until then.
   */
  public void abandon(long number) {
    abandoned = Math.max(abandoned, number);
    resolve(number);
  }

  /** The lowest number that has not ended; {@link #next} if all have. */
  public long lowest() {
    return lowest;
  }

  /** The number that the next operation gets. */
  public long next() {
    return next;
  }

  /** How many operations have a number and have not ended, holes not counted. */
  public long span() {
    return next - lowest;
  }

  /** What a request says of the lowest unresolved number: how far it is below its own. */
  public int distance(long number) {
    assert number >= lowest && number < next;
    return held ? (int) (number - lowest) : 0;
  }
}
