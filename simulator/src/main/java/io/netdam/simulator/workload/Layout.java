package io.netdam.simulator.workload;

/**
 * What lies where in the memory of a simulated device.
 *
 * <pre>
 *      0  cells of 8 bytes
 *    512  cells of 4 bytes
 *    768  cells of 16 bytes
 *  1,024  a range written with WRITE and read with READ
 *  3,072  a range for FILL and COPY
 *  4,096  end
 * </pre>
 */
public final class Layout {
  /** Cells of 8 bytes. */
  public static final int CELLS = 0;

  /** Cells of 4 bytes. */
  public static final int HALF_CELLS = 512;

  /** Cells of 16 bytes. */
  public static final int WIDE_CELLS = 768;

  /** A range. */
  public static final int RANGE = 1_024;

  /** A range for FILL and COPY. */
  public static final int SMUDGE = 3_072;

  /** End of the memory. */
  public static final int END = 4_096;

  private Layout() {}
}
