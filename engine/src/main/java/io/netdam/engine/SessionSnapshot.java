package io.netdam.engine;

import io.netdam.transport.Guard;
import io.netdam.transport.Path;
import io.netdam.transport.Session;
import io.netdam.transport.SessionTable;
import io.netdam.transport.TicketOffice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Sessions, guards and kept results of one shard as bytes, for a planned restart in the same epoch.
 *
 * <pre>
 *   0  magic (64) | version (32) | shard (32) | bytes in all (64) | CRC32C (32) | sessions (32)
 *  32  epoch (64) | device id (128) | device's time (64)
 *  64  next session number (64) | ticket key (256) | default window (32) | result bytes (32)
 * 112  reserved (128)
 * 128  sessions, the largest windows first, each:
 *      0  id | lease end | ticket end | next packet number | granted | base         6 × 64
 *     48  frame bytes (32) | window (32), 0: closed | addresses (32) | kept (32)
 *     64  addresses, each: high (64) | low (64) | port (32) | socket (32)
 *         records of the guard: 2 · window words
 *         kept results, each: place (32) | length (32) | bytes, padded to 8
 * </pre>
 *
 * <p>All big endian. Times are the device's own, which go on from the one in the head: what a lease
 * or a ticket had left, it has left. The key goes with them, so that tickets on their way stay
 * good; whoever stores a snapshot lets only the owner read it.
 */
final class SessionSnapshot {
  static final int HEAD_BYTES = 128;
  static final int VERSION = 1;

  private static final long MAGIC = 0x4E45_5444_414D_5353L; // "NETDAMSS"
  private static final int CHECK = 24;
  private static final int KEY = 72;
  private static final int SESSION_BYTES = 64;
  private static final int ADDRESS_BYTES = 24;
  private static final int KEPT_BYTES = 8;
  private static final int PIECE_BYTES = 1 << 16;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final DeviceSettings settings;
  private final SessionTable table;
  private final TicketOffice tickets;
  private final ResultStore store;
  private final Reception reception;

  SessionSnapshot(
      DeviceSettings settings,
      SessionTable table,
      TicketOffice tickets,
      ResultStore store,
      Reception reception) {
    this.settings = settings;
    this.table = table;
    this.tickets = tickets;
    this.store = store;
    this.reception = reception;
  }

  /** How many bytes it takes now. */
  long bytes() {
    long bytes = HEAD_BYTES;
    for (int slot = 0; slot < table.slots(); slot++) {
      Session session = table.at(slot);
      if (session != null) {
        bytes += bytesOf(session);
      }
    }
    return bytes;
  }

  private long bytesOf(Session session) {
    if (!session.live()) {
      return SESSION_BYTES;
    }
    Guard guard = session.guard();
    long bytes = SESSION_BYTES + (long) session.addressCount() * ADDRESS_BYTES;
    bytes += (long) guard.window() * Guard.RECORD_WORDS * Long.BYTES;
    for (int place = 0; guard.kept() > 0 && place < guard.window(); place++) {
      if (Guard.saysKept(guard.recordWord(place * Guard.RECORD_WORDS))) {
        bytes += KEPT_BYTES + padded(store.length(reference(guard, place)));
      }
    }
    return bytes;
  }

  private static int reference(Guard guard, int place) {
    return (int) guard.recordWord(place * Guard.RECORD_WORDS + 1);
  }

  private static int padded(int bytes) {
    return bytes + 7 & ~7;
  }

  /** Writes it. */
  void write(long deviceNs, MemorySegment to) {
    long bytes = bytes();
    to.set(LONG, 0, MAGIC);
    to.set(INT, 8, VERSION);
    to.set(INT, 12, settings.shard());
    to.set(LONG, 16, bytes);
    to.set(INT, CHECK, 0);
    to.set(INT, 28, table.size());
    to.set(LONG, 32, settings.epoch());
    to.set(LONG, 40, settings.deviceIdHigh());
    to.set(LONG, 48, settings.deviceIdLow());
    to.set(LONG, 56, deviceNs);
    to.set(LONG, 64, tickets.nextNumber());
    MemorySegment.copy(tickets.key(), 0, to, ValueLayout.JAVA_BYTE, KEY, TicketOffice.KEY_BYTES);
    to.set(INT, 104, settings.windowDefault());
    to.set(INT, 108, settings.resultBytes());
    to.set(LONG, 112, 0L);
    to.set(LONG, 120, 0L);
    long at = HEAD_BYTES;
    // Largest first: that is the order in which a fresh pool of windows can place them all.
    for (int window = 1 << 15; window > 0; window >>= 1) {
      at = writeAll(window, at, to);
    }
    at = writeAll(0, at, to);
    assert at == bytes;
    to.set(INT, CHECK, check(to, bytes));
  }

  private long writeAll(int window, long from, MemorySegment to) {
    long at = from;
    for (int slot = 0; slot < table.slots(); slot++) {
      Session session = table.at(slot);
      if (session != null && window == (session.live() ? session.guard().window() : 0)) {
        write(session, at, to);
        at += bytesOf(session);
      }
    }
    return at;
  }

  private void write(Session session, long start, MemorySegment to) {
    boolean live = session.live();
    Guard guard = session.guard();
    to.set(LONG, start, session.id());
    to.set(LONG, start + 8, session.leaseEndNs());
    to.set(LONG, start + 16, session.ticketEndNs());
    to.set(LONG, start + 24, session.packetNumber());
    to.set(LONG, start + 32, session.granted());
    to.set(LONG, start + 40, live ? guard.base() : 0);
    to.set(INT, start + 48, session.frameBytes());
    to.set(INT, start + 52, live ? guard.window() : 0);
    to.set(INT, start + 56, session.addressCount());
    to.set(INT, start + 60, live ? guard.kept() : 0);
    long at = start + SESSION_BYTES;
    for (int i = 0; i < session.addressCount(); i++) {
      Path path = session.address(i);
      to.set(LONG, at, path.addressHigh());
      to.set(LONG, at + 8, path.addressLow());
      to.set(INT, at + 16, path.port());
      to.set(INT, at + 20, path.source());
      at += ADDRESS_BYTES;
    }
    if (live) {
      writeGuard(guard, at, to);
    }
  }

  private void writeGuard(Guard guard, long start, MemorySegment to) {
    long at = start;
    for (int i = 0; i < guard.window() * Guard.RECORD_WORDS; i++) {
      to.set(LONG, at, guard.recordWord(i));
      at += Long.BYTES;
    }
    for (int place = 0; guard.kept() > 0 && place < guard.window(); place++) {
      if (Guard.saysKept(guard.recordWord(place * Guard.RECORD_WORDS))) {
        int reference = reference(guard, place);
        int length = store.length(reference);
        to.set(INT, at, place);
        to.set(INT, at + 4, length);
        for (int i = length; i < padded(length); i++) {
          to.set(ValueLayout.JAVA_BYTE, at + KEPT_BYTES + i, (byte) 0);
        }
        store.copy(reference, to, at + KEPT_BYTES);
        at += KEPT_BYTES + padded(length);
      }
    }
  }

  /** Whether these bytes are a whole snapshot of this shard, epoch and device, and fit. */
  boolean readable(MemorySegment from) {
    if (from.byteSize() < HEAD_BYTES || from.get(LONG, 0) != MAGIC) {
      return false;
    }
    long bytes = from.get(LONG, 16);
    return from.get(INT, 8) == VERSION
        && from.get(INT, 12) == settings.shard()
        && bytes >= HEAD_BYTES
        && bytes <= from.byteSize()
        && from.get(LONG, 32) == settings.epoch()
        && from.get(LONG, 40) == settings.deviceIdHigh()
        && from.get(LONG, 48) == settings.deviceIdLow()
        && from.get(INT, 104) == settings.windowDefault()
        && from.get(INT, 108) <= settings.resultBytes()
        && from.get(INT, 28) <= table.capacity() - table.size()
        && from.get(INT, CHECK) == check(from, bytes)
        && windowsFit(from);
  }

  private boolean windowsFit(MemorySegment from) {
    long operations = 0;
    long at = HEAD_BYTES;
    for (int left = from.get(INT, 28); left > 0; left--) {
      int window = from.get(INT, at + 52);
      operations += window > settings.windowDefault() ? window : 0;
      at = end(from, at);
    }
    int unit = settings.windowDefault();
    return operations <= (long) (settings.windowBudget() / unit & ~1) * unit;
  }

  private static long end(MemorySegment from, long start) {
    long at = start + SESSION_BYTES + (long) from.get(INT, start + 56) * ADDRESS_BYTES;
    at += (long) from.get(INT, start + 52) * Guard.RECORD_WORDS * Long.BYTES;
    for (int left = from.get(INT, start + 60); left > 0; left--) {
      at += KEPT_BYTES + padded(from.get(INT, at + 4));
    }
    return at;
  }

  /** The device's time at which it was written. */
  long deviceNs(MemorySegment from) {
    return from.get(LONG, 56);
  }

  /** Takes over what {@link #readable} has approved. */
  void read(MemorySegment from) {
    byte[] key = new byte[TicketOffice.KEY_BYTES];
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, KEY, key, 0, key.length);
    tickets.restore(from.get(LONG, 64), key);
    long at = HEAD_BYTES;
    for (int left = from.get(INT, 28); left > 0; left--) {
      readSession(from, at, deviceNs(from));
      at = end(from, at);
    }
  }

  private void readSession(MemorySegment from, long start, long nowNs) {
    int window = from.get(INT, start + 52);
    boolean live = window > 0;
    Session session =
        table.create(
            from.get(LONG, start),
            live ? window : settings.windowDefault(),
            from.get(INT, start + 48),
            0);
    if (session == null) {
      throw new IllegalStateException("a snapshot that fits was refused");
    }
    session.restore(
        from.get(LONG, start + 8),
        from.get(LONG, start + 16),
        from.get(LONG, start + 24),
        from.get(LONG, start + 32));
    if (live) {
      long at = start + SESSION_BYTES;
      for (int left = from.get(INT, start + 56); left > 0; left--) {
        Path path =
            Path.of(
                from.get(LONG, at),
                from.get(LONG, at + 8),
                from.get(INT, at + 16),
                from.get(INT, at + 20));
        session.addAddress(path, nowNs);
        at += ADDRESS_BYTES;
      }
      readGuard(from, at, session, start);
    } else {
      table.close(session);
    }
    reception.watch(session, nowNs);
  }

  private void readGuard(MemorySegment from, long start, Session session, long head) {
    Guard guard = session.guard();
    long[] words = new long[guard.window() * Guard.RECORD_WORDS];
    MemorySegment.copy(from, LONG, start, words, 0, words.length);
    guard.restore(from.get(LONG, head + 40), words);
    long at = start + (long) words.length * Long.BYTES;
    for (int left = from.get(INT, head + 60); left > 0; left--) {
      int length = from.get(INT, at + 4);
      int reference = store.keep(session.place(), from, at + KEPT_BYTES, length);
      guard.keepAgain(from.get(INT, at), reference);
      at += KEPT_BYTES + padded(length);
    }
  }

  private static int check(MemorySegment segment, long bytes) {
    CRC32C crc = new CRC32C();
    byte[] piece = new byte[PIECE_BYTES];
    for (long at = 0; at < bytes; at += PIECE_BYTES) {
      int length = (int) Math.min(PIECE_BYTES, bytes - at);
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, piece, 0, length);
      if (at == 0) {
        for (int i = 0; i < Integer.BYTES; i++) {
          piece[CHECK + i] = 0;
        }
      }
      crc.update(piece, 0, length);
    }
    return (int) crc.getValue();
  }
}
