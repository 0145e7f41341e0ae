package io.netdam.simulator.nodes;

import io.netdam.engine.Outbox;
import io.netdam.simulator.network.Actor;
import io.netdam.simulator.network.Endpoint;
import io.netdam.simulator.network.EventQueue;
import io.netdam.simulator.network.Network;
import io.netdam.simulator.network.NetworkObserver;
import io.netdam.simulator.network.NetworkObserver.Fate;
import io.netdam.simulator.network.Packet;
import io.netdam.simulator.network.Receiver;
import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A host with sockets and a clock: takes what has arrived in bursts, then lets its engine work. */
public abstract class Node implements Actor, Receiver {
  /** Never. */
  protected static final long NEVER = Long.MAX_VALUE;

  private static final int INBOX_PACKETS = 512;
  private static final int BURST = 64;
  private static final int POISON = 0x5A;
  private static final int RESTLESS_RUNS_MAX = 100;
  private static final int WAKE_NS_MAX = 20_000;

  /** What happens when. */
  protected final EventQueue events;

  /** What carries frames. */
  protected final Network network;

  /** Own random numbers. */
  protected final SplittableRandom random;

  private final NetworkObserver observer;
  private final int host;
  private final Deque<Packet> inbox = new ArrayDeque<>();
  private final NodeOutbox outbox = new NodeOutbox();
  private NodeClock clock;
  private Endpoint[] sockets = {};
  private long nextRunNs = NEVER;
  private long stoppedUntilNs;
  private int restlessRuns;
  private boolean up;
  private int outboxRoom = Integer.MAX_VALUE;
  private int outboxLeft;
  private long outboxRefusals;

  /** A node that is down. */
  protected Node(
      int host,
      EventQueue events,
      Network network,
      NetworkObserver observer,
      SplittableRandom random,
      NodeClock clock) {
    this.host = host;
    this.events = events;
    this.network = network;
    this.observer = observer;
    this.random = random;
    this.clock = clock;
  }

  @Override
  public final int host() {
    return host;
  }

  /** Its clock. */
  public final NodeClock clock() {
    return clock;
  }

  /** Another clock from now on: it was started on another machine, or after a boot. */
  protected final void clock(NodeClock next) {
    clock = next;
  }

  /** Its sockets by index. */
  public final Endpoint[] sockets() {
    return sockets;
  }

  /** Has these sockets from now on. */
  protected final void sockets(Endpoint[] bound) {
    sockets = bound;
  }

  /** Whether it runs. */
  public final boolean up() {
    return up;
  }

  /** It runs from now on. */
  protected final void start(long nowNs) {
    up = true;
    wakeAt(nowNs);
  }

  /** It does not run any more; what has arrived is lost. */
  protected final void halt(long nowNs) {
    up = false;
    nextRunNs = NEVER;
    while (!inbox.isEmpty()) {
      lose(nowNs, inbox.removeFirst());
    }
  }

  /** It stands still until then, as a stopped process does; its sockets go on receiving. */
  public final void stop(long untilNs) {
    stoppedUntilNs = Math.max(stoppedUntilNs, untilNs);
  }

  /** It stands still no longer. */
  public final void proceed(long nowNs) {
    stoppedUntilNs = 0;
    wakeAt(nowNs);
  }

  /** Whether it stands still. */
  protected final boolean stopped(long nowNs) {
    return nowNs < stoppedUntilNs;
  }

  /** How many frames it can send each time it runs; what more it wants to send finds no room. */
  public final void outboxRoom(int frames) {
    outboxRoom = frames;
  }

  /** How often a frame found no room. */
  public final long outboxRefusals() {
    return outboxRefusals;
  }

  /** Where the engine sends. */
  protected final Outbox outbox() {
    return outbox;
  }

  @Override
  public final void receive(long nowNs, Packet packet) {
    if (!up || inbox.size() >= INBOX_PACKETS) {
      lose(nowNs, packet);
      return;
    }
    inbox.addLast(packet);
    wakeAt(nowNs + random.nextInt(WAKE_NS_MAX));
  }

  private void lose(long nowNs, Packet packet) {
    observer.fate(nowNs, packet, Fate.OVERFLOWED);
    network.pool().give(packet);
  }

  /** Runs then, or earlier. One that is down is woken by its start and by nothing before. */
  protected final void wakeAt(long atNs) {
    if (!up) {
      return;
    }
    long whenNs = Math.max(atNs, events.nowNs());
    if (whenNs < nextRunNs) {
      nextRunNs = whenNs;
      events.add(whenNs, this, 0, null);
    }
  }

  @Override
  public final void at(long nowNs, int what, @Nullable Packet packet) {
    if (nowNs != nextRunNs || !up) {
      return;
    }
    nextRunNs = NEVER;
    if (stopped(nowNs)) {
      wakeAt(stoppedUntilNs);
      return;
    }
    outboxLeft = outboxRoom;
    int left = BURST;
    while (left-- > 0 && !inbox.isEmpty()) {
      Packet arrived = inbox.removeFirst();
      take(nowNs, arrived);
      network.pool().give(arrived);
      if (!up) {
        return;
      }
    }
    long nextNs = work(nowNs);
    restlessRuns = nextNs > nowNs ? 0 : restlessRuns + 1;
    if (restlessRuns > RESTLESS_RUNS_MAX) {
      throw new RestlessException(host, restlessRuns);
    }
    wakeAt(inbox.isEmpty() ? nextNs : nowNs + 1);
  }

  /** Takes a packet. */
  protected abstract void take(long nowNs, Packet packet);

  /**
   * Does what is due after a burst.
   *
   * @return when to run again, in virtual time
   */
  protected abstract long work(long nowNs);

  /** Sees a frame leave, before the network does. */
  protected void leaving(long nowNs, Packet packet) {}

  private final class NodeOutbox implements Outbox {
    private @Nullable Packet claimed;

    @Override
    public @Nullable MemorySegment claim(int length) {
      if (outboxLeft == 0) {
        outboxRefusals++;
        return null;
      }
      Packet packet = claimed;
      if (packet == null) {
        packet = network.pool().take();
        claimed = packet;
      }
      // The same bytes in each run, and none that an engine could rely on.
      packet.frame.asSlice(0, length).fill((byte) POISON);
      return packet.frame;
    }

    @Override
    public void commit(Path to, int length) {
      Packet packet = claimed;
      Endpoint target = network.at(to);
      if (packet == null || target == null) {
        throw new IllegalStateException("nothing was claimed, or nobody was ever at " + to);
      }
      claimed = null;
      outboxLeft--;
      packet.length = length;
      packet.from = sockets[to.source()];
      packet.to = target;
      leaving(events.nowNs(), packet);
      network.send(events.nowNs(), packet);
    }
  }
}
