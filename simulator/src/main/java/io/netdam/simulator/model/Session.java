package io.netdam.simulator.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the device keeps of a session: its proven addresses, how long it lives, and the guard of its
 * last W operations.
 */
final class Session {
  private static final int EMPTY = -1;
  private static final int MOST_ADDRESSES = 2;

  final int id;

  /** The longest unused first. */
  private final List<Integer> addresses = new ArrayList<>();

  int lastActivity;
  int ticketExpiry;
  boolean closed;

  /** Highest "lowest unresolved number" seen: below, nothing runs any more. */
  int base;

  /**
   * By number modulo W, the operation number that was recorded last. Kept when base passes, until
   * the number one window later is recorded: so the device can still tell what became of an
   * operation below base.
   */
  final int[] recorded;

  private final boolean[] refused;

  Session(int id, int window) {
    this.id = id;
    recorded = new int[window];
    Arrays.fill(recorded, EMPTY);
    refused = new boolean[window];
  }

  Session copy() {
    Session copy = new Session(id, recorded.length);
    copy.addresses.addAll(addresses);
    copy.lastActivity = lastActivity;
    copy.ticketExpiry = ticketExpiry;
    copy.closed = closed;
    copy.base = base;
    System.arraycopy(recorded, 0, copy.recorded, 0, recorded.length);
    System.arraycopy(refused, 0, copy.refused, 0, refused.length);
    return copy;
  }

  boolean answersTo(int address) {
    return addresses.contains(address);
  }

  /** Adds an address, in the place of the longest unused one, or notes its use. */
  void use(int address) {
    addresses.remove(Integer.valueOf(address));
    addresses.add(address);
    if (addresses.size() > MOST_ADDRESSES) {
      addresses.removeFirst();
    }
  }

  boolean isRecorded(int number) {
    return recorded[number % recorded.length] == number;
  }

  boolean isRefused(int number) {
    return isRecorded(number) && refused[number % recorded.length];
  }

  /** Whether a later operation has taken the slot of this number. */
  boolean isOverwritten(int number) {
    return recorded[number % recorded.length] > number;
  }

  void record(int number, boolean isRefused) {
    recorded[number % recorded.length] = number;
    refused[number % recorded.length] = isRefused;
  }

  void forgetGuards() {
    Arrays.fill(recorded, EMPTY);
    base = 0;
  }

  long code() {
    long code = Mix.mix(id, addresses.hashCode());
    code = Mix.mix(code, ((long) lastActivity << 32) | ticketExpiry);
    code = Mix.mix(code, ((long) base << 32) | (closed ? 1 : 0));
    for (int i = 0; i < recorded.length; i++) {
      code = Mix.mix(code, (recorded[i] << 1) | (refused[i] ? 1 : 0));
    }
    return code;
  }
}
