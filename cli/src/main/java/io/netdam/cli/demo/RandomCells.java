package io.netdam.cli.demo;

import java.util.SplittableRandom;

/** The cells that one client increments, in order: the parent can tell them from the seed. */
final class RandomCells {

  private final SplittableRandom random;
  private final int cells;

  RandomCells(long seed, int cells) {
    this.random = new SplittableRandom(seed);
    this.cells = cells;
  }

  int next() {
    return random.nextInt(cells);
  }
}
