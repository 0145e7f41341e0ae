package io.netdam.engine;

import io.netdam.transport.ClientSession;
import io.netdam.transport.CreditLine;
import io.netdam.transport.LossDetector;
import io.netdam.transport.OperationWindow;
import io.netdam.transport.PacketLedger;
import io.netdam.transport.Path;
import io.netdam.transport.PathSet;
import io.netdam.transport.PathState;
import java.util.random.RandomGenerator;

/**
 * What a client keeps for one device: the operations and where they are, the session, the paths.
 *
 * <pre>
 *   submit -> queued --send--> inFlight[path] --answer--> ended
 *                                 |      ^
 *                           loss  v      | send again
 *                                lost ---+
 * </pre>
 *
 * <p>Changing and pure operations wait in lists of their own, because only changing ones wait for
 * the session, its window and its credit.
 */
final class ClientPeer {
  static final long NEVER = LossDetector.NEVER;

  private static final int LEDGER_FACTOR = 4;
  private static final int LEDGER_MIN = 256;

  final int index;
  final ClientSettings settings;
  final OperationSlots slots;
  final SlotList queuedChanging;
  final SlotList queuedPure;
  final SlotList lostChanging;
  final SlotList lostPure;
  final SlotList[] inFlight;
  final RequestBuffers buffers;
  final OperationWindow window;
  final CreditLine credit = new CreditLine();
  final PacketLedger ledger;
  final ClientSession session;
  final PathSet paths;

  /** Rises with each attach, so that a number of a detached peer is known as such. */
  int generation;

  boolean attached;

  /** Set by everything that may give poll something to do. */
  boolean dirty;

  /** When poll has something to do even if nothing happens. */
  long wakeNs = NEVER;

  /** No operation ends before; exact again after each look at all of them. */
  long earliestDeadlineNs = NEVER;

  /** The first packet that left after the device had answered within the session, once it has. */
  long firstAfterProof;

  /** All acknowledged numbers below this one have been looked at. */
  long acknowledgedTo;

  /** Changing operations wait: the device had no room for the session. */
  long pausedUntilNs = Long.MIN_VALUE;

  /** When an operation beyond the credit may be sent to ask for it. */
  long creditProbeNs = NEVER;

  /** The session is to end: CLOSE is sent until the device says that it is over. */
  boolean closing;

  /** When CLOSE is sent again. */
  long closeAgainNs = Long.MIN_VALUE;

  /** The session of a detached peer, to be closed once, or {@link ClientSession#NONE}. */
  long closingSession = ClientSession.NONE;

  Path closingPath;

  /** Bit i: the silent tail of path i is to be probed. */
  int probesDue;

  /**
   * Bit i: path i needs a small request that carries its ticket, the queued ones being too long.
   */
  int knocksDue;

  ClientPeer(int index, ClientSettings settings, RandomGenerator random, Path somePath) {
    this.index = index;
    this.settings = settings;
    int pathsMax = settings.pathsMax();
    slots = new OperationSlots(settings.operationsMax(), pathsMax);
    queuedChanging = new SlotList(slots);
    queuedPure = new SlotList(slots);
    lostChanging = new SlotList(slots);
    lostPure = new SlotList(slots);
    inFlight = new SlotList[pathsMax];
    for (int i = 0; i < pathsMax; i++) {
      inFlight[i] = new SlotList(slots);
    }
    buffers = new RequestBuffers(settings.requestsMax(), settings.frameBytes());
    window = new OperationWindow(settings.windowWanted(), settings.rules());
    int packets = Math.max(LEDGER_MIN, LEDGER_FACTOR * slots.capacity);
    ledger = new PacketLedger(packets, firstPacket(random));
    session = new ClientSession(pathsMax);
    paths = new PathSet(pathsMax);
    closingPath = somePath;
  }

  /** A first packet number that nobody off the path can guess, in lane 0. */
  private static long firstPacket(RandomGenerator random) {
    return random.nextLong() >>> 17;
  }

  /** Starts a new life of the peer. */
  void attach(Path[] newPaths) {
    attached = true;
    replacePaths(newPaths);
    dirty = true;
    wakeNs = NEVER;
    earliestDeadlineNs = NEVER;
    pausedUntilNs = Long.MIN_VALUE;
    creditProbeNs = NEVER;
    probesDue = 0;
    knocksDue = 0;
  }

  /** Replaces the paths; states of those that stay are kept. Nothing may be in flight. */
  void replacePaths(Path[] newPaths) {
    PathState[] states = new PathState[newPaths.length];
    for (int i = 0; i < newPaths.length; i++) {
      int old = paths.indexOf(newPaths[i]);
      states[i] = old == PathSet.NONE ? newState(newPaths[i]) : paths.state(old);
    }
    paths.replace(states);
  }

  private PathState newState(Path path) {
    return new PathState(
        path,
        settings.congestion().create(settings.frameBytes(), path.loopback()),
        settings.frameBytes(),
        settings.retryFirstNs(),
        settings.retryMaxNs(),
        settings.probeMinNs());
  }

  /** The longest frame of a request or reply. */
  int frameBytes() {
    return session.exists() ? session.frameBytes() : settings.frameBytes();
  }

  /** The list that a slot is on. */
  SlotList listOf(int slot) {
    boolean changing = slots.is(slot, OperationSlots.CHANGING);
    return switch (slots.state[slot]) {
      case OperationSlots.QUEUED -> changing ? queuedChanging : queuedPure;
      case OperationSlots.LOST -> changing ? lostChanging : lostPure;
      case OperationSlots.IN_FLIGHT -> inFlight[slots.path[slot]];
      default -> throw new IllegalStateException("slot " + slot + " is on no list");
    };
  }

  /** Takes a slot from where it is; what was under way no longer counts as such. */
  void unlink(int slot) {
    listOf(slot).remove(slot);
    if (slots.state[slot] == OperationSlots.IN_FLIGHT) {
      paths.state(slots.path[slot]).onGone(slots.charge[slot]);
    }
  }

  /** Moves a slot that was sent to those that are to be sent again. */
  void toLost(int slot) {
    unlink(slot);
    slots.state[slot] = OperationSlots.LOST;
    listOf(slot).addLast(slot);
  }

  /** Moves a lost operation back to those that were never sent: its session is over. */
  void toQueue(int slot) {
    unlink(slot);
    slots.state[slot] = OperationSlots.QUEUED;
    slots.transmissions[slot] = 0;
    slots.traits[slot] &= ~OperationSlots.DECLARED_LOST;
    listOf(slot).addLast(slot);
  }

  /** Whether a changing operation has a number and has not ended. */
  boolean changingUnresolved() {
    return window.span() > 0;
  }

  void wakeAt(long atNs) {
    wakeNs = Math.min(wakeNs, atNs);
  }
}
