package io.netdam.simulator.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.simulator.network.EventQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Goal: what is measured is the same each time and possible at all. */
final class GoodputTableTest {
  private static final long MS = 1_000_000;

  @Test
  void theSameEachTime() {
    String line = GoodputTable.measure(0.05, MS / 20, 1).line();
    assertThat(GoodputTable.measure(0.05, MS / 20, 1).line()).isEqualTo(line);
  }

  @Test
  void noMoreThanTheLinkGives() {
    for (int paths : GoodputTable.PATHS) {
      GoodputTable.Row row = GoodputTable.measure(0, MS / 20, paths);
      assertThat(row.goodput()).as("%d paths", paths).isBetween(0.01, 1.005);
    }
  }

  @Test
  void aSocketHoldsAsManyFramesAsMeasured() {
    assertThat(Sink.SOCKET_BYTES / Sink.charge(64)).isEqualTo(256);
    assertThat(Sink.SOCKET_BYTES / Sink.charge(1_400)).isBetween(83L, 92L);
    assertThat(Sink.SOCKET_BYTES / Sink.charge(8_192)).isEqualTo(12);
  }

  /** The competition must be one: alone it fills the link. */
  @Test
  void aCubicFlowAloneFillsTheLink() {
    EventQueue events = new EventQueue();
    double rate = 100e6 / 8;
    Bottleneck link = new Bottleneck(rate, 250_000, 10 * MS, 0, new SplittableRandom(1));
    CubicSource cubic = new CubicSource(events, link, 20 * MS, 10 * MS, 1_472);
    cubic.begin(0);
    events.run(5_000 * MS);
    long before = cubic.delivered();
    events.run(25_000 * MS);
    double share = (cubic.delivered() - before) * 1_472.0 / (20 * rate);
    assertThat(share).isBetween(0.9, 1.001);
    assertThat(link.dropped()).as("it looks for the limit").isPositive();
  }

  /** Two of them share evenly, or a comparison with one says nothing. */
  @Test
  void twoCubicFlowsShare() {
    EventQueue events = new EventQueue();
    Bottleneck link = new Bottleneck(100e6 / 8, 250_000, 10 * MS, 0, new SplittableRandom(1));
    CubicSource one = new CubicSource(events, link, 20 * MS, 10 * MS, 1_472);
    CubicSource other = new CubicSource(events, link, 20 * MS, 10 * MS, 1_472);
    one.begin(0);
    events.add(1_003 * MS, (nowNs, _, _) -> other.begin(nowNs), 0, null);
    events.run(20_000 * MS);
    long first = one.delivered();
    long second = other.delivered();
    events.run(140_000 * MS);
    double ratio = (one.delivered() - first) / (double) (other.delivered() - second);
    assertThat(ratio).isBetween(0.5, 2.0);
  }
}
