package io.netdam.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A link with a queue in virtual time, shared by flows that always have something to send. Only
 * sizes and times move; no frames. A policer and random loss can stand before the queue.
 */
final class Bottleneck {
  static final long SECOND_NS = 1_000_000_000L;

  /** What a flow is told and asked. */
  interface Flow {
    /** Sends what it may; called after each event of its own. */
    void send(long nowNs);

    /** A packet came back. */
    void answered(long nowNs, long packet);

    /** Its timer. */
    void timer(long nowNs);
  }

  private record Event(long atNs, long order, Flow flow, long packet) {}

  final long bytesPerSecond;
  final long bufferBytes;
  final long roundTripNs;
  final Random random;
  double loss;
  long policedPerSecond;
  long policerBytes;
  long nowNs;
  long dropped;
  long offered;
  long queueNsSum;
  private double tokens = Double.MAX_VALUE;
  private long tokensNs;
  private long freeNs;
  private long order;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>((a, b) ->
          a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.order, b.order));

  Bottleneck(long bitsPerSecond, long roundTripNs, double bufferProducts, long seed) {
    this.bytesPerSecond = bitsPerSecond / 8;
    this.roundTripNs = roundTripNs;
    this.bufferBytes = (long) (bufferProducts * bytesPerSecond * roundTripNs / SECOND_NS);
    this.random = new Random(seed);
  }

  /** Bytes of one bandwidth-delay product. */
  long product() {
    return bytesPerSecond * roundTripNs / SECOND_NS;
  }

  /** A packet enters; the answer comes back by itself if it is not dropped. */
  void enter(Flow flow, long packet, int bytes) {
    offered++;
    if (policedPerSecond > 0) {
      tokens =
          Math.min(
              (double) policerBytes,
              tokens + (nowNs - tokensNs) * (double) policedPerSecond / SECOND_NS);
      tokensNs = nowNs;
      if (tokens < bytes) {
        dropped++;
        return;
      }
      tokens -= bytes;
    }
    if (random.nextDouble() < loss) {
      return;
    }
    long waitNs = Math.max(0, freeNs - nowNs);
    if (waitNs * (double) bytesPerSecond / SECOND_NS + bytes > bufferBytes + bytes) {
      dropped++;
      return;
    }
    queueNsSum += waitNs;
    freeNs = nowNs + waitNs + bytes * SECOND_NS / bytesPerSecond;
    at(freeNs + roundTripNs, flow, packet);
  }

  void at(long atNs, Flow flow, long packet) {
    events.add(new Event(Math.max(atNs, nowNs), order++, flow, packet));
  }

  void start(Flow flow, long atNs) {
    at(atNs, flow, TIMER);
  }

  static final long TIMER = -1;

  void run(long untilNs) {
    while (!events.isEmpty() && events.peek().atNs <= untilNs) {
      Event event = events.remove();
      nowNs = event.atNs;
      if (event.packet == TIMER) {
        event.flow.timer(nowNs);
      } else {
        event.flow.answered(nowNs, event.packet);
      }
      event.flow.send(nowNs);
    }
    nowNs = untilNs;
  }

  /** A flow under a congestion control of ours, with our loss detection and pacing. */
  static final class OurFlow implements Flow {
    private static final class Packet {
      long number;
      long sentNs;
      Packet before = this;
      Packet after = this;
      boolean gone;
    }

    final Bottleneck link;
    final PathState state;
    final int bytes;
    private final List<Packet> sent = new ArrayList<>();
    private final Packet head = new Packet();
    private long first;
    private long next;
    private long timerNs = Long.MAX_VALUE;
    long delivered;
    long lost;
    long spurious;
    long timeouts;
    int occupancy;

    OurFlow(Bottleneck link, CongestionControl control, int bytes) {
      this.link = link;
      this.bytes = bytes;
      this.state =
          new PathState(
              Path.ofIpv4(0x0A000001, 1, 0), control, bytes, 100_000_000, 2_000_000_000, 1_000_000);
    }

    private @Nullable Packet find(long number) {
      int index = (int) (number - first);
      return index >= 0 ? sent.get(index) : null;
    }

    private void unlink(Packet packet) {
      packet.before.after = packet.after;
      packet.after.before = packet.before;
      state.onGone(bytes);
    }

    @Override
    public void answered(long nowNs, long number) {
      Packet packet = find(number);
      if (packet == null) {
        return;
      }
      state.onEcho(nowNs, packet.sentNs, number, bytes, 0, occupancy);
      delivered += bytes;
      if (packet.gone) {
        spurious++;
        state.onSpurious(nowNs, bytes);
        return;
      }
      state.onDelivered(nowNs, packet.sentNs, number, bytes);
      packet.gone = true;
      unlink(packet);
      detect(nowNs);
    }

    private void detect(long nowNs) {
      while (head.after != head && state.loss().lost(nowNs, head.after.sentNs, head.after.number)) {
        Packet packet = head.after;
        packet.gone = true;
        lost += bytes;
        state.onLost(nowNs, packet.sentNs, bytes);
        unlink(packet);
      }
      while (sent.size() > 400_000) {
        sent.subList(0, 200_000).clear();
        first += 200_000;
      }
    }

    @Override
    public void timer(long nowNs) {
      if (nowNs < timerNs) {
        return;
      }
      timerNs = Long.MAX_VALUE;
      detect(nowNs);
      if (head.after != head && state.loss().timeoutNs() <= nowNs) {
        boolean probe = state.loss().probes();
        state.loss().onTimeout(nowNs, 0);
        if (probe) {
          transmit(nowNs);
        } else {
          timeouts++;
          state.congestion().onTimeout(nowNs);
          while (head.after != head) {
            head.after.gone = true;
            unlink(head.after);
          }
        }
      }
    }

    private void transmit(long nowNs) {
      Packet packet = new Packet();
      packet.number = next++;
      packet.sentNs = nowNs;
      packet.before = head.before;
      packet.after = head;
      head.before.after = packet;
      head.before = packet;
      sent.add(packet);
      state.onSent(nowNs, bytes);
      link.enter(this, packet.number, bytes);
    }

    @Override
    public void send(long nowNs) {
      while (state.room(nowNs, bytes)) {
        transmit(nowNs);
      }
      long due = state.loss().timeoutNs();
      if (head.after != head) {
        due = Math.min(due, state.loss().lostNs(head.after.sentNs, head.after.number));
      }
      if (state.paced(nowNs, bytes)) {
        due = Math.min(due, state.paceNs(nowNs));
      }
      due = Math.max(due, nowNs + 1);
      if (due < timerNs) {
        timerNs = due;
        link.at(due, this, TIMER);
      }
    }
  }

  /** A flow of the kind that fills queues: CUBIC by segments, no pacing, one loss a round trip. */
  static final class CubicFlow implements Flow {
    private static final double C = 0.4;
    private static final double BETA = 0.7;

    final Bottleneck link;
    final int bytes;
    private final java.util.ArrayDeque<long[]> out = new java.util.ArrayDeque<>();
    private long next;
    private double window = 10;
    private double threshold = Double.MAX_VALUE;
    private double maximum;
    private double kSeconds;
    private long epochNs;
    private double reno;
    private long recoveredPacket;
    private long roundTripNs;
    private long timerNs = Long.MAX_VALUE;
    private long progressNs;
    private boolean stopped;
    long delivered;

    /** Sends no more. */
    void stop() {
      stopped = true;
    }

    CubicFlow(Bottleneck link, int bytes) {
      this.link = link;
      this.bytes = bytes;
      this.roundTripNs = link.roundTripNs;
    }

    @Override
    public void answered(long nowNs, long number) {
      delivered += bytes;
      progressNs = nowNs;
      boolean lossSeen = false;
      while (!out.isEmpty() && out.peek()[0] <= number) {
        long[] packet = out.remove();
        if (packet[0] == number) {
          roundTripNs += (nowNs - packet[1] - roundTripNs) / 8;
        } else if (packet[0] >= recoveredPacket) {
          lossSeen = true;
        }
      }
      if (lossSeen) {
        maximum = window < maximum ? window * (1 + BETA) / 2 : window;
        window = Math.max(2, window * BETA);
        threshold = window;
        reno = window;
        kSeconds = Math.cbrt(maximum * (1 - BETA) / C);
        epochNs = nowNs;
        recoveredPacket = next;
      } else if (window < threshold) {
        window++;
      } else {
        double t = (nowNs - epochNs + roundTripNs) / 1e9;
        double goal = C * Math.pow(t - kSeconds, 3) + maximum;
        reno += 3 * (1 - BETA) / (1 + BETA) / window;
        goal = Math.max(goal, reno);
        if (goal > window) {
          window += Math.min(0.5, (goal - window) / window);
        }
      }
    }

    @Override
    public void timer(long nowNs) {
      if (nowNs < timerNs) {
        return;
      }
      timerNs = Long.MAX_VALUE;
      if (!out.isEmpty() && nowNs - progressNs > 4 * roundTripNs + 1_000_000) {
        out.clear();
        threshold = Math.max(2, window / 2);
        window = 2;
      }
    }

    @Override
    public void send(long nowNs) {
      while (!stopped && out.size() < window) {
        out.add(new long[] {next, nowNs});
        link.enter(this, next++, bytes);
      }
      if (!stopped && timerNs == Long.MAX_VALUE) {
        timerNs = nowNs + 4 * roundTripNs + 2_000_000;
        link.at(timerNs, this, TIMER);
      }
    }
  }
}
