package io.netdam.memif;

import io.netdam.os.Descriptor;
import io.netdam.os.DescriptorPoll;
import io.netdam.os.DescriptorSystem;
import io.netdam.os.OperatingSystem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A port of a virtual wire between two processes of one host: memif 2.0, either side of it.
 *
 * <p>One thread controls the port: it calls {@link #poll} again and again, and {@link #close}. Each
 * queue in each direction is used by one thread, the same or another. {@link #receive} and {@link
 * #transmit} move bursts of frames, never block, allocate nothing, and call the system only to wake
 * a side that sleeps.
 *
 * <p>Nothing that the other side does reaches the caller but as frames, or as a {@link #reason} why
 * the port went down. A port that went down comes up again when the other side does.
 */
public final class MemifPort implements AutoCloseable {
  /** How often the control socket is looked at while frames flow. */
  private static final long CONTROL_INTERVAL_NS = 1_000_000;

  /** How long a queue of a port that is down sleeps at most. */
  private static final int DOWN_AWAIT_MS = 10;

  private final MemifOptions options;
  private final DescriptorSystem system;
  private final @Nullable MemifListener listener;
  private final boolean ownsListener;
  private final @Nullable DescriptorPoll[] polls;
  private final MemorySegment[] scratch;
  private volatile @Nullable Conversation peer;
  private volatile boolean controlReady = true;
  private volatile boolean closed;
  private long lastPollNs;
  private long retryNs;
  private boolean retryLater;
  private boolean wasUp;
  private Failure.Cause last = new Failure.Cause(PortReason.NONE, "");
  private PortCounters ended = PortCounters.ZERO;

  private MemifPort(
      MemifOptions options,
      DescriptorSystem system,
      @Nullable MemifListener listener,
      boolean ownsListener) {
    this.options = options;
    this.system = system;
    this.listener = listener;
    this.ownsListener = ownsListener;
    this.polls = new DescriptorPoll[options.receiveQueues()];
    this.scratch = new MemorySegment[options.receiveQueues()];
    for (int queue = 0; queue < scratch.length; queue++) {
      scratch[queue] = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    }
    if (listener != null) {
      listener.add(this);
    }
  }

  /**
   * Opens a port. A server listens from here on; a client connects when it is first polled.
   *
   * @throws IOException if a server cannot listen, or foreign calls are denied; the message says
   *     what to do
   */
  public static MemifPort open(MemifOptions options) throws IOException {
    if (options.role() == MemifRole.SERVER) {
      MemifListener listener = MemifListener.open(options.socketName());
      return new MemifPort(options, listener.system(), listener, true);
    }
    RegionLayout _ =
        new RegionLayout(
            options.transmitQueues(),
            options.receiveQueues(),
            options.ringSizeLog2(),
            options.bufferBytes(),
            options.cacheLineBytes());
    DescriptorSystem system = OperatingSystem.current().descriptors();
    if (!system.available()) {
      Descriptor _ = system.event(); // says why
    }
    return new MemifPort(options, system, null, false);
  }

  /**
   * Opens a server port on a socket that others share. The options' socket is not looked at.
   *
   * @throws IllegalArgumentException if the listener has a port with this id
   */
  public static MemifPort open(MemifListener listener, MemifOptions options) {
    if (options.role() != MemifRole.SERVER) {
      throw new IllegalArgumentException("a port of a listener is a server: " + options);
    }
    return new MemifPort(options, listener.system(), listener, false);
  }

  /** Its settings. */
  public MemifOptions options() {
    return options;
  }

  /** Where it stands, without looking anew. */
  public PortPhase phase() {
    Conversation current = peer;
    if (closed) {
      return PortPhase.CLOSED;
    }
    if (current == null) {
      return PortPhase.WAITING;
    }
    return current.isUp() ? PortPhase.UP : PortPhase.HANDSHAKE;
  }

  /** Why it went down last, or was refused; {@link PortReason#NONE} if it never was. */
  public PortReason reason() {
    return last.reason();
  }

  /** The numbers to {@link #reason}, or the other side's words; may be empty. */
  public String detail() {
    return last.detail();
  }

  /** What the other side calls itself; empty while there is none. */
  public String peerName() {
    Conversation current = peer;
    return current == null ? "" : current.peerName();
  }

  /** Queues of this connection to receive from; 0 while it is down. */
  public int receiveQueues() {
    Conversation current = peer;
    return current != null && current.isUp() ? current.receiveQueues.size() : 0;
  }

  /** Queues of this connection to send to; 0 while it is down. */
  public int transmitQueues() {
    Conversation current = peer;
    return current != null && current.isUp() ? current.transmitQueues.size() : 0;
  }

  /** What it did so far; exact when the queues rest. */
  public PortCounters counters() {
    Conversation current = peer;
    return current == null ? ended : ended.plus(current.counters());
  }

  boolean talksTo(Conversation conversation) {
    return conversation.equals(peer);
  }

  boolean bind(ServerConversation conversation) {
    if (peer != null || closed) {
      return false;
    }
    peer = conversation;
    return true;
  }

  /**
   * Does what is due on the control socket: takes or seeks a peer, goes on with the handshake,
   * notices that the other side left. Never blocks. While frames flow it may be called as often as
   * one likes: it looks once in a millisecond.
   *
   * @param nowNs of any monotonic clock, always the same
   * @return where the port stands now
   */
  public PortPhase poll(long nowNs) {
    if (closed) {
      return PortPhase.CLOSED;
    }
    Conversation current = peer;
    if (current != null
        && current.isUp()
        && !controlReady
        && nowNs - lastPollNs < CONTROL_INTERVAL_NS) {
      return PortPhase.UP;
    }
    lastPollNs = nowNs;
    controlReady = false;
    if (listener != null) {
      try {
        listener.poll(nowNs);
      } catch (IOException refused) {
        note(refused);
      }
    } else if (current == null) {
      connect(nowNs);
    }
    current = peer;
    if (current != null) {
      current.poll(nowNs);
      if (current.isUp() && !wasUp) {
        wasUp = true;
        ended = ended.plus(new PortCounters(1, 0, 0, 0, 0, 0, 0, 0));
      }
      if (current.failure.happened()) {
        drop(current, nowNs);
      }
    }
    return phase();
  }

  private void note(IOException exception) {
    last =
        new Failure.Cause(Conversation.reasonOf(exception), String.valueOf(exception.getMessage()));
  }

  private void connect(long nowNs) {
    if (retryLater && nowNs - retryNs < 0) {
      return;
    }
    try {
      Descriptor socket = system.connect(options.socketName());
      peer =
          new ClientConversation(
              system, socket, options, nowNs + options.handshakeTimeout().toNanos());
    } catch (IOException refused) {
      note(refused);
      retryLater = true;
      retryNs = nowNs + options.reconnectPause().toNanos();
    }
  }

  private void drop(Conversation current, long nowNs) {
    Failure.Cause cause = current.failure.cause();
    if (cause != null) {
      last = cause;
    }
    peer = null;
    current.end();
    ended = ended.plus(current.counters());
    wasUp = false;
    retryLater = true;
    retryNs = nowNs + options.reconnectPause().toNanos();
  }

  /**
   * Receives frames that are there.
   *
   * @param queue below the number that was asked for; of one that the connection has not, nothing
   *     comes
   * @param into is emptied first; frames longer than it takes are dropped and counted
   * @return frames in it; 0 also while the port is down
   */
  public int receive(int queue, FrameBurst into) {
    requireQueue(queue, options.receiveQueues());
    Conversation current = peer;
    if (current == null || !current.isUp()) {
      into.clear();
      return 0;
    }
    return current.receive(queue, into);
  }

  /**
   * Sends frames.
   *
   * @param queue as above
   * @param from stays as it is
   * @param start first frame to send, up to its count
   * @return frames from there on that are done: start + result is where to go on; less than all if
   *     the other side left no room, or the port is down. Frames that the ring can never take count
   *     as done, and in {@link PortCounters#unsendableFrames}
   */
  public int transmit(int queue, FrameBurst from, int start) {
    requireQueue(queue, options.transmitQueues());
    if (start < 0 || start > from.count()) {
      throw new IndexOutOfBoundsException("start " + start + " of " + from.count());
    }
    Conversation current = peer;
    if (current == null || !current.isUp()) {
      return 0;
    }
    return current.transmit(queue, from, start);
  }

  private static void requireQueue(int queue, int count) {
    if (queue < 0 || queue >= count) {
      throw new IllegalArgumentException("queue " + queue + " of " + count);
    }
  }

  /**
   * Sleeps until a queue has frames, the control socket wants {@link #poll}, or time is up; the
   * interrupt mode. Blocks a platform thread, and the carrier of a virtual one.
   *
   * @param queue as above
   * @param timeoutMs 0 or more, and some 10 at most while the port is down; other implementations
   *     lose a wake-up once in a while, so better 10 than for ever
   * @return whether there is something to do
   */
  public boolean await(int queue, int timeoutMs) {
    requireQueue(queue, options.receiveQueues());
    if (closed) {
      return true;
    }
    DescriptorPoll poll = polls[queue];
    if (poll == null) {
      poll = system.poll(2);
      polls[queue] = poll;
    }
    poll.clear();
    Conversation current = peer;
    if (current != null && current.isUp() && queue < current.receiveQueues.size()) {
      return sleep(current, queue, poll, timeoutMs);
    }
    if (current != null) {
      poll.add(current.socket());
    }
    if (listener != null) {
      poll.add(listener.socket());
    }
    // Another thread may bring the port up, or close it, and what this one waits for changes.
    boolean ready = poll.await(Math.min(timeoutMs, DOWN_AWAIT_MS)) > 0;
    if (ready) {
      controlReady = true;
    }
    return ready;
  }

  private boolean sleep(Conversation current, int queue, DescriptorPoll poll, int timeoutMs) {
    ReceiveQueue frames = current.receiveQueues.get(queue);
    Descriptor event = current.receiveEvents.get(queue);
    poll.add(event);
    poll.add(current.socket());
    try {
      boolean stale = true;
      for (int attempt = 0; attempt < 2 && stale && frames.sleeps(true); attempt++) {
        int _ = poll.await(timeoutMs);
        if (poll.ready(1)) {
          controlReady = true;
        }
        // An event of frames that were taken before anybody slept may be left over: once more.
        stale = poll.ready(0) && system.drain(event, scratch[queue]) && !controlReady;
      }
      return !frames.sleeps(false) || controlReady;
    } catch (IllegalStateException gone) {
      if (!current.failure.happened()) {
        throw gone;
      }
      controlReady = true;
      return true;
    }
  }

  /**
   * Ends this connection; a client connects again after its pause, a server takes the next.
   *
   * @param nowNs as in {@link #poll}
   */
  public void disconnect(long nowNs) {
    Conversation current = peer;
    if (current != null) {
      current.failure.fail(PortReason.ENDED_HERE, "");
      drop(current, nowNs);
    }
  }

  /** Says good-bye and gives everything back; by the thread that controls it, once is enough. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    Conversation current = peer;
    if (current != null) {
      current.failure.fail(PortReason.CLOSED, "");
      drop(current, lastPollNs);
    }
    last = new Failure.Cause(PortReason.CLOSED, last.detail());
    if (listener != null) {
      listener.remove(this);
      if (ownsListener) {
        listener.close();
      }
    }
  }

  @Override
  public String toString() {
    return options + " " + phase() + (last.reason() == PortReason.NONE ? "" : " " + last.reason());
  }
}
