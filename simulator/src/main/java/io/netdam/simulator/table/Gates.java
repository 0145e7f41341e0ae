package io.netdam.simulator.table;

import java.io.PrintStream;
import java.util.Locale;
import java.util.SplittableRandom;

/** What congestion control and grants promise, each measured in a scene of its own. */
public final class Gates {
  private static final long MS = 1_000_000;
  private static final long SECOND_NS = 1_000 * MS;
  private static final int SMALL_FRAME = 1_472;
  private static final int LARGE_FRAME = 8_256;

  private final PrintStream out;
  private int failed;

  /** Prints what it measures. */
  public Gates(PrintStream out) {
    this.out = out;
  }

  /**
   * Measures all.
   *
   * @return how many are not met
   */
  public int run() {
    failed = 0;
    for (int paths : GoodputTable.PATHS) {
      double goodput = GoodputTable.measure(0.05, MS, paths).goodput();
      gate("goodput at 5 % loss and 1 ms, " + paths + " path(s), at least 0.90", goodput, 0.9, 2);
    }
    gate("loss at a policer of 50 Mb/s, at most 0.15", policer(), 0, 0.15);
    incast();
    gate("two flows, smaller by larger share, at least 0.80", twoFlows(), 0.8, 1);
    gate("share of a CUBIC-like flow, from 0.5 to 2", againstCubic(), 0.5, 2);
    return failed;
  }

  private void gate(String what, double measured, double least, double most) {
    boolean met = measured >= least && measured <= most;
    failed += met ? 0 : 1;
    out.printf(Locale.ROOT, "%-60s %8.3f  %s%n", what, measured, met ? "met" : "NOT MET");
  }

  /** The share of packets that a policer drops, after a second. */
  private static double policer() {
    Scene scene = new Scene(2, 1, SMALL_FRAME, 1 << 28, 0);
    Bottleneck link = scene.wide(10 * MS, 0);
    link.police(50e6 / 8, 64 << 10);
    scene.source(new Bottleneck[] {link}, 10 * MS, 0, SMALL_FRAME, 4_096, 0);
    scene.events.run(SECOND_NS);
    long offered = link.offered();
    long dropped = link.dropped();
    scene.events.run(8 * SECOND_NS);
    return (link.dropped() - dropped) / (double) Math.max(1, link.offered() - offered);
  }

  /** 128 clients, each on a link of its own, at a device that takes 4 µs for each frame. */
  private void incast() {
    int clients = 128;
    long perFrameNs = 4_000;
    long roundTripNs = MS / 10;
    Scene scene = new Scene(3, 2 * clients, SMALL_FRAME, Sink.SOCKET_BYTES, perFrameNs);
    for (int i = 0; i < clients; i++) {
      Bottleneck own = scene.wide(roundTripNs / 2, 0);
      scene.source(new Bottleneck[] {own}, roundTripNs / 2, 0, SMALL_FRAME, 256, 0);
    }
    long firstRoundNs = 3 * roundTripNs + clients * perFrameNs;
    scene.events.run(firstRoundNs);
    long first = scene.sink().drops();
    long warmNs = 100 * MS;
    scene.events.run(warmNs);
    long[] before = scene.sources.stream().mapToLong(Source::done).toArray();
    scene.events.run(warmNs + SECOND_NS);
    long later = scene.sink().drops() - first;
    double mean = 0;
    for (int i = 0; i < clients; i++) {
      before[i] = scene.sources.get(i).done() - before[i];
      mean += before[i] / (double) clients;
    }
    double furthest = 0;
    for (long done : before) {
      furthest = Math.max(furthest, Math.abs(done - mean) / mean);
    }
    gate("incast of 128: drops at the device after the first round", (double) later, 0, 0);
    gate("incast of 128: furthest flow from the mean, at most 0.05", furthest, 0, 0.05);
    double rate = mean * clients * perFrameNs / SECOND_NS;
    gate("incast of 128: share of what the device can take, at least 0.50", rate, 0.5, 1.01);
  }

  /** Two flows on a link of 1 Gb/s, the second half a second later. */
  private static double twoFlows() {
    long roundTripNs = MS;
    Scene scene = new Scene(4, 4, LARGE_FRAME, 1 << 28, 0);
    Bottleneck link = narrow(scene, 1e9 / 8, roundTripNs);
    Source first = scene.source(new Bottleneck[] {link}, roundTripNs / 2, 0, LARGE_FRAME, 4_096, 0);
    Source second =
        scene.source(
            new Bottleneck[] {link}, roundTripNs / 2, 0, LARGE_FRAME, 4_096, SECOND_NS / 2);
    scene.events.run(2 * SECOND_NS);
    long one = first.done();
    long other = second.done();
    scene.events.run(4 * SECOND_NS);
    one = first.done() - one;
    other = second.done() - other;
    return Math.min(one, other) / (double) Math.max(1, Math.max(one, other));
  }

  /** A flow by the side of a CUBIC-like one, on a link of 100 Mb/s and 20 ms. */
  private static double againstCubic() {
    long roundTripNs = 20 * MS;
    Scene scene = new Scene(5, 2, SMALL_FRAME, 1 << 28, 0);
    Bottleneck link = narrow(scene, 100e6 / 8, roundTripNs);
    CubicSource cubic =
        new CubicSource(scene.events, link, roundTripNs, roundTripNs / 2, SMALL_FRAME);
    scene.events.add(0, (nowNs, _, _) -> cubic.begin(nowNs), 0, null);
    Source ours =
        scene.source(new Bottleneck[] {link}, roundTripNs / 2, 0, SMALL_FRAME, 8_192, SECOND_NS);
    scene.events.run(10 * SECOND_NS);
    long mine = ours.done();
    long its = cubic.delivered();
    scene.events.run(60 * SECOND_NS);
    return (ours.done() - mine) / (double) Math.max(1, cubic.delivered() - its);
  }

  private static Bottleneck narrow(Scene scene, double bytesPerSecond, long roundTripNs) {
    long product = (long) (bytesPerSecond * roundTripNs / SECOND_NS);
    SplittableRandom random = scene.random.split();
    return new Bottleneck(
        bytesPerSecond, Math.max(product, 4L * LARGE_FRAME), roundTripNs / 2, 0, random);
  }
}
