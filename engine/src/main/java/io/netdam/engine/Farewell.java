package io.netdam.engine;

import io.netdam.transport.Session;
import io.netdam.transport.SessionTable;

/** Drains a device: tells every client GOAWAY, as room to send allows, and waits out the grace. */
final class Farewell {
  /** Most slots of the table looked at in one call. */
  private static final int SLOTS_MAX = 4_096;

  private final SessionTable table;
  private final DeviceSender sender;
  private final Reception reception;
  private final RequestRunner requests;
  private boolean begun;
  private boolean graceOver;
  private long endNs;
  private long nowNs;
  private int slot;

  Farewell(SessionTable table, DeviceSender sender, Reception reception, RequestRunner requests) {
    this.table = table;
    this.sender = sender;
    this.reception = reception;
    this.requests = requests;
  }

  void begin(long now, long graceNs) {
    if (begun) {
      return;
    }
    begun = true;
    endNs = now + graceNs;
    reception.drain();
    at(now);
  }

  boolean begun() {
    return begun;
  }

  /** Notes the time: after the grace no change runs. */
  void at(long now) {
    nowNs = now;
    if (begun && !graceOver && endNs - now <= 0) {
      graceOver = true;
      requests.refuseChanges();
    }
  }

  /** Tells the next clients; false if some are left. */
  boolean continueSaying() {
    if (!begun) {
      return true;
    }
    int last = Math.min(table.slots(), slot + SLOTS_MAX);
    while (slot < last) {
      Session session = table.at(slot);
      if (session != null && session.live() && !sender.goAway(session, endNs - nowNs)) {
        return false;
      }
      slot++;
    }
    return slot == table.slots();
  }

  boolean over() {
    return begun && (table.live() == 0 || graceOver && slot == table.slots());
  }

  long nextDueNs() {
    return begun && !graceOver ? endNs : Long.MAX_VALUE;
  }
}
