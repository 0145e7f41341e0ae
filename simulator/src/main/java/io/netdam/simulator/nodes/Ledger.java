package io.netdam.simulator.nodes;

import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.network.Packet;
import io.netdam.transport.Path;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.PacketKind;
import io.netdam.wire.Request;
import io.netdam.wire.Ticket;
import io.netdam.wire.TransportHeader;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a device has had from each address and sent to it, until the address has shown a ticket that
 * was sent to it: proof that somebody receives there.
 */
final class Ledger {
  private final int device;
  private final Chronicle chronicle;
  private final Map<Path, Account> accounts = new HashMap<>();
  private final Map<Long, Path> tickets = new HashMap<>();
  private final FrameCheck check = new FrameCheck();
  private final TransportHeader header = new TransportHeader();
  private final Request request = new Request();
  private final Ticket ticket = new Ticket();

  Ledger(int device, Chronicle chronicle) {
    this.device = device;
    this.chronicle = chronicle;
  }

  /** A new epoch: nobody has proved anything. */
  void forget() {
    accounts.clear();
    tickets.clear();
  }

  void received(long nowNs, Packet packet) {
    Account account = account(packet.from.path());
    account.received += packet.length;
    if (account.proven
        || packet.damaged
        || check.check(packet.frame, 0, packet.length, true) != null
        || header.wrap(packet.frame, 0).kind() != PacketKind.REQUEST
        || !request.wrap(packet.frame, 0, packet.length).hasTicket()) {
      return;
    }
    long mac = ticket.wrap(packet.frame, request.ticketOffset()).macHigh();
    Path to = tickets.get(mac);
    account.proven = to != null && to.equals(packet.from.path());
  }

  void sent(long nowNs, Packet packet) {
    Account account = account(packet.to.path());
    account.sent += packet.length;
    if (header.wrap(packet.frame, 0).kind() == PacketKind.OPENED) {
      tickets.put(ticket.wrap(packet.frame, Ticket.OFFSET_IN_OPEN).macHigh(), packet.to.path());
    }
    if (!account.proven && account.sent > account.received) {
      chronicle
          .debts()
          .add(
              new Chronicle.Debt(
                  nowNs, device, packet.to.toString(), account.received, account.sent));
    }
  }

  private Account account(Path path) {
    @Nullable Account known = accounts.get(path);
    if (known == null) {
      known = new Account();
      accounts.put(path, known);
    }
    return known;
  }

  private static final class Account {
    private long received;
    private long sent;
    private boolean proven;
  }
}
