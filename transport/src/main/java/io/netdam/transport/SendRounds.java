package io.netdam.transport;

/**
 * What became of the packets of each round trip, by the time at which they were sent: how much was
 * sent, arrived, was lost. Losses are found up to two round trips later, so that a round is judged
 * three rounds after its start.
 */
final class SendRounds {
  /** Rounds that are kept, the current one included. */
  static final int KEPT = 4;

  private final long[] startNs = new long[KEPT];
  private final long[] sentBytes = new long[KEPT];
  private final long[] deliveredBytes = new long[KEPT];
  private final long[] lostBytes = new long[KEPT];
  private final int[] sentPackets = new int[KEPT];
  private final int[] lostPackets = new int[KEPT];
  private int current;

  /** The first round starts with the first {@link #next}. */
  SendRounds() {
    java.util.Arrays.fill(startNs, Long.MIN_VALUE);
  }

  /** A new round starts; the oldest one is forgotten. */
  void next(long nowNs) {
    current = (current + 1) % KEPT;
    startNs[current] = nowNs;
    sentBytes[current] = 0;
    deliveredBytes[current] = 0;
    lostBytes[current] = 0;
    sentPackets[current] = 0;
    lostPackets[current] = 0;
  }

  /** Forgets what was sent so far: a time without answers says nothing about rates. */
  void restart(long nowNs) {
    for (int i = 0; i < KEPT; i++) {
      next(nowNs);
    }
  }

  void onSent(int bytes) {
    sentBytes[current] += bytes;
    sentPackets[current]++;
  }

  void onDelivered(long sentNs, int bytes) {
    int round = of(sentNs);
    if (round >= 0) {
      deliveredBytes[round] += bytes;
    }
  }

  /** Notes a loss; says how many rounds ago the packet was sent, or −1 if that is forgotten. */
  int onLost(long sentNs, int bytes) {
    int round = of(sentNs);
    if (round < 0) {
      return -1;
    }
    lostBytes[round] += bytes;
    lostPackets[round]++;
    return Math.floorMod(current - round, KEPT);
  }

  /** A loss was none. It is taken from the youngest round that has one. */
  void onSpurious(int bytes) {
    for (int ago = 0; ago < KEPT; ago++) {
      int round = Math.floorMod(current - ago, KEPT);
      if (lostBytes[round] >= bytes) {
        lostBytes[round] -= bytes;
        lostPackets[round]--;
        return;
      }
    }
  }

  private int of(long sentNs) {
    for (int ago = 0; ago < KEPT; ago++) {
      int round = Math.floorMod(current - ago, KEPT);
      if (sentNs >= startNs[round]) {
        return startNs[round] == Long.MIN_VALUE ? -1 : round;
      }
    }
    return -1;
  }

  private int ago(int rounds) {
    return Math.floorMod(current - rounds, KEPT);
  }

  long startNs(int rounds) {
    return startNs[ago(rounds)];
  }

  /** Length of a past round: rounds ≥ 1. */
  long lengthNs(int rounds) {
    return Math.max(1, startNs[ago(rounds - 1)] - startNs[ago(rounds)]);
  }

  boolean known(int rounds) {
    return startNs[ago(rounds)] != Long.MIN_VALUE;
  }

  int sentPackets(int rounds) {
    return sentPackets[ago(rounds)];
  }

  int lostPackets(int rounds) {
    return lostPackets[ago(rounds)];
  }

  long sentBytes(int rounds) {
    return sentBytes[ago(rounds)];
  }

  long deliveredBytes(int rounds) {
    return deliveredBytes[ago(rounds)];
  }

  long lostBytes(int rounds) {
    return lostBytes[ago(rounds)];
  }
}
