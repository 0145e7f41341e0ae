package io.netdam.simulator.table;

import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.PacketPool;
import io.netdam.transport.CongestionControl;
import io.netdam.transport.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Sources that write to one sink through bottlenecks. */
final class Scene {
  /** Bytes per second of a link of 10 Gb/s. */
  static final double TEN_GIGABIT = 1.25e9;

  private static final int DEVICE_PORT = 7_300;
  private static final int CLIENT_PORT = 20_000;
  private static final int ROOMY = 1 << 30;

  final EventQueue events = new EventQueue();
  final PacketPool pool = new PacketPool(Lane.CARRIED_BYTES);
  final SplittableRandom random;
  final List<Source> sources = new ArrayList<>();
  private final Path device = Path.ofIpv4(0x0A00_0001, DEVICE_PORT, 0);
  private final Sink sink;

  /** Of the sources that are added from now on; replaced to compare with another. */
  CongestionControl.Factory congestion = CongestionControl.byDelay();

  /** With a sink only. */
  Scene(long seed, int sessions, int frameBytes, int socketBytes, long perFrameNs) {
    random = new SplittableRandom(seed);
    sink = new Sink(events, pool, sessions, frameBytes, socketBytes, perFrameNs);
  }

  Sink sink() {
    return sink;
  }

  /** A link without a queue to speak of. */
  Bottleneck wide(long delayNs, double loss) {
    return new Bottleneck(TEN_GIGABIT, ROOMY, delayNs, loss, random.split());
  }

  /**
   * Adds a source; it begins at a time.
   *
   * @param there one bottleneck for each path, to the sink
   * @param backDelayNs one way back, on a link of its own
   * @param backLoss chance that an answer is lost
   */
  Source source(
      Bottleneck[] there,
      long backDelayNs,
      double backLoss,
      int frameBytes,
      int operations,
      long beginNs) {
    int client = sources.size();
    Path[] paths = new Path[there.length];
    Lane[] lanes = new Lane[there.length];
    Source source =
        new Source(events, paths, lanes, frameBytes, operations, congestion, random.split());
    for (int i = 0; i < there.length; i++) {
      Path self = Path.ofIpv4(0x0A01_0001 + client, CLIENT_PORT + i, 0);
      paths[i] = Path.of(device.addressHigh(), device.addressLow(), device.port(), i);
      lanes[i] = new Lane(events, pool, there[i], sink, self);
      sink.answers(self, new Lane(events, pool, wide(backDelayNs, backLoss), source, paths[i]));
    }
    sources.add(source);
    events.add(beginNs, (nowNs, _, _) -> source.begin(nowNs), 0, null);
    return source;
  }
}
