package io.netdam.link;

import org.jspecify.annotations.Nullable;

/**
 * A bounded map that forgets: sets of eight entries, and in a full set the entry that was not asked
 * for since the clock's hand last passed it (second chance) gives way. Look-up and insertion touch
 * one set, whatever the keys are, so that a flood of forged addresses costs others nothing but
 * their place.
 */
final class ClockCache<K, V> {

  private static final int WAYS = 8;

  private final @Nullable Object[] keys;
  private final @Nullable Object[] values;
  private final boolean[] used;
  private final byte[] hands;
  private final int shift;

  /** A cache for at least this many entries, in sets of eight. */
  ClockCache(int entries) {
    int sets = 2; // so that the shift below stays under 32
    while (sets * WAYS < entries) {
      sets *= 2;
    }
    keys = new Object[sets * WAYS];
    values = new Object[sets * WAYS];
    used = new boolean[sets * WAYS];
    hands = new byte[sets];
    shift = Integer.numberOfLeadingZeros(sets) + 1;
  }

  int capacity() {
    return keys.length;
  }

  /** The value last put for an equal key, or null when it was never put or is forgotten. */
  @SuppressWarnings("unchecked")
  @Nullable V get(K key) {
    int base = set(key) * WAYS;
    for (int i = base; i < base + WAYS; i++) {
      if (key.equals(keys[i])) {
        used[i] = true;
        return (V) values[i];
      }
    }
    return null;
  }

  void put(K key, V value) {
    int set = set(key);
    int at = place(set, key);
    keys[at] = key;
    values[at] = value;
    used[at] = false; // whoever comes once gives way to those who come again
  }

  private int place(int set, K key) {
    int base = set * WAYS;
    int free = -1;
    for (int i = base; i < base + WAYS; i++) {
      if (key.equals(keys[i])) {
        return i;
      }
      if (keys[i] == null && free < 0) {
        free = i;
      }
    }
    if (free >= 0) {
      return free;
    }
    int hand = hands[set];
    while (used[base + hand]) { // at most once around: the hand clears what it passes
      used[base + hand] = false;
      hand = (hand + 1) % WAYS;
    }
    hands[set] = (byte) ((hand + 1) % WAYS);
    return base + hand;
  }

  private int set(K key) {
    return (key.hashCode() * 0x9E37_79B9) >>> shift;
  }
}
