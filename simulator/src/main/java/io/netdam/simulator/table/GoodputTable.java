package io.netdam.simulator.table;

import io.netdam.engine.ClientCounter;
import io.netdam.transport.CongestionControl;
import java.util.Arrays;
import java.util.Locale;

/**
 * Goodput of one client that writes to one device as fast as it may, in frames of 8,256 bytes, over
 * a link of 10 Gb/s whose buffer holds one bandwidth-delay product; over random loss (both ways),
 * round trip, and number of paths, which share the rate and the buffer evenly.
 *
 * <p>Goodput is the bytes of frames whose operation ended DONE, each once, by what the link can
 * deliver: rate × (1 − loss). Measured after a start-up.
 */
public final class GoodputTable {
  static final double[] LOSSES = {0, 0.01, 0.05, 0.1, 0.3};
  static final long[] ROUND_TRIPS_NS = {50_000, 1_000_000, 50_000_000, 200_000_000};
  static final int[] PATHS = {1, 4};

  private static final int FRAME_BYTES = 8_256;
  private static final int OPERATIONS = 40_000;
  private static final long START_UP_MIN_NS = 20_000_000;
  private static final int START_UP_ROUNDS = 64;
  private static final long START_UP_EXTRA_NS = 100_000_000;
  private static final long MEASURED_MIN_NS = 30_000_000;
  private static final int MEASURED_ROUNDS = 12;
  private static final double MS_NS = 1e6;
  private static final double SECOND_NS = 1e9;

  private GoodputTable() {}

  /**
   * One measurement.
   *
   * @param loss chance that a packet is lost, each way
   * @param roundTripNs round trip without queues
   * @param paths how many
   * @param goodput share of what the link can deliver
   * @param retransmitted retransmissions by operations
   */
  record Row(double loss, long roundTripNs, int paths, double goodput, double retransmitted) {
    String line() {
      return String.format(
          Locale.ROOT,
          "%.0f,%.2f,%d,%.3f,%.3f",
          loss * 100,
          roundTripNs / MS_NS,
          paths,
          goodput,
          retransmitted);
    }
  }

  /** The whole table as comma-separated values. */
  public static String csv() {
    StringBuilder text = new StringBuilder();
    text.append("loss_percent,round_trip_ms,paths,goodput,retransmissions_per_operation\n");
    for (int paths : PATHS) {
      for (long roundTripNs : ROUND_TRIPS_NS) {
        for (double loss : LOSSES) {
          text.append(measure(loss, roundTripNs, paths).line()).append('\n');
        }
      }
    }
    return text.toString();
  }

  /** Measures one row. */
  static Row measure(double loss, long roundTripNs, int paths) {
    return measure(loss, roundTripNs, paths, CongestionControl.byDelay());
  }

  /** Measures one row with some congestion control. */
  static Row measure(
      double loss, long roundTripNs, int paths, CongestionControl.Factory congestion) {
    Scene scene = new Scene(1, 1, FRAME_BYTES, 1 << 28, 0);
    scene.congestion = congestion;
    long product = (long) (Scene.TEN_GIGABIT * roundTripNs / SECOND_NS);
    long buffer = Math.max(4L * FRAME_BYTES, product) / paths;
    Bottleneck[] there = new Bottleneck[paths];
    Arrays.setAll(
        there,
        _ ->
            new Bottleneck(
                Scene.TEN_GIGABIT / paths,
                Math.max(buffer, 2L * FRAME_BYTES),
                roundTripNs / 2,
                loss,
                scene.random.split()));
    Source source = scene.source(there, roundTripNs / 2, loss, FRAME_BYTES, OPERATIONS, 0);
    long startUpNs =
        Math.max(
            START_UP_MIN_NS,
            START_UP_ROUNDS * roundTripNs + Math.min(START_UP_EXTRA_NS, 60 * roundTripNs));
    long measuredNs = Math.max(MEASURED_MIN_NS, MEASURED_ROUNDS * roundTripNs);
    scene.events.run(startUpNs);
    long before = source.done();
    long sentBefore = source.count(ClientCounter.RETRANSMISSIONS);
    scene.events.run(startUpNs + measuredNs);
    long done = source.done() - before;
    double possible = Scene.TEN_GIGABIT * measuredNs / SECOND_NS * (1 - loss);
    double retransmitted = source.count(ClientCounter.RETRANSMISSIONS) - sentBefore;
    return new Row(
        loss,
        roundTripNs,
        paths,
        done * (double) FRAME_BYTES / possible,
        retransmitted / Math.max(1, done));
  }
}
