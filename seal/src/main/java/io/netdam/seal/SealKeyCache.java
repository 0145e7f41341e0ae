package io.netdam.seal;

import org.jspecify.annotations.Nullable;

/**
 * The keys that a shard used last, since deriving one takes microseconds. It is bounded, and what
 * it forgets costs a derivation and nothing else, so strangers who send SPIs cannot fill anything.
 * One thread.
 */
public final class SealKeyCache {
  private static final int WAYS = 4;

  private final DeviceKeys keys;
  private final DeviceLife device;
  private final int shard;
  private final int sets;
  private final @Nullable SealKey[] requests;
  private final @Nullable SealKey[] replies;
  private final byte[] next;
  private long derivations;

  /**
   * An empty one.
   *
   * @param keys of the device
   * @param device whose memory it is, and since when
   * @param shard 0 to 255
   * @param capacity clients to remember, a power of two, 4 to 1,048,576
   * @throws IllegalArgumentException if the capacity is no such number
   */
  public SealKeyCache(DeviceKeys keys, DeviceLife device, int shard, int capacity) {
    if (capacity < WAYS || capacity > 1 << 20 || Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException(
          "capacity " + capacity + " is not a power of two from 4 to 1,048,576");
    }
    this.keys = keys;
    this.device = device;
    this.shard = shard;
    this.sets = capacity / WAYS;
    this.requests = new @Nullable SealKey[capacity];
    this.replies = new @Nullable SealKey[capacity];
    this.next = new byte[sets];
  }

  /**
   * The key that opens a client's requests.
   *
   * @param spi names the client's process
   * @return the key, or null where the device has no key for that SPI
   */
  public @Nullable SealKey request(int spi) {
    int at = place(spi);
    return at < 0 ? null : requests[at];
  }

  /**
   * The key that seals replies to a client.
   *
   * @param spi names the client's process
   * @return the key, or null where the device has no key for that SPI
   */
  public @Nullable SealKey reply(int spi) {
    int at = place(spi);
    return at < 0 ? null : replies[at];
  }

  /** How many clients' keys were derived so far. */
  public long derivations() {
    return derivations;
  }

  private int place(int spi) {
    // SPIs are given one after the other: spread them over the sets by their low bits.
    int set = spi & sets - 1;
    for (int at = WAYS * set; at < WAYS * (set + 1); at++) {
      SealKey kept = requests[at];
      if (kept != null && kept.spi() == spi) {
        return at;
      }
    }
    byte[] secret = keys.secret(spi);
    if (secret == null) {
      return -1;
    }
    derivations++;
    int at = WAYS * set + next[set];
    next[set] = (byte) ((next[set] + 1) % WAYS);
    requests[at] = SealKey.derive(secret, spi, Direction.REQUEST, device, shard);
    replies[at] = SealKey.derive(secret, spi, Direction.REPLY, device, shard);
    return at;
  }
}
