package io.netdam.engine;

/** How full the fullest queue of a device is, 0 to 255: what clients slow down by. */
final class Occupancy {
  private final ResultStore store;
  private int socket;

  Occupancy(ResultStore store) {
    this.store = store;
  }

  /** The fill of the socket's receive buffer, as far as the runtime knows it. */
  void socket(int fill) {
    socket = Math.clamp(fill, 0, 255);
  }

  int level() {
    return Math.max(socket, store.occupancy());
  }
}
