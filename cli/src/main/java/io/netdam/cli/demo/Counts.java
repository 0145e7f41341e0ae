package io.netdam.cli.demo;

/**
 * How much a round does.
 *
 * @param tickets drawn by all clients together, each by its own fetch-add
 * @param swaps successful compare-and-swaps on one word, by all clients together
 * @param cells words that increments are spread over
 * @param increments made by all clients together
 * @param singles operations, one at a time, of one client
 * @param echoes of the bare TCP echo, by all clients together
 */
record Counts(int tickets, int swaps, int cells, int increments, int singles, int echoes) {

  static Counts whole() {
    return new Counts(1_000_000, 20_000, 1_000_000, 1_000_000, 20_000, 200_000);
  }

  Counts tenth() {
    return new Counts(
        tickets / 10, swaps / 10, cells / 10, increments / 10, singles / 10, echoes / 10);
  }
}
