package io.netdam.client;

import io.netdam.engine.ClientCounters;
import io.netdam.engine.ClientEngine;
import io.netdam.link.Link;
import io.netdam.transport.Path;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operations that never block and allocate nothing: a fixed number of slots, each with a tag of the
 * caller's, over a socket, an engine and sessions of their own. One thread owns them, the first
 * that uses them; others may only {@link NetDam#close()}.
 *
 * <pre>{@code
 * Operations operations = net.operations(256);
 * if (operations.getAndAdd(memory, 0, 1, tag) == Submission.FULL) ...
 * operations.poll((tag, outcome, value) -> ..., 64);
 * }</pre>
 *
 * <p>Submitted operations leave with the next {@link #poll}; each one that was accepted ends in
 * exactly one completion, at its time limit (that of the {@link RemoteMemory}) at the latest. There
 * is no order between operations. Faults of the caller are {@link IllegalArgumentException} and
 * {@link IndexOutOfBoundsException}, thrown before anything is sent.
 */
public final class Operations implements AutoCloseable {

  private static final int BURST = 64;
  private static final int WINDOW_MIN = 64;
  private static final int SCRATCH_BYTES = 8;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final NetDam net;
  private final LinkMaker linkMaker;
  private final Link link;
  private final ClientEngine engine;
  private final ClientCounters counters = new ClientCounters();
  private final LinkOutbox outbox;
  private final Link.Receiver receiver = this::onDatagram;
  private final long originNs = System.nanoTime();

  private final int[] numbers = new int[Peers.PEERS_MAX]; // of the engine, by index of the peer
  private final MemorySegment scratch;
  private final long[] tags;
  private final boolean[] loads;
  private final int[] free;
  private int freeCount;

  /** Slots that have ended and were not handed over yet: a ring. */
  private final int[] ended;

  private final Outcome[] outcomes;
  private final Status[] statuses;
  private final long[] values;
  private int endedFirst;
  private int endedCount;

  private @Nullable Thread owner;
  private Status status = Status.DONE;
  private volatile boolean closed;
  private boolean detached;
  private long nowNs;
  private long deadlineNs = Long.MAX_VALUE;

  Operations(NetDam net, NetDamOptions options, LinkMaker linkMaker, int capacity) {
    this.net = net;
    this.linkMaker = linkMaker;
    this.link = linkMaker.open();
    this.outbox = new LinkOutbox(link);
    this.scratch = Arena.ofAuto().allocate((long) capacity * SCRATCH_BYTES, SCRATCH_BYTES);
    this.tags = new long[capacity];
    this.loads = new boolean[capacity];
    this.free = new int[capacity];
    this.ended = new int[capacity];
    this.outcomes = new Outcome[capacity];
    this.statuses = new Status[capacity];
    this.values = new long[capacity];
    this.freeCount = capacity;
    for (int i = 0; i < capacity; i++) {
      free[i] = capacity - 1 - i;
    }
    Arrays.fill(numbers, -1);
    NetDamOptions wanted = options.withWindow(Math.clamp(capacity, WINDOW_MIN, 65_535));
    this.engine =
        new ClientEngine(
            Engines.settings(wanted, capacity), Engines.random(), counters, this::onCompletion);
  }

  /** Written by the owner; others read what may be a little old. */
  ClientCounters counters() {
    return counters;
  }

  /** Adds; the value is the old one. */
  public Submission getAndAdd(RemoteMemory memory, long address, long delta, long tag) {
    return update(memory, Opcode.FETCH_ADD, address, delta, 0, tag);
  }

  /** Exchanges; the value is the old one. */
  public Submission getAndSet(RemoteMemory memory, long address, long value, long tag) {
    return update(memory, Opcode.SWAP, address, value, 0, tag);
  }

  /** Exchanges if the word equals {@code expected}; the value is the old one. */
  public Submission compareAndExchange(
      RemoteMemory memory, long address, long expected, long desired, long tag) {
    return update(memory, Opcode.COMPARE_AND_SWAP, address, expected, desired, tag);
  }

  /** Bitwise and; the value is the old one. */
  public Submission getAndBitwiseAnd(RemoteMemory memory, long address, long mask, long tag) {
    return update(memory, Opcode.FETCH_AND, address, mask, 0, tag);
  }

  /** Bitwise or; the value is the old one. */
  public Submission getAndBitwiseOr(RemoteMemory memory, long address, long mask, long tag) {
    return update(memory, Opcode.FETCH_OR, address, mask, 0, tag);
  }

  /** Bitwise exclusive or; the value is the old one. */
  public Submission getAndBitwiseXor(RemoteMemory memory, long address, long mask, long tag) {
    return update(memory, Opcode.FETCH_XOR, address, mask, 0, tag);
  }

  /** Keeps the smaller, signed; the value is the old one. */
  public Submission getAndMin(RemoteMemory memory, long address, long value, long tag) {
    return update(memory, Opcode.FETCH_MIN, address, value, 0, tag);
  }

  /** Keeps the larger, signed; the value is the old one. */
  public Submission getAndMax(RemoteMemory memory, long address, long value, long tag) {
    return update(memory, Opcode.FETCH_MAX, address, value, 0, tag);
  }

  private Submission update(
      RemoteMemory memory, int opcode, long address, long operand0, long operand1, long tag) {
    Calls.checkAligned(address, Long.BYTES);
    int slot = claim(memory);
    if (slot < 0) {
      return refused();
    }
    return submit(slot, memory, opcode, address, 0, operand0, operand1, MemorySegment.NULL, 0, tag);
  }

  /** Loads eight bytes; they are the value. */
  public Submission getLong(RemoteMemory memory, long address, long tag) {
    Calls.checkRange(address, Long.BYTES);
    int slot = claim(memory);
    if (slot < 0) {
      return refused();
    }
    loads[slot] = true;
    return submit(slot, memory, Opcode.READ, address, Long.BYTES, 0, 0, scratch, at(slot), tag);
  }

  /** Stores eight bytes; the value is 8. */
  public Submission setLong(RemoteMemory memory, long address, long value, long tag) {
    Calls.checkRange(address, Long.BYTES);
    int slot = claim(memory);
    if (slot < 0) {
      return refused();
    }
    scratch.set(LONG, at(slot), value);
    return submit(slot, memory, Opcode.WRITE, address, Long.BYTES, 0, 0, scratch, at(slot), tag);
  }

  /**
   * Reads into a segment, which must be left alone until the completion.
   *
   * @param length bytes, 1 to {@link #frameDataBytes}
   */
  public Submission read(
      RemoteMemory memory,
      long address,
      MemorySegment target,
      long targetOffset,
      int length,
      long tag) {
    Calls.checkTarget(target);
    return transfer(memory, Opcode.READ, address, target, targetOffset, length, tag);
  }

  /**
   * Writes from a segment, which must stay as it is until the completion; the value is the length.
   *
   * @param length bytes, 1 to {@link #frameDataBytes}
   */
  public Submission write(
      RemoteMemory memory,
      long address,
      MemorySegment source,
      long sourceOffset,
      int length,
      long tag) {
    return transfer(memory, Opcode.WRITE, address, source, sourceOffset, length, tag);
  }

  private Submission transfer(
      RemoteMemory memory,
      int opcode,
      long address,
      MemorySegment segment,
      long offset,
      int length,
      long tag) {
    Calls.checkRange(address, length);
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    int slot = claim(memory);
    if (slot < 0) {
      return refused();
    }
    int most = engine.frameDataBytes(number(memory));
    if (length < 1 || length > most) {
      free[freeCount++] = slot;
      throw new IllegalArgumentException(
          "one operation moves 1 to " + most + " bytes, not " + length);
    }
    return submit(slot, memory, opcode, address, length, 0, 0, segment, offset, tag);
  }

  /** The most bytes that one operation moves to or from this memory. */
  public int frameDataBytes(RemoteMemory memory) {
    requireOwner(memory);
    return engine.frameDataBytes(attached(memory));
  }

  /** Operations accepted whose completion was not handed over yet. */
  public int outstanding() {
    return tags.length - freeCount;
  }

  /** Operations that may be in progress at once. */
  public int capacity() {
    return tags.length;
  }

  private static long at(int slot) {
    return (long) slot * SCRATCH_BYTES;
  }

  /** A slot, or −1 if there is none now. */
  private int claim(RemoteMemory memory) {
    requireOwner(memory);
    if (closed || freeCount == 0) {
      return -1;
    }
    attached(memory);
    return free[--freeCount];
  }

  private Submission refused() {
    return closed ? Submission.CLOSED : Submission.FULL;
  }

  private Submission submit(
      int slot,
      RemoteMemory memory,
      int opcode,
      long address,
      int length,
      long operand0,
      long operand1,
      MemorySegment data,
      long dataOffset,
      long tag) {
    tags[slot] = tag;
    long now = now();
    io.netdam.engine.Submission submission =
        engine.submit(
            now,
            number(memory),
            opcode,
            0,
            0,
            address,
            length,
            operand0,
            operand1,
            data,
            dataOffset,
            now + memory.timeoutNs(),
            slot);
    if (submission == io.netdam.engine.Submission.ACCEPTED) {
      return Submission.ACCEPTED;
    }
    loads[slot] = false;
    free[freeCount++] = slot;
    return submission == io.netdam.engine.Submission.FULL ? Submission.FULL : Submission.CLOSED;
  }

  private int number(RemoteMemory memory) {
    return numbers[memory.peer().index()];
  }

  private int attached(RemoteMemory memory) {
    int index = memory.peer().index();
    if (numbers[index] < 0) {
      numbers[index] = engine.attach(now(), linkMaker.paths(link, memory.peer()));
    }
    return numbers[index];
  }

  private void requireOwner(RemoteMemory memory) {
    if (memory.net() != net) {
      throw new IllegalArgumentException(memory + " belongs to another NetDam");
    }
    requireOwner();
  }

  private void requireOwner() {
    Thread current = Thread.currentThread();
    if (owner == null) {
      owner = current;
    } else if (owner != current) {
      throw new IllegalStateException(
          "these operations belong to " + owner + "; every thread takes its own");
    }
  }

  private long now() {
    nowNs = System.nanoTime() - originNs;
    return nowNs;
  }

  /**
   * Sends what was submitted, takes what has arrived, and hands over ends of operations. Never
   * blocks.
   *
   * @param handler called for each, on this thread; it may submit, but not poll
   * @param limit the most to hand over, at least 1
   * @return how many were handed over
   */
  public int poll(CompletionHandler handler, int limit) {
    requireOwner();
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1, not " + limit);
    }
    drive();
    int handed = 0;
    while (handed < limit && endedCount > 0) {
      int slot = ended[endedFirst];
      endedFirst = endedFirst + 1 == ended.length ? 0 : endedFirst + 1;
      endedCount--;
      free[freeCount++] = slot;
      status = statuses[slot];
      handed++;
      handler.onCompletion(tags[slot], outcomes[slot], values[slot]);
    }
    return handed;
  }

  private void drive() {
    if (closed) {
      detach();
      return;
    }
    now();
    link.receive(receiver, BURST);
    deadlineNs = engine.poll(nowNs, outbox);
    link.flush();
  }

  /**
   * Waits until there may be something to poll, at most for a time; the thread may be interrupted,
   * which ends the wait. A virtual thread holds its carrier meanwhile.
   *
   * @param timeoutNs the longest wait, in ns
   */
  public void await(long timeoutNs) {
    requireOwner();
    if (endedCount == 0 && !closed) {
      deadlineNs = engine.poll(now(), outbox);
      link.flush();
      if (endedCount == 0) {
        link.await(Math.min(timeoutNs, deadlineNs - nowNs));
      }
    }
  }

  /**
   * The status of the completion that is being handed over: {@link Status#DONE}, or why it was
   * refused. Only meaningful within the handler.
   */
  public Status status() {
    return status;
  }

  private void onDatagram(Path path, MemorySegment segment, long offset, int length) {
    engine.onDatagram(nowNs, path, segment, offset, length, outbox);
  }

  private void onCompletion(
      long tag, io.netdam.engine.Outcome outcome, Status why, long value, long valueHigh) {
    int slot = (int) tag;
    outcomes[slot] = outcome(outcome);
    statuses[slot] = why;
    boolean done = outcome == io.netdam.engine.Outcome.DONE;
    if (done && loads[slot]) {
      values[slot] = scratch.get(LONG, at(slot));
    } else {
      values[slot] = done || outcome == io.netdam.engine.Outcome.REFUSED ? value : 0;
    }
    loads[slot] = false;
    int last = endedFirst + endedCount;
    ended[last < ended.length ? last : last - ended.length] = slot;
    endedCount++;
  }

  private static Outcome outcome(io.netdam.engine.Outcome outcome) {
    return switch (outcome) {
      case DONE -> Outcome.DONE;
      case REFUSED -> Outcome.REFUSED;
      case NOT_SENT -> Outcome.NOT_SENT;
      case UNKNOWN -> Outcome.UNKNOWN;
    };
  }

  private void detach() {
    if (!detached) {
      detached = true;
      for (int number : numbers) {
        if (number >= 0) {
          engine.detach(number);
        }
      }
    }
  }

  /**
   * Ends the sessions and gives the socket back. Operations in progress end as {@link
   * Outcome#NOT_SENT} or {@link Outcome#UNKNOWN}; {@link #poll} hands these ends over, also after
   * closing.
   */
  @Override
  public void close() {
    requireOwner();
    if (!closed) {
      closed = true;
      detach();
      engine.poll(now(), outbox);
      link.flush();
      link.close();
      net.forget(this);
    }
  }

  /** By the thread that closes the NetDam; the owner finds out when it polls. */
  void closeFromElsewhere() {
    closed = true;
    link.close();
  }
}
