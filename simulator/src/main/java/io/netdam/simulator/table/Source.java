package io.netdam.simulator.table;

import io.netdam.engine.ClientCounter;
import io.netdam.engine.ClientCounters;
import io.netdam.engine.ClientEngine;
import io.netdam.engine.ClientSettings;
import io.netdam.engine.Completions;
import io.netdam.engine.Outbox;
import io.netdam.engine.Outcome;
import io.netdam.engine.Submission;
import io.netdam.simulator.network.Actor;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Packet;
import io.netdam.transport.CongestionControl;
import io.netdam.transport.Path;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A client that always has something to write, as much as its engine takes. */
final class Source implements Lane.Host, Actor, Completions, Outbox {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int FRAME_BYTES_MAX = 8_320;

  private final EventQueue events;
  private final ClientEngine engine;
  private final ClientCounters counters = new ClientCounters();
  private final MemorySegment frame = Arena.ofAuto().allocate(FRAME_BYTES_MAX, 64);
  private final MemorySegment data;
  private final Lane[] lanes;
  private int peer = -1;
  private final Path[] paths;
  private long nextRunNs = NEVER;
  private long done;

  /**
   * A client that has not begun.
   *
   * @param paths to the device
   * @param lanes one for each path; the caller fills it before {@link #begin}
   * @param frameBytes bytes of each frame
   * @param operations open operations at most
   * @param congestion makes the congestion control of each path
   */
  Source(
      EventQueue events,
      Path[] paths,
      Lane[] lanes,
      int frameBytes,
      int operations,
      CongestionControl.Factory congestion,
      SplittableRandom random) {
    this.events = events;
    this.paths = paths;
    this.lanes = lanes;
    this.data = Arena.ofAuto().allocate(frameBytes - 64L, 64);
    ClientSettings settings =
        ClientSettings.builder()
            .peersMax(1)
            .pathsMax(paths.length)
            .operationsMax(operations)
            .requestsMax(0)
            .windowWanted(Math.min(operations, 32_768))
            .frameBytes(frameBytes)
            .congestion(congestion)
            .build();
    engine = new ClientEngine(settings, random, counters, this);
  }

  /** Begins to write. */
  void begin(long nowNs) {
    peer = engine.attach(nowNs, paths);
    runAt(nowNs);
  }

  /** Operations that ended DONE. */
  long done() {
    return done;
  }

  /** What the engine counts. */
  long count(ClientCounter counter) {
    return counters.count(counter);
  }

  @Override
  public void onCompletion(long tag, Outcome outcome, Status status, long value, long valueHigh) {
    if (outcome != Outcome.DONE) {
      throw new IllegalStateException("ended " + outcome + " " + status);
    }
    done++;
  }

  @Override
  public void arrived(long nowNs, Path from, Packet packet) {
    engine.onDatagram(nowNs, from, packet.frame, 0, packet.length, this);
    runAt(nowNs);
  }

  private void runAt(long atNs) {
    if (atNs < nextRunNs) {
      nextRunNs = Math.max(atNs, events.nowNs());
      events.add(nextRunNs, this, 0, null);
    }
  }

  @Override
  public void at(long nowNs, int what, @Nullable Packet packet) {
    if (nowNs != nextRunNs) {
      return;
    }
    nextRunNs = NEVER;
    Submission submission = Submission.ACCEPTED;
    int length = (int) data.byteSize();
    while (submission == Submission.ACCEPTED) {
      submission =
          engine.submit(nowNs, peer, Opcode.WRITE, 0, 0, 0, length, 0, 0, data, 0, NEVER - 1, 0);
    }
    runAt(engine.poll(nowNs, this));
  }

  @Override
  public MemorySegment claim(int length) {
    return frame;
  }

  @Override
  public void commit(Path to, int length) {
    lanes[to.source()].send(events.nowNs(), frame, length);
  }
}
