package io.netdam.simulator.model;

/**
 * What a ticket says; the MAC is modelled by {@code key}, the number of the device start that made
 * it.
 *
 * @param session session id that this ticket may make or move
 * @param epoch epoch of the device
 * @param key which start of the device made the MAC key
 * @param expiry device time from which it is void
 * @param address client address that it is bound to
 */
record Ticket(int session, int epoch, int key, int expiry, int address) {
  static final Ticket NONE = new Ticket(0, 0, 0, 0, 0);

  boolean isNone() {
    return session == 0;
  }

  long code() {
    long low = ((long) session << 32) | ((long) epoch << 24) | ((long) key << 16) | expiry;
    return Mix.mix(low, address);
  }
}
