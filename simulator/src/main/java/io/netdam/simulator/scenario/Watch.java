package io.netdam.simulator.scenario;

import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Step;
import io.netdam.simulator.network.NetworkObserver;
import io.netdam.simulator.network.Packet;
import io.netdam.simulator.nodes.ClientNode;
import io.netdam.simulator.nodes.DeviceNode;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.InstructionCore;
import io.netdam.wire.PacketKind;
import io.netdam.wire.Request;
import io.netdam.wire.TransportHeader;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sees all packets: logs them, counts their fates, notes in which session a call was sent. */
final class Watch implements NetworkObserver {
  private final Chronicle chronicle;
  private final Log log;
  private final EnumMap<Tally, Long> tallies = new EnumMap<>(Tally.class);
  private final long[][] latestNumbers;
  private final FrameCheck check = new FrameCheck();
  private final TransportHeader header = new TransportHeader();
  private final Request request = new Request();
  private final InstructionCore core = new InstructionCore();
  private @Nullable Rogue rogue;
  private boolean rogueSends;

  Watch(Chronicle chronicle, Log log, Plan plan) {
    this.chronicle = chronicle;
    this.log = log;
    this.latestNumbers = new long[plan.clients().size()][plan.devices().size()];
  }

  void rogue(Rogue somebody) {
    rogue = somebody;
  }

  /** Whether what is sent now is sent by a rogue. */
  void rogueSends(boolean now) {
    rogueSends = now;
  }

  void count(Tally tally, long more) {
    tallies.merge(tally, more, Long::sum);
  }

  Map<Tally, Long> tallies() {
    return tallies.clone();
  }

  /** The latest operation number that a client sent to a device. */
  long latestNumber(int client, int device) {
    return latestNumbers[client][device];
  }

  @Override
  public void sent(long nowNs, Packet packet) {
    count(Tally.PACKETS, 1);
    log.sent(nowNs, packet);
    if (!rogueSends && packet.from.owner() instanceof ClientNode client) {
      if (rogue != null) {
        rogue.see(packet);
      }
      note(nowNs, packet, client);
    }
  }

  private void note(long nowNs, Packet packet, ClientNode client) {
    if (header.wrap(packet.frame, 0).kind() != PacketKind.REQUEST
        || check.check(packet.frame, 0, packet.length, true) != null) {
      return;
    }
    long session = header.sessionId();
    core.walk(request.wrap(packet.frame, 0, packet.length));
    while (core.next()) {
      Step step = chronicle.find(core, packet.frame);
      Call call = step == null ? null : step.call;
      if (call == null) {
        continue;
      }
      call.sentNs = Math.min(call.sentNs, nowNs);
      call.severalSessions |= call.session != 0 && call.session != session;
      call.session = session;
      if (call.changing() && packet.to.owner() instanceof DeviceNode) {
        latestNumbers[client.number()][call.device] = header.operationNumber();
        chronicle
            .operations()
            .put(new Chronicle.Operation(session, header.operationNumber()), call);
      }
    }
  }

  @Override
  public void fate(long nowNs, Packet packet, Fate fate) {
    log.fate(nowNs, packet, fate);
    switch (fate) {
      case LOST -> count(Tally.LOSSES, 1);
      case CUT -> count(Tally.CUT_OFF, 1);
      case DOUBLED -> count(Tally.DUPLICATES, 1);
      case REORDERED -> count(Tally.REORDERINGS, 1);
      case KEPT_LATE -> count(Tally.LATE_COPIES, 1);
      case DAMAGED -> count(Tally.DAMAGED, 1);
      case STRAYED -> count(Tally.STRAYED, 1);
      case OVERFLOWED -> count(Tally.OVERFLOWED, 1);
      case ARRIVED -> {
        // the usual
      }
    }
  }
}
