package io.netdam.simulator.table;

import java.util.SplittableRandom;

/**
 * One direction of a link: packets leave one after the other at its rate, wait in a buffer that
 * drops what does not fit, may meet a policer, get lost at random after it, and arrive.
 */
final class Bottleneck {
  /** {@link #carry}: it does not arrive. */
  static final long DROPPED = -1;

  private static final double SECOND_NS = 1e9;

  private final double nsPerByte;
  private final long bufferBytes;
  private final long delayNs;
  private final double loss;
  private final SplittableRandom random;
  private double freeNs;
  private double tokensPerNs;
  private double tokensMax;
  private double tokens;
  private long tokensNs;
  private long offered;
  private long dropped;

  /**
   * An idle link.
   *
   * @param bytesPerSecond its rate
   * @param bufferBytes what can wait
   * @param delayNs from its end to the receiver
   * @param loss chance that a packet is lost
   * @param random for that
   */
  Bottleneck(
      double bytesPerSecond, long bufferBytes, long delayNs, double loss, SplittableRandom random) {
    this.nsPerByte = SECOND_NS / bytesPerSecond;
    this.bufferBytes = bufferBytes;
    this.delayNs = delayNs;
    this.loss = loss;
    this.random = random;
  }

  /** Drops what exceeds a rate: a token bucket that is full at first. */
  void police(double bytesPerSecond, long burstBytes) {
    tokensPerNs = bytesPerSecond / SECOND_NS;
    tokensMax = burstBytes;
    tokens = burstBytes;
  }

  /**
   * A packet is put in.
   *
   * @return when it arrives, or {@link #DROPPED}
   */
  long carry(long nowNs, int bytes) {
    offered++;
    double startNs = Math.max(freeNs, (double) nowNs);
    if ((startNs - nowNs) / nsPerByte + bytes > bufferBytes || !passes(nowNs, bytes)) {
      dropped++;
      return DROPPED;
    }
    freeNs = startNs + bytes * nsPerByte;
    if (loss > 0 && random.nextDouble() < loss) {
      return DROPPED;
    }
    return (long) freeNs + delayNs;
  }

  private boolean passes(long nowNs, int bytes) {
    if (tokensMax == 0) {
      return true;
    }
    tokens = Math.min(tokensMax, tokens + (double) (nowNs - tokensNs) * tokensPerNs);
    tokensNs = nowNs;
    if (tokens < bytes) {
      return false;
    }
    tokens -= bytes;
    return true;
  }

  /** How long a packet would wait now. */
  long waitNs(long nowNs) {
    return Math.max(0, (long) freeNs - nowNs);
  }

  /** Packets put in. */
  long offered() {
    return offered;
  }

  /** Packets that the buffer or the policer dropped; random losses are not among them. */
  long dropped() {
    return dropped;
  }
}
