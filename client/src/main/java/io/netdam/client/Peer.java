package io.netdam.client;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One device, shared by all {@link RemoteMemory} of its address. */
final class Peer {

  private final int index;
  private final String text;
  private final InetSocketAddress address;

  /** The engine's number for it; −1 before first use. Guarded by the driver's lock. */
  private int number = -1;

  /** Calls with parts that the engine has not taken yet. Guarded by the driver's lock. */
  private final CallQueue pending = new CallQueue();

  Peer(int index, String text, InetSocketAddress address) {
    this.index = index;
    this.text = text;
    this.address = address;
  }

  /** Its place among the peers, from 0. */
  int index() {
    return index;
  }

  /** The address as it was given. */
  String text() {
    return text;
  }

  InetSocketAddress address() {
    return address;
  }

  int number() {
    return number;
  }

  void number(int engineNumber) {
    number = engineNumber;
  }

  CallQueue pending() {
    return pending;
  }

  @Nullable Call firstPending() {
    return pending.first();
  }
}
