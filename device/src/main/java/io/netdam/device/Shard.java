package io.netdam.device;

import io.netdam.engine.DeviceCounters;
import io.netdam.engine.DeviceEngine;
import io.netdam.engine.DeviceSettings;
import io.netdam.engine.Outbox;
import io.netdam.instruction.InstructionSet;
import io.netdam.link.IdleStrategy;
import io.netdam.link.Link;
import io.netdam.memory.Region;
import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a device, with its own link and engine: takes a burst, lets the engine run it,
 * polls, flushes, and rests when there is nothing to do.
 */
final class Shard {

  private static final int BURST_MAX = 64;

  /** From so many datagrams in one burst on it is worth to ask how full the socket is. */
  private static final int BURST_OF_A_QUEUE = 8;

  private final int index;
  private final long originNs;
  private final Link link;
  private final DeviceEngine engine;
  private final DeviceCounters counters;
  private final Outbox outbox;
  private final Link.Receiver receiver = this::onDatagram;
  private final Rings.@Nullable Inlet inlet;
  private final IdleStrategy idle;
  private long nowNs;
  private int occupancy;
  private int burst = 1;
  private Publication.@Nullable Part publication;

  private volatile boolean stopping;
  private volatile boolean resting;
  private volatile long drainGraceNs = -1;
  private volatile boolean drained;

  Shard(
      Link link,
      DeviceSettings settings,
      Region region,
      Rings rings,
      IdleStrategy idle,
      long originNs) {
    this.link = link;
    this.idle = idle;
    this.originNs = originNs;
    this.counters = new DeviceCounters();
    this.index = settings.shard();
    this.engine = new DeviceEngine(settings, region, InstructionSet.standard(), counters, rings);
    this.outbox = new LinkOutbox(link);
    this.inlet = settings.shards() == 1 ? null : rings.inlet(settings.shard(), this::onDatagram);
    rings.consumer(settings.shard(), this);
  }

  /** Says where its counters go; before {@link #run}. */
  void publishTo(Publication whole) {
    publication = whole.part(index, counters, link.counters());
  }

  DeviceEngine engine() {
    return engine;
  }

  Link link() {
    return link;
  }

  /** The device's clock: monotonic, from its start. */
  long nowNs() {
    return System.nanoTime() - originNs;
  }

  private void onDatagram(Path path, MemorySegment segment, long offset, int length) {
    engine.onDatagram(nowNs, path, segment, offset, length, outbox);
  }

  /** Serves until told to stop. */
  void run() {
    boolean draining = false;
    while (!stopping) {
      nowNs = nowNs();
      int taken = take();
      if (!draining && drainGraceNs >= 0) {
        draining = true;
        engine.drain(nowNs, drainGraceNs, outbox);
      }
      engine.occupancy(occupancy);
      long dueNs = engine.poll(nowNs, outbox);
      int left = link.flush();
      drained = draining && engine.drained();
      if (taken > 0 || left > 0) {
        idle.busy(nowNs);
        publish();
      } else {
        rest(dueNs);
      }
    }
    publishNow();
  }

  private void publish() {
    if (publication != null) {
      publication.publish(nowNs, engine.sessions());
    }
  }

  private void publishNow() {
    if (publication != null) {
      publication.publishNow(engine.sessions());
    }
  }

  /**
   * Takes a burst. It begins with one datagram, so that a lone one is answered before the socket is
   * asked for more, and doubles as long as there are more.
   */
  private int take() {
    int taken = link.receive(receiver, burst);
    occupancy = taken < BURST_OF_A_QUEUE ? 0 : link.occupancy();
    burst = taken < burst ? 1 : Math.min(2 * burst, BURST_MAX);
    if (inlet != null) {
      taken += inlet.drain(BURST_MAX);
      occupancy = Math.max(occupancy, inlet.occupancy());
    }
    return taken;
  }

  @SuppressWarnings("ThreadPriorityCheck") // giving the processor away is the purpose
  private void rest(long dueNs) {
    switch (idle.idle(nowNs)) {
      case SPIN -> Thread.onSpinWait();
      case YIELD -> Thread.yield();
      case BLOCK -> {
        publishNow();
        resting = true; // from here on whoever hands over wakes the link
        VarHandle.fullFence(); // before looking at the ring once more
        if (!stopping && (inlet == null || inlet.drain(BURST_MAX) == 0)) {
          link.await(dueNs - nowNs);
        }
        resting = false;
      }
    }
  }

  /** Another shard has put a frame into this one's ring. */
  void handedOver() {
    if (resting) {
      link.wakeup();
    }
  }

  /** Starts nothing any more; from any thread. */
  void drain(long graceNs) {
    drainGraceNs = graceNs;
    link.wakeup();
  }

  boolean drained() {
    return drained;
  }

  /** Ends {@link #run}; from any thread. */
  void stop() {
    stopping = true;
    link.wakeup();
  }
}
