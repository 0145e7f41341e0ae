package io.netdam.client;

import io.netdam.engine.Completions;
import io.netdam.engine.Outcome;
import io.netdam.transport.Path;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One call in progress: what was asked, how far it is, how it ended, who waits. Pooled and used
 * again.
 *
 * <p>A call has one part for each frame. Parts run at the same time and in any order, unless the
 * call is ordered; after the first one that fails no more are started. Everything but {@link
 * #ended} is guarded by the driver's lock until the call has ended; then it belongs to its caller.
 */
final class Call {

  /** Parts between the lowest that runs and the next to start: the size of the bitmap below. */
  static final int PARTS_AHEAD_MAX = 1_024;

  /** Kinds of calls. */
  enum Kind {
    /** One instruction, split into parts if it is long. */
    INSTRUCTION,
    /** The question what the device is. */
    INFO
  }

  final int index;
  int generation;

  // What was asked.
  Kind kind = Kind.INSTRUCTION;
  @Nullable Peer peer;
  int opcode;
  int flags;
  long address;
  long length;
  long operand0;
  long operand1;
  MemorySegment data = MemorySegment.NULL;
  long dataOffset;
  long timeoutNs;
  int partBytes;
  boolean ordered;
  boolean backward;

  // How far it is.
  long parts;
  long nextPart;
  int running;
  private long lowestRunning;
  private final long[] bitmap = new long[PARTS_AHEAD_MAX / Long.SIZE];
  boolean stopped;
  long expiryNs;

  // How it ended.
  Outcome outcome = Outcome.DONE;
  Status status = Status.DONE;
  long value;
  boolean anyUnknown;
  long whyUnknown;
  boolean interrupted;
  boolean closed;
  long partsDone;
  long failedPart;
  @Nullable DeviceCaps info;
  volatile boolean ended;

  // Who waits, and where it stands.
  @Nullable Thread waiter;
  @Nullable CompletableFuture<?> future;
  final CallQueue.Place pending = new CallQueue.Place(this);
  final CallQueue.Place follower = new CallQueue.Place(this);
  boolean begun;
  private MemorySegment bounce = MemorySegment.NULL;
  long nonce;
  long askAtNs;
  @Nullable Path path;

  Call(int index) {
    this.index = index;
  }

  /** Makes a pooled call ready for another use. */
  void clear() {
    generation++;
    kind = Kind.INSTRUCTION;
    peer = null;
    opcode = 0;
    flags = 0;
    length = 0;
    operand0 = 0;
    operand1 = 0;
    data = MemorySegment.NULL;
    dataOffset = 0;
    partBytes = 0;
    ordered = false;
    backward = false;
    parts = 1;
    nextPart = 0;
    running = 0;
    lowestRunning = 0;
    stopped = false;
    outcome = Outcome.DONE;
    status = Status.DONE;
    value = 0;
    anyUnknown = false;
    whyUnknown = Completions.GIVEN_UP;
    interrupted = false;
    closed = false;
    partsDone = 0;
    failedPart = Long.MAX_VALUE;
    info = null;
    ended = false;
    waiter = null;
    future = null;
    path = null;
  }

  /** The device; every call that was begun has one. */
  Peer device() {
    return Objects.requireNonNull(peer);
  }

  /** Memory of this call that any thread may use, at least so long; it is kept. */
  MemorySegment bounce(int bytes) {
    if (bounce.byteSize() < bytes) {
      bounce = Arena.ofAuto().allocate(Math.max(64, Integer.highestOneBit(2 * bytes - 1)), 64);
    }
    return bounce;
  }

  /** Whether another part may be handed to the engine now. */
  boolean wantsPart() {
    return !stopped
        && nextPart < parts
        && nextPart - lowestRunning < PARTS_AHEAD_MAX
        && (!ordered || running == 0);
  }

  /** Whether nothing runs and nothing more will. */
  boolean complete() {
    return running == 0 && (stopped || nextPart == parts);
  }

  /** Where a part starts within the call, in bytes. */
  long partOffset(long part) {
    return (backward ? parts - 1 - part : part) * partBytes;
  }

  /** How long a part is, in bytes. */
  int partLength(long part) {
    return (int) Math.min(partBytes, length - partOffset(part));
  }

  /** The engine has taken the next part. */
  void partStarted() {
    long part = nextPart++;
    bitmap[word(part)] |= bit(part);
    running++;
  }

  /** A part has ended. */
  void partEnded(long part, Outcome how, Status why, long result) {
    assert runs(part) : "part " + part + " ended twice";
    bitmap[word(part)] &= ~bit(part);
    running--;
    while (lowestRunning < nextPart && !runs(lowestRunning)) {
      lowestRunning++;
    }
    if (how == Outcome.DONE) {
      partsDone++;
      if (parts == 1) {
        value = result;
      }
      return;
    }
    fail(part, how, why, result);
  }

  /** No more parts are started, because one ended so. */
  void fail(long part, Outcome how, Status why, long result) {
    stopped = true;
    if (how == Outcome.UNKNOWN) {
      anyUnknown = true;
      whyUnknown = Math.max(whyUnknown, result); // what the device has said tells more
    }
    if (part < failedPart) {
      failedPart = part;
      outcome = how;
      status = why;
      value = result;
    }
  }

  boolean runs(long part) {
    return (bitmap[word(part)] & bit(part)) != 0;
  }

  long lowestRunning() {
    return lowestRunning;
  }

  private static int word(long part) {
    return (int) (part & (PARTS_AHEAD_MAX - 1)) >>> 6;
  }

  private static long bit(long part) {
    return 1L << (part & 63);
  }

  /** Whether operand 0 is an address that moves along with the parts. */
  boolean copies() {
    return opcode == Opcode.COPY;
  }

  /** Whether it changes nothing. */
  boolean pure() {
    return kind == Kind.INFO || opcode == Opcode.READ;
  }
}
