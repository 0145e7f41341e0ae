package io.netdam.cli.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** Judges cells that were incremented: what each must hold, or between which two numbers. */
final class CellCheck {

  private final long[] least;
  private final long[] most;

  CellCheck(int cells) {
    least = new long[cells];
    most = new long[cells];
  }

  /**
   * What one client did.
   *
   * @param count its increments, in the order of {@link RandomCells}
   * @param unknown which of them may or may not have been executed
   */
  void expect(long seed, int count, BitSet unknown) {
    RandomCells cells = new RandomCells(seed, least.length);
    for (int i = 0; i < count; i++) {
      int cell = cells.next();
      most[cell]++;
      if (!unknown.get(i)) {
        least[cell]++;
      }
    }
  }

  /** Compares one word with how many increments are certain, and how many in doubt. */
  static void requireWord(String what, long found, long certain, long inDoubt) {
    if (found < certain || found > certain + inDoubt) {
      throw new DemoException(
          what
              + " holds "
              + found
              + " after "
              + certain
              + " increments that succeeded and "
              + inDoubt
              + " of unknown outcome");
    }
  }

  /**
   * Compares every cell with what it must hold.
   *
   * @param values the bytes of each device's cells, by device
   * @return the sum of all cells
   */
  long check(ByteBuffer... values) {
    LongBuffer[] cells = new LongBuffer[values.length];
    for (int device = 0; device < values.length; device++) {
      cells[device] = values[device].order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }
    long sum = 0;
    for (int cell = 0; cell < least.length; cell++) {
      long value = cells[Layout.deviceOfCell(cell)].get(cell / Layout.DEVICES);
      if (value < least[cell] || value > most[cell]) {
        throw new DemoException(
            "cell "
                + cell
                + " (device "
                + Layout.deviceOfCell(cell)
                + ", address "
                + Layout.addressOfCell(cell)
                + ") holds "
                + value
                + "; it must hold "
                + (least[cell] == most[cell]
                    ? "" + least[cell]
                    : least[cell] + " to " + most[cell]));
      }
      sum += value;
    }
    return sum;
  }

  /** Compares the cells in files, one of each device. */
  long checkFiles(Path... files) {
    ByteBuffer[] values = new ByteBuffer[files.length];
    try {
      for (int device = 0; device < files.length; device++) {
        values[device] = ByteBuffer.wrap(Files.readAllBytes(files[device]));
      }
    } catch (IOException e) {
      throw new DemoException("the cells cannot be read: " + e, e);
    }
    return check(values);
  }
}
