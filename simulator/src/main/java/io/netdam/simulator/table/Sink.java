package io.netdam.simulator.table;

import io.netdam.engine.DeviceCounters;
import io.netdam.engine.DeviceEngine;
import io.netdam.engine.DeviceSettings;
import io.netdam.engine.HandOver;
import io.netdam.engine.Outbox;
import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.simulator.network.Actor;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Packet;
import io.netdam.simulator.network.PacketPool;
import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device behind a socket: what arrives waits in a buffer that is charged as the kernel does it,
 * and is taken out frame by frame, each in so much time.
 */
final class Sink implements Lane.Host, Actor, Outbox {
  /** The receive buffer that Linux grants by default, in bytes of memory. */
  static final int SOCKET_BYTES = 212_992;

  private static final long NEVER = Long.MAX_VALUE;
  private static final int FRAME_BYTES_MAX = 8_320;
  private static final int SMALLEST_SKB = 384;
  private static final int SKB_EXTRA = 320;
  private static final int OCCUPANCY_FULL = 255;
  private static final int BURST = 64;

  private final EventQueue events;
  private final PacketPool pool;
  private final DeviceEngine engine;
  private final MemorySegment out = Arena.ofAuto().allocate(FRAME_BYTES_MAX, 64);
  private final MemorySegment in = Arena.ofAuto().allocate(FRAME_BYTES_MAX, 64);
  private final Map<Path, Lane> back = new HashMap<>();
  private final long perFrameNs;
  private final long socketBytes;
  private final Deque<Waiting> socket = new ArrayDeque<>();
  private long charged;
  private long nextRunNs = NEVER;
  private long drops;
  private long latestDroppedSentNs;
  private int sincePoll;

  private record Waiting(Path from, Packet packet, long chargedBytes) {}

  /**
   * A device.
   *
   * @param sessions how many clients there are
   * @param frameBytes the longest frame
   * @param socketBytes the receive buffer
   * @param perFrameNs how long each frame takes; 0: no time, and nothing waits
   */
  Sink(
      EventQueue events,
      PacketPool pool,
      int sessions,
      int frameBytes,
      int socketBytes,
      long perFrameNs) {
    this.events = events;
    this.pool = pool;
    this.perFrameNs = perFrameNs;
    this.socketBytes = socketBytes;
    DeviceSettings settings =
        DeviceSettings.builder(1, new byte[DeviceSettings.TICKET_KEY_BYTES])
            .sessionsMax(sessions)
            .windowMax(32_768)
            .windowBudget(4 * 32_768)
            .resultBytes(1 << 16)
            .frameBytes(frameBytes)
            .socketBufferBytes(socketBytes)
            .trusted(_ -> true)
            .build();
    engine =
        new DeviceEngine(
            settings,
            Region.of(MemorySegment.ofArray(new long[FRAME_BYTES_MAX / Long.BYTES])),
            InstructionSet.standard(),
            new DeviceCounters(),
            HandOver.NONE);
  }

  /** Answers to an address go this way. */
  void answers(Path to, Lane lane) {
    back.put(to, lane);
  }

  /** Frames that found no room in the socket. */
  long drops() {
    return drops;
  }

  /** When the latest of them was sent. */
  long latestDroppedSentNs() {
    return latestDroppedSentNs;
  }

  /** What a frame takes of the buffer: the memory that the kernel allocates for it. */
  static long charge(int length) {
    int needed = length + SMALLEST_SKB;
    int power = Integer.highestOneBit(needed);
    return SKB_EXTRA + (power == needed ? power : 2L * power);
  }

  @Override
  public void arrived(long nowNs, Path from, Packet packet) {
    if (perFrameNs == 0) {
      take(nowNs, from, packet);
      runAt(nowNs);
      return;
    }
    long bytes = charge(packet.length);
    if (charged + bytes > socketBytes) {
      drops++;
      latestDroppedSentNs = Math.max(latestDroppedSentNs, packet.sentNs);
      return;
    }
    charged += bytes;
    socket.addLast(new Waiting(from, pool.copy(packet, Lane.CARRIED_BYTES), bytes));
    if (nextRunNs == NEVER || socket.size() == 1) {
      runAt(nowNs + perFrameNs);
    }
  }

  private void take(long nowNs, Path from, Packet packet) {
    if (packet.length <= Lane.CARRIED_BYTES) {
      engine.onDatagram(nowNs, from, packet.frame, 0, packet.length, this);
      return;
    }
    MemorySegment.copy(packet.frame, 0, in, 0, Lane.CARRIED_BYTES); // the rest is zero
    engine.onDatagram(nowNs, from, in, 0, packet.length, this);
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
    Waiting first = socket.pollFirst();
    if (first != null) {
      engine.occupancy((int) (OCCUPANCY_FULL * charged / socketBytes));
      charged -= first.chargedBytes();
      take(nowNs, first.from(), first.packet());
      pool.give(first.packet());
      sincePoll++;
    }
    long dueNs = NEVER;
    if (socket.isEmpty() || sincePoll >= BURST) {
      sincePoll = 0;
      dueNs = engine.poll(nowNs, this);
    }
    runAt(socket.isEmpty() ? dueNs : nowNs + perFrameNs);
  }

  @Override
  public MemorySegment claim(int length) {
    return out;
  }

  @Override
  public void commit(Path to, int length) {
    Lane lane = back.get(to);
    if (lane == null) {
      throw new IllegalStateException("nobody is at " + to);
    }
    lane.send(events.nowNs(), out, length);
  }
}
