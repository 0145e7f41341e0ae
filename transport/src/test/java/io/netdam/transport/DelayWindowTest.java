package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: the default window fills a link, keeps its queue short, does not mistake random loss for
 * congestion, finds a policer's rate, and shares with its like and with CUBIC. In virtual time: the
 * same figures on every machine.
 */
class DelayWindowTest {
  private static final long MS = 1_000_000L;
  private static final long S = 1_000 * MS;
  private static final long GBIT = 1_000_000_000L;
  private static final int FRAME = 1_472;

  private static Bottleneck.OurFlow flow(Bottleneck link, long fromNs) {
    Bottleneck.OurFlow flow = new Bottleneck.OurFlow(link, new DelayWindow(FRAME, false), FRAME);
    link.start(flow, fromNs);
    return flow;
  }

  /** Delivered share of the link between two times. */
  private static double share(Bottleneck link, Bottleneck.OurFlow flow, long fromNs, long toNs) {
    link.run(fromNs);
    long before = flow.delivered;
    link.run(toNs);
    return (flow.delivered - before) / (link.bytesPerSecond * (toNs - fromNs) / (double) S);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 0.05})
  void randomLossDoesNotReduceTheRate(double loss) {
    Bottleneck link = new Bottleneck(10 * GBIT, MS, 1, 1);
    link.loss = loss;
    Bottleneck.OurFlow flow = flow(link, 0);
    assertThat(share(link, flow, 100 * MS, 400 * MS)).isGreaterThan(0.96);
    assertThat(flow.spurious).isZero();
    assertThat(flow.timeouts).isZero();
  }

  @Test
  void heavyRandomLossStillFillsMostOfTheLink() {
    Bottleneck link = new Bottleneck(10 * GBIT, MS, 1, 1);
    link.loss = 0.3;
    assertThat(share(link, flow(link, 0), 100 * MS, 300 * MS)).isGreaterThan(0.9);
  }

  @Test
  void queueIsAFractionOfTheRoundTrip() {
    Bottleneck link = new Bottleneck(GBIT, 10 * MS, 2, 1);
    Bottleneck.OurFlow flow = flow(link, 0);
    link.run(S);
    long sumBefore = link.queueNsSum;
    long offeredBefore = link.offered;
    assertThat(share(link, flow, S, 2 * S)).isGreaterThan(0.95);
    assertThat((link.queueNsSum - sumBefore) / (link.offered - offeredBefore))
        .isLessThan(10 * MS / 3);
    assertThat(link.dropped).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 50})
  void policerIsNotOverrun(long roundTripMs) {
    Bottleneck link = new Bottleneck(10 * GBIT, roundTripMs * MS, 1, 1);
    link.policedPerSecond = 50_000_000 / 8;
    link.policerBytes = 20 * FRAME;
    Bottleneck.OurFlow flow = flow(link, 0);
    link.run(5 * S);
    assertThat(link.dropped / (double) link.offered).isLessThan(0.15);
    assertThat(flow.delivered / (5.0 * link.policedPerSecond)).isGreaterThan(0.7);
  }

  @Test
  void shallowQueueIsFilledWithoutStandingLoss() {
    Bottleneck link = new Bottleneck(10 * GBIT, MS, 0.2, 1);
    Bottleneck.OurFlow flow = flow(link, 0);
    assertThat(share(link, flow, 200 * MS, 500 * MS)).isGreaterThan(0.9);
    assertThat(link.dropped / (double) link.offered).isLessThan(0.05);
  }

  @ParameterizedTest
  @CsvSource({"1, 600, 1000", "10, 2000, 3000"})
  void twoFlowsBecomeEqual(long roundTripMs, long fromMs, long toMs) {
    Bottleneck link = new Bottleneck(GBIT, roundTripMs * MS, 1, 1);
    Bottleneck.OurFlow early = flow(link, 0);
    Bottleneck.OurFlow late = flow(link, 100 * MS);
    link.run(fromMs * MS);
    long earlyBefore = early.delivered;
    long lateBefore = late.delivered;
    link.run(toMs * MS);
    double ratio = (early.delivered - earlyBefore) / (double) (late.delivered - lateBefore);
    assertThat(ratio).isBetween(0.6, 1.67);
  }

  @Test
  void sixteenFlowsShareAndNoneStarves() {
    Bottleneck link = new Bottleneck(GBIT, MS, 1, 1);
    Bottleneck.OurFlow[] flows = new Bottleneck.OurFlow[16];
    for (int i = 0; i < flows.length; i++) {
      flows[i] = flow(link, i * 10L * MS);
    }
    link.run(S);
    long[] before = new long[flows.length];
    for (int i = 0; i < flows.length; i++) {
      before[i] = flows[i].delivered;
    }
    link.run(2 * S);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < flows.length; i++) {
      double delivered = flows[i].delivered - before[i];
      sum += delivered;
      squares += delivered * delivered;
    }
    assertThat(sum * sum / (flows.length * squares)).as("Jain's index").isGreaterThan(0.8);
  }

  @ParameterizedTest
  @CsvSource({"200000000, 10, 1472", "1000000000, 1, 8256"})
  void keepsItsShareAgainstCubic(long bitsPerSecond, long roundTripMs, int frame) {
    Bottleneck link = new Bottleneck(bitsPerSecond, roundTripMs * MS, 1, 1);
    Bottleneck.OurFlow ours = new Bottleneck.OurFlow(link, new DelayWindow(frame, false), frame);
    Bottleneck.CubicFlow cubic = new Bottleneck.CubicFlow(link, frame);
    link.start(ours, 0);
    link.start(cubic, 0);
    link.run(10 * S);
    assertThat(ours.delivered / (double) cubic.delivered).isBetween(0.5, 2.0);
  }

  @Test
  void goesBackToShortQueuesWhenTheCompetitorHasGone() {
    Bottleneck link = new Bottleneck(GBIT, MS, 1, 1);
    Bottleneck.OurFlow ours = flow(link, 0);
    Bottleneck.CubicFlow cubic = new Bottleneck.CubicFlow(link, FRAME);
    link.start(cubic, 0);
    link.run(3 * S);
    cubic.stop();
    link.run(25 * S);
    long sumBefore = link.queueNsSum;
    long offeredBefore = link.offered;
    link.run(26 * S);
    assertThat((link.queueNsSum - sumBefore) / (link.offered - offeredBefore)).isLessThan(MS / 2);
    assertThat(ours.timeouts).isZero();
  }

  @Test
  void deepOccupancyBacksOffHardShallowRecovers() {
    Bottleneck link = new Bottleneck(GBIT, MS, 1, 1);
    Bottleneck.OurFlow flow = flow(link, 0);
    link.run(100 * MS);
    long full = flow.state.congestion().windowBytes();
    flow.occupancy = 250;
    link.run(110 * MS);
    assertThat(flow.state.congestion().windowBytes()).isLessThan(full / 8);
    flow.occupancy = 120;
    long held = flow.state.congestion().windowBytes();
    link.run(150 * MS);
    assertThat(flow.state.congestion().windowBytes()).isLessThanOrEqualTo(held * 2);
    flow.occupancy = 0;
    assertThat(share(link, flow, 300 * MS, 400 * MS)).isGreaterThan(0.9);
  }

  @Test
  void windowOfLessThanAFramePacesOnePacketInSeveralRoundTrips() {
    DelayWindow window = new DelayWindow(FRAME, false);
    long nowNs = 0;
    for (int round = 0; round < 200; round++) {
      window.onSent(nowNs, FRAME, FRAME);
      nowNs += MS;
      window.onSample(nowNs, nowNs - MS, FRAME, MS, 255);
      window.onDelivered(nowNs, nowNs - MS, FRAME, FRAME);
    }
    assertThat(window.windowBytes()).isLessThan(FRAME);
    // Less than a frame in a millisecond.
    assertThat(window.pacingBytesPerSecond()).isLessThan(FRAME * 1_000L);
  }

  @Test
  void firstTimeoutHalvesSecondStartsAfresh() {
    DelayWindow window = new DelayWindow(FRAME, false);
    long before = window.windowBytes();
    window.onTimeout(0);
    assertThat(window.windowBytes()).isEqualTo(before / 2);
    window.onTimeout(S);
    assertThat(window.windowBytes()).isEqualTo(2 * FRAME);
  }

  @Test
  void timeoutBeforeTheFirstSampleDoesNotEndTheDoubling() {
    DelayWindow window = new DelayWindow(FRAME, false);
    window.onSent(0, FRAME, FRAME);
    window.onTimeout(100 * MS); // the round trip is 200 ms: the timeout was a guess
    long nowNs = 200 * MS;
    window.onSample(nowNs, 0, FRAME, nowNs, 0);
    long before = window.windowBytes();
    for (long delivered = 0; delivered < 3 * before; delivered += FRAME) {
      window.onDelivered(nowNs, nowNs - 1, FRAME, window.windowBytes());
    }
    assertThat(window.windowBytes()).isGreaterThanOrEqualTo(4 * before);
  }

  @Test
  void loopbackIsNotPacedAndKeepsAWindow() {
    DelayWindow window = new DelayWindow(FRAME, true);
    for (int i = 0; i < 20; i++) {
      window.onTimeout(i * S);
    }
    assertThat(window.windowBytes()).isEqualTo(32_768);
    assertThat(window.pacingBytesPerSecond()).isEqualTo(CongestionControl.UNPACED);
  }
}
