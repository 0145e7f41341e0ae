package io.netdam.client;

import io.netdam.client.NetDamException.Effect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one client, made when first needed and used again. Guarded by the driver's lock,
 * which callers that wait for a call wait on.
 */
final class CallPool {

  /** Memory that each call has for single values. */
  static final int SCRATCH_BYTES = 16;

  private final Call[] calls;
  private final Call[] free;
  private final MemorySegment scratch;
  private int made;
  private int freeCount;
  private int waiting;

  CallPool(int callsMax) {
    this.calls = new Call[callsMax];
    this.free = new Call[callsMax];
    this.scratch = Arena.ofAuto().allocate((long) callsMax * SCRATCH_BYTES, SCRATCH_BYTES);
  }

  /** A call, cleared; null if all are in use. */
  @Nullable Call take() {
    Call call;
    if (freeCount > 0) {
      call = free[--freeCount];
    } else if (made < calls.length) {
      call = new Call(made);
      calls[made++] = call;
    } else {
      return null;
    }
    call.clear();
    return call;
  }

  void give(Call call, Object lock) {
    call.begun = false;
    call.data = MemorySegment.NULL;
    free[freeCount++] = call;
    if (waiting > 0) {
      lock.notifyAll();
    }
  }

  /** Waits until a call may be free; the caller looks and waits again. */
  @SuppressWarnings("WaitNotInLoop")
  void await(Object lock, long deadlineNs) {
    long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
    if (leftMs <= 0) {
      throw new NetDamException.Unreachable(
          "CALLS_EXHAUSTED",
          Effect.NONE,
          "all " + calls.length + " calls of this client are in progress",
          "let fewer threads call at once, or raise callsMax");
    }
    waiting++;
    try {
      lock.wait(leftMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NetDamException.Interrupted(
          Effect.NONE, "interrupted while waiting for a free call", Failures.CALL_AGAIN);
    } finally {
      waiting--;
    }
  }

  Call call(int index) {
    return calls[index];
  }

  void forEachBegun(Consumer<Call> action) {
    for (int i = 0; i < made; i++) {
      if (calls[i].begun) {
        action.accept(calls[i]);
      }
    }
  }

  /** Memory for single values of all calls; that of one starts at {@link #scratchOffset}. */
  MemorySegment scratch() {
    return scratch;
  }

  static long scratchOffset(Call call) {
    return (long) call.index * SCRATCH_BYTES;
  }
}
