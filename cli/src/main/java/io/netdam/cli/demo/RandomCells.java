package io.netdam.cli.demo;

import java.util.BitSet;
import java.util.SplittableRandom;

/** The cells that one client increments, in order: the parent can tell them from the seed. */
final class RandomCells {

  private final SplittableRandom random;
  private final int cells;

  RandomCells(long seed, int cells) {
    this.random = new SplittableRandom(seed);
    this.cells = cells;
  }

  /** Which of a client's increments are of cells of this device. */
  static BitSet ofDevice(long seed, int cells, int count, int device) {
    RandomCells random = new RandomCells(seed, cells);
    BitSet some = new BitSet(count);
    for (int i = 0; i < count; i++) {
      some.set(i, Layout.deviceOfCell(random.next()) == device);
    }
    return some;
  }

  int next() {
    return random.nextInt(cells);
  }
}
