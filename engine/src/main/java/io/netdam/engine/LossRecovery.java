package io.netdam.engine;

import io.netdam.transport.LossDetector;
import io.netdam.transport.PathState;
import io.netdam.transport.Rule;
import java.util.random.RandomGenerator;

/**
 * Finds what is lost, per path and by time, and says when to look again. What is lost moves to the
 * lists of those that are sent again; {@link ClientSender} does that, on whatever path is best.
 */
final class LossRecovery {
  private final ClientCounters counters;
  private final RandomGenerator random;
  private final long deadPathMinNs;
  private final boolean timerArmed;

  LossRecovery(ClientSettings settings, ClientCounters counters, RandomGenerator random) {
    this.counters = counters;
    this.random = random;
    this.deadPathMinNs = settings.deadPathMinNs();
    this.timerArmed = settings.rules().keeps(Rule.TIMER_ARMED);
  }

  /** Looks at all paths of a peer. */
  void poll(ClientPeer peer, long nowNs) {
    for (int path = 0; path < peer.paths.count(); path++) {
      detect(peer, path, nowNs);
      if (timerArmed && !peer.inFlight[path].isEmpty()) {
        timeOut(peer, path, nowNs);
      }
      if (timerArmed && !peer.inFlight[path].isEmpty()) {
        leaveIfDead(peer, path, nowNs);
      }
    }
  }

  /** Says when to look again if nothing happens before. */
  void arm(ClientPeer peer) {
    for (int path = 0; timerArmed && path < peer.paths.count(); path++) {
      int slot = peer.inFlight[path].first();
      if (slot == OperationSlots.NONE) {
        continue;
      }
      PathState state = peer.paths.state(path);
      peer.wakeAt(state.loss().lostNs(peer.slots.sentNs[slot], peer.slots.packet[slot]));
      peer.wakeAt(state.loss().timeoutNs());
      if (othersLive(peer, path)) {
        peer.wakeAt(state.deadNs(deadPathMinNs));
      }
    }
  }

  private static boolean othersLive(ClientPeer peer, int path) {
    return peer.paths.otherLives((1 << peer.paths.count()) - 1 & ~(1 << path));
  }

  /** The packets of a path that later ones prove lost. */
  private void detect(ClientPeer peer, int path, long nowNs) {
    OperationSlots slots = peer.slots;
    LossDetector loss = peer.paths.state(path).loss();
    SlotList list = peer.inFlight[path];
    for (int slot = list.first(); slot != OperationSlots.NONE; slot = list.first()) {
      long lostNs = loss.lostNs(slots.sentNs[slot], slots.packet[slot]);
      if (lostNs > nowNs) {
        return;
      }
      counters.increment(ClientCounter.LOST);
      peer.paths.state(path).onLost(nowNs, slots.sentNs[slot], slots.charge[slot]);
      slots.traits[slot] |= OperationSlots.DECLARED_LOST;
      giveBack(peer, slot);
    }
  }

  private void timeOut(ClientPeer peer, int path, long nowNs) {
    PathState state = peer.paths.state(path);
    LossDetector loss = state.loss();
    if (loss.timeoutNs() > nowNs) {
      return;
    }
    if (loss.probes() && !state.left()) {
      peer.probesDue |= 1 << path;
    } else {
      counters.increment(ClientCounter.TIMEOUTS);
      loss.onTimeout(nowNs, random.nextDouble());
      state.onTimeout(nowNs);
      giveBackAll(peer, path);
    }
  }

  private void leaveIfDead(ClientPeer peer, int path, long nowNs) {
    PathState state = peer.paths.state(path);
    if (state.deadNs(deadPathMinNs) <= nowNs && othersLive(peer, path)) {
      counters.increment(ClientCounter.PATHS_LEFT);
      state.leave(nowNs);
      state.onTimeout(nowNs);
      peer.probesDue &= ~(1 << path);
      giveBackAll(peer, path);
    }
  }

  /** Everything under way on a path is to be sent again, without having been declared lost. */
  void giveBackAll(ClientPeer peer, int path) {
    SlotList list = peer.inFlight[path];
    for (int slot = list.first(); slot != OperationSlots.NONE; slot = list.first()) {
      giveBack(peer, slot);
    }
  }

  private static void giveBack(ClientPeer peer, int slot) {
    if (peer.slots.is(slot, OperationSlots.INTERNAL)) {
      peer.unlink(slot);
      peer.slots.release(slot);
    } else {
      peer.toLost(slot);
    }
  }
}
