package io.netdam.simulator.table;

import io.netdam.simulator.network.Actor;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Packet;
import org.jspecify.annotations.Nullable;

/**
 * A flow that grows and shrinks as CUBIC does (RFC 9438), with a sender that always has data, an
 * answer to each packet, and losses known one round trip after they would have arrived. No more of
 * TCP than that.
 */
final class CubicSource implements Actor {
  private static final int DELIVERED = 0;
  private static final int LOST = 1;
  private static final double GROWTH = 0.4;
  private static final double DECREASE = 0.7;
  private static final double RENO = 3 * (1 - DECREASE) / (1 + DECREASE);
  private static final double SECOND_NS = 1e9;
  private static final double INITIAL_PACKETS = 10;

  private final EventQueue events;
  private final Bottleneck bottleneck;
  private final long roundTripNs;
  private final long backNs;
  private final int bytes;
  private double window = INITIAL_PACKETS;
  private double threshold = Double.POSITIVE_INFINITY;
  private double windowMax;
  private double friendly;
  private long epochNs = -1;
  private double reachedSeconds;
  private long shrunkNs = -1;
  private int inFlight;
  private long delivered;

  CubicSource(EventQueue events, Bottleneck bottleneck, long roundTripNs, long backNs, int bytes) {
    this.events = events;
    this.bottleneck = bottleneck;
    this.roundTripNs = roundTripNs;
    this.backNs = backNs;
    this.bytes = bytes;
  }

  /** Begins. */
  void begin(long nowNs) {
    fill(nowNs);
  }

  /** Packets that arrived. */
  long delivered() {
    return delivered;
  }

  private void fill(long nowNs) {
    while (inFlight < (int) window) {
      inFlight++;
      long waitNs = bottleneck.waitNs(nowNs);
      long arrivalNs = bottleneck.carry(nowNs, bytes);
      if (arrivalNs == Bottleneck.DROPPED) {
        events.add(nowNs + waitNs + roundTripNs, this, LOST, null);
      } else {
        events.add(arrivalNs + backNs, this, DELIVERED, null);
      }
    }
  }

  @Override
  public void at(long nowNs, int what, @Nullable Packet packet) {
    inFlight--;
    if (what == LOST) {
      shrink(nowNs);
    } else {
      delivered++;
      grow(nowNs);
    }
    fill(nowNs);
  }

  private void grow(long nowNs) {
    if (window < threshold) {
      window++;
      return;
    }
    if (epochNs < 0) {
      epochNs = nowNs;
      windowMax = Math.max(windowMax, window);
      reachedSeconds = Math.cbrt((windowMax - window) / GROWTH);
      friendly = window;
    }
    double seconds = (nowNs - epochNs + roundTripNs) / SECOND_NS - reachedSeconds;
    double target = GROWTH * seconds * seconds * seconds + windowMax;
    friendly += RENO / window;
    target = Math.max(target, friendly);
    target = Math.min(target, 1.5 * window);
    window += target > window ? (target - window) / window : 0.01 / window;
  }

  private void shrink(long nowNs) {
    if (shrunkNs >= 0 && nowNs - shrunkNs < roundTripNs + bottleneck.waitNs(nowNs)) {
      return; // once for each round trip
    }
    shrunkNs = nowNs;
    epochNs = -1;
    windowMax = window < windowMax ? window * (1 + DECREASE) / 2 : window;
    window = Math.max(2, window * DECREASE);
    threshold = window;
  }
}
