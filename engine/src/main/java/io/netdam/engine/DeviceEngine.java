package io.netdam.engine;

import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.transport.GrantBook;
import io.netdam.transport.Path;
import io.netdam.transport.Rule;
import io.netdam.transport.Session;
import io.netdam.transport.SessionTable;
import io.netdam.transport.TicketOffice;
import io.netdam.transport.WindowPool;
import io.netdam.wire.Caps;
import io.netdam.wire.DropReason;
import io.netdam.wire.Form;
import io.netdam.wire.FrameCheck;
import io.netdam.wire.PacketKind;
import io.netdam.wire.Probe;
import io.netdam.wire.Request;
import io.netdam.wire.Status;
import io.netdam.wire.TransportHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One shard of a device, without clock, thread or socket: a datagram and the time go in, memory
 * changes, frames come out.
 *
 * <pre>
 *   onDatagram: trusted? -> whole? (FrameCheck) -> whose shard? -> session (Reception)
 *               -> guard, instructions, record, reply (RequestRunner)
 *   poll:       acknowledgements of the burst -> turns of credit -> expired leases -> next deadline
 * </pre>
 *
 * <p>The runtime gives it every datagram that it has received in a burst, then calls {@link #poll}.
 * Nothing is allocated per datagram, save what the JDK's MAC allocates for a ticket. One thread;
 * several shards may share a region. Hostile bytes never make it throw: each drop has a reason and
 * a counter.
 */
public final class DeviceEngine {
  /** A poll this much later finds an outbox that is being emptied, in nanoseconds. */
  private static final long OUTBOX_RETRY_NS = 20_000;

  /** After so many datagrams without a poll, acknowledgements are sent all the same. */
  private static final int BURST_MAX = 256;

  private final DeviceSettings settings;
  private final Region region;
  private final DeviceCounters counters;
  private final HandOver handOver;
  private final TrustedNetworks trusted;
  private final SessionTable table;
  private final GrantBook grants;
  private final TicketOffice tickets;
  private final ResultStore store;
  private final DeviceSender sender;
  private final Occupancy occupancy;
  private final AcknowledgementQueue acknowledgements;
  private final Reception reception;
  private final RequestRunner requests;
  private final InstructionRunner instructions;
  private final CompactRunner compact;
  private final Farewell farewell;
  private final FrameCheck frameCheck = new FrameCheck();
  private final TransportHeader header = new TransportHeader();
  private final Request request = new Request();
  private final Probe probe = new Probe();
  private final Caps caps = new Caps();
  private final boolean handsOver;
  private long timeOffsetNs;
  private boolean begun;
  private long begunNs;
  private int burst;

  /**
   * A device without sessions.
   *
   * @param settings checked settings; all memory is taken here
   * @param region the memory that instructions work on
   * @param set the instructions it knows
   * @param counters its own counters
   * @param handOver takes frames of other shards
   */
  public DeviceEngine(
      DeviceSettings settings,
      Region region,
      InstructionSet set,
      DeviceCounters counters,
      HandOver handOver) {
    this.settings = settings;
    this.region = region;
    this.counters = counters;
    this.handOver = handOver;
    this.trusted = settings.trusted();
    this.handsOver = settings.rules().keeps(Rule.HAND_OVER);
    WindowPool windows =
        new WindowPool(settings.sessionsMax(), settings.windowDefault(), settings.windowBudget());
    store = new ResultStore(settings.resultBytes(), settings.sessionsMax());
    table = new SessionTable(settings.sessionsMax(), windows, store, settings.rules());
    grants = new GrantBook(settings.socketBufferBytes());
    tickets =
        new TicketOffice(
            settings.epoch(),
            settings.shard(),
            settings.firstSession(),
            settings.ticketKey(),
            settings.rules());
    sender = new DeviceSender(settings, counters);
    occupancy = new Occupancy(store);
    acknowledgements = new AcknowledgementQueue(sender, occupancy);
    reception = new Reception(settings, counters, sender, table, windows, grants, tickets);
    instructions = new InstructionRunner(set, region, settings.shards() == 1, counters);
    requests =
        new RequestRunner(
            settings, counters, sender, grants, store, instructions, acknowledgements, occupancy);
    compact = new CompactRunner(set, region, counters, sender, occupancy);
    farewell = new Farewell(table, sender, reception, requests);
  }

  /**
   * Takes one datagram.
   *
   * @param nowNs monotonic time
   * @param path where it came from
   * @param segment holds it
   * @param offset its first byte in the segment
   * @param length its bytes, any number
   * @param outbox takes the answers
   */
  public void onDatagram(
      long nowNs, Path path, MemorySegment segment, long offset, int length, Outbox outbox) {
    counters.add(DeviceCounter.DATAGRAMS_IN);
    counters.add(DeviceCounter.BYTES_IN, length);
    sender.into(outbox);
    if (length < 1) {
      counters.drop(DropReason.TOO_SHORT);
      return;
    }
    boolean inClear = path.loopback() || trusted.trusts(path);
    boolean isCompact = Form.of(segment.get(ValueLayout.JAVA_BYTE, offset)) == Form.COMPACT;
    if (!inClear) {
      counters.drop(isCompact ? DropReason.COMPACT_UNTRUSTED : DropReason.SOURCE_UNTRUSTED);
      return;
    }
    DropReason wrong = frameCheck.check(segment, offset, length, true);
    if (wrong != null) {
      counters.drop(wrong);
      return;
    }
    if (isCompact) {
      compact.run(path, segment, offset, length);
      return;
    }
    long deviceNs = nowNs + timeOffsetNs;
    tellEpochAge(nowNs);
    header.wrap(segment, offset);
    if (!isOurs(path, segment, offset, length)) {
      return;
    }
    dispatch(deviceNs, path, segment, offset, length);
    burst++;
    if (burst >= BURST_MAX || acknowledgements.full()) {
      acknowledgements.flush(deviceNs);
      burst = 0;
    }
  }

  /**
   * Counted from the first call: an epoch is at least as old, and older only makes clients bolder.
   */
  private void tellEpochAge(long nowNs) {
    if (!begun) {
      begun = true;
      begunNs = nowNs;
    }
    sender.epochAgeNs(nowNs - begunNs);
  }

  /** Whether this shard owns the session; if not, the frame has been handed over or dropped. */
  private boolean isOurs(Path path, MemorySegment segment, long offset, int length) {
    long id = header.sessionId();
    int shard = TransportHeader.shard(id);
    if (id == 0 || shard == settings.shard()) {
      return true;
    }
    if (shard >= settings.shards()) {
      counters.drop(DropReason.SHARD_UNKNOWN);
      return false;
    }
    if (!handsOver && header.kind() == PacketKind.REQUEST) {
      requests.runForeign(request.wrap(segment, offset, length), segment);
    }
    if (handOver.offer(shard, path, segment, offset, length)) {
      counters.add(DeviceCounter.HANDED_OVER);
    } else {
      counters.drop(DropReason.SHARD_QUEUE_FULL);
    }
    return false;
  }

  private void dispatch(long nowNs, Path path, MemorySegment segment, long offset, int length) {
    switch (header.kind()) {
      case PacketKind.REQUEST -> onRequest(nowNs, path, segment, offset, length);
      case PacketKind.OPEN -> reception.open(nowNs, path, segment, offset, header);
      case PacketKind.CLOSE -> reception.close(nowNs, path, header);
      case PacketKind.CAPS ->
          sender.capsReply(caps.wrap(segment, offset).nonce(), region, farewell.begun(), path);
      case PacketKind.PROBE ->
          sender.probeReply(header.sessionId(), length, probe.wrap(segment, offset).nonce(), path);
      default -> counters.drop(DropReason.NOT_EXPECTED); // PROBE_REPLY: a device asks nothing
    }
  }

  private void onRequest(long nowNs, Path path, MemorySegment segment, long offset, int length) {
    counters.add(DeviceCounter.REQUESTS);
    farewell.at(nowNs);
    requests.take(nowNs, path, segment, offset, length);
    if (header.sessionId() == 0) {
      requests.ofNobody();
      return;
    }
    request.wrap(segment, offset, length);
    Session session = reception.admit(nowNs, path, segment, header, request);
    if (session != null) {
      requests.ofSession(session);
    } else if (reception.refusal() != Status.DONE) {
      requests.unmade(reception.refusal());
    }
  }

  /**
   * Does what is due: call it after each burst, and when the time that it returned has come.
   *
   * @param nowNs monotonic time
   * @param outbox takes frames
   * @return when to call again at the latest, or {@link Long#MAX_VALUE}: not before a datagram
   */
  public long poll(long nowNs, Outbox outbox) {
    sender.into(outbox);
    long deviceNs = nowNs + timeOffsetNs;
    tellEpochAge(nowNs);
    burst = 0;
    acknowledgements.flush(deviceNs);
    giveTurns(deviceNs);
    acknowledgements.flush(deviceNs);
    reception.expire(deviceNs);
    farewell.at(deviceNs);
    boolean said = farewell.continueSaying();
    if (!acknowledgements.isEmpty() || !said) {
      return nowNs + OUTBOX_RETRY_NS;
    }
    long due = Math.min(reception.nextDueNs(), grants.nextDueNs());
    due = Math.min(due, farewell.nextDueNs());
    return due == Long.MAX_VALUE ? due : Math.max(due - timeOffsetNs, nowNs);
  }

  private void giveTurns(long nowNs) {
    while (!acknowledgements.full()) {
      Session session = grants.turn(nowNs);
      if (session == null) {
        return;
      }
      counters.add(DeviceCounter.CREDIT_TURNS);
      acknowledgements.due(session);
    }
  }

  /**
   * Notes how full the socket's receive buffer is.
   *
   * @param fill 0: empty, to 255: full
   */
  public void occupancy(int fill) {
    occupancy.socket(fill);
  }

  /**
   * Starts nothing any more: no session is made, each client is told GOAWAY, and after the grace
   * changes that have not run yet are refused as DRAINING. {@link #poll} goes on with it.
   *
   * @param nowNs monotonic time
   * @param graceNs how long what is on its way may still run
   * @param outbox takes frames
   */
  public void drain(long nowNs, long graceNs, Outbox outbox) {
    sender.into(outbox);
    farewell.begin(nowNs + timeOffsetNs, graceNs);
    farewell.continueSaying();
  }

  /** Whether every client has been told and the grace is over, or no session is left. */
  public boolean drained() {
    return farewell.over();
  }

  /** How many sessions live here. */
  public int sessions() {
    return table.live();
  }

  /** How many results are kept to be repeated, in chunks of 256 bytes that are not free. */
  public int resultsKept() {
    return settings.resultBytes() / ResultStore.CHUNK_BYTES - store.freeChunks();
  }

  /** How many bytes {@link #snapshot} writes now. */
  public long snapshotBytes() {
    return snapshot().bytes();
  }

  /**
   * Writes sessions, guards and results for a planned restart: after it the device must take no
   * datagram any more.
   *
   * @param nowNs monotonic time
   * @param to takes {@link #snapshotBytes} bytes from offset 0
   */
  public void snapshot(long nowNs, MemorySegment to) {
    snapshot().write(nowNs + timeOffsetNs, to);
  }

  /**
   * Goes on where a snapshot was taken: same sessions, same guards, same tickets, same epoch. Its
   * leases and tickets go on with the time that they had left. To be called before the first
   * datagram.
   *
   * @param nowNs monotonic time
   * @param from holds a snapshot from offset 0, or anything
   * @return false if it is no snapshot of this shard in this epoch, or does not fit these settings;
   *     nothing has changed then
   */
  public boolean restore(long nowNs, MemorySegment from) {
    SessionSnapshot snapshot = snapshot();
    if (!snapshot.readable(from)) {
      return false;
    }
    timeOffsetNs = snapshot.deviceNs(from) - nowNs;
    snapshot.read(from);
    return true;
  }

  private SessionSnapshot snapshot() {
    return new SessionSnapshot(settings, table, tickets, store, reception);
  }
}
