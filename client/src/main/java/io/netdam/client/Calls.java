package io.netdam.client;

import io.netdam.client.NetDamException.Effect;
import io.netdam.wire.Opcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Checks arguments, makes calls of them and turns their ends into values and exceptions. */
final class Calls {

  /** Flag bits 4 and 5 of an instruction: width of an atomic, 1 for 4 bytes. */
  private static final int WIDTH_4 = 0x10;

  /** Pieces in which a device fills and copies, so that others get their turn. */
  private static final int PIECE_BYTES = 1 << 20;

  /** The largest piece for which the memory of another thread is copied. */
  private static final int BOUNCE_BYTES = 1 << 16;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Stands for any thread but the caller's. */
  private static final Thread ANOTHER = Thread.ofPlatform().unstarted(() -> {});

  private final Driver driver;
  private final MemorySegment scratch;

  Calls(Driver driver) {
    this.driver = driver;
    this.scratch = driver.pool().scratch();
  }

  // --- Single values ---------------------------------------------------------------------------

  long load(RemoteMemory memory, long address, int width) {
    checkRange(address, width);
    Call call = take(memory, Opcode.READ, address, width);
    try {
      long offset = CallPool.scratchOffset(call);
      call.data = scratch;
      call.dataOffset = offset;
      run(call);
      return width == Long.BYTES ? scratch.get(LONG, offset) : scratch.get(INT, offset);
    } finally {
      driver.release(call);
    }
  }

  void store(RemoteMemory memory, long address, int width, long value) {
    checkRange(address, width);
    Call call = take(memory, Opcode.WRITE, address, width);
    try {
      long offset = CallPool.scratchOffset(call);
      scratch.set(LONG, offset, value);
      call.data = scratch;
      call.dataOffset = offset;
      run(call);
    } finally {
      driver.release(call);
    }
  }

  long update(
      RemoteMemory memory, int opcode, long address, int width, long operand0, long operand1) {
    checkAligned(address, width);
    Call call = take(memory, opcode, address, 0);
    try {
      call.flags = width == Long.BYTES ? 0 : WIDTH_4;
      call.operand0 = operand0;
      call.operand1 = operand1;
      run(call);
      return call.value;
    } finally {
      driver.release(call);
    }
  }

  // --- Transfers -------------------------------------------------------------------------------

  void read(RemoteMemory memory, long address, MemorySegment target) {
    checkTarget(target);
    checkRange(address, target.byteSize());
    transfer(memory, Opcode.READ, address, target);
  }

  void write(RemoteMemory memory, long address, MemorySegment source) {
    checkRange(address, source.byteSize());
    transfer(memory, Opcode.WRITE, address, source);
  }

  private void transfer(RemoteMemory memory, int opcode, long address, MemorySegment segment) {
    if (segment.byteSize() == 0) {
      return;
    }
    if (!segment.isAccessibleBy(ANOTHER)) {
      transferByCopy(memory, opcode, address, segment);
      return;
    }
    Call call = take(memory, opcode, address, segment.byteSize());
    try {
      call.data = segment;
      run(call);
    } finally {
      driver.release(call);
    }
  }

  /** The segment is closed to other threads, and another thread may drive: go by a copy. */
  private void transferByCopy(
      RemoteMemory memory, int opcode, long address, MemorySegment segment) {
    long length = segment.byteSize();
    for (long at = 0; at < length; at += BOUNCE_BYTES) {
      int bytes = (int) Math.min(BOUNCE_BYTES, length - at);
      Call call = take(memory, opcode, address + at, bytes);
      try {
        call.data = call.bounce(bytes);
        if (opcode == Opcode.WRITE) {
          MemorySegment.copy(segment, at, call.data, 0, bytes);
        }
        run(call);
        if (opcode == Opcode.READ) {
          MemorySegment.copy(call.data, 0, segment, at, bytes);
        }
      } finally {
        driver.release(call);
      }
    }
  }

  void fill(RemoteMemory memory, long address, long length, byte value) {
    checkRange(address, length);
    if (length == 0) {
      return;
    }
    Call call = take(memory, Opcode.FILL, address, length);
    try {
      call.partBytes = PIECE_BYTES;
      call.operand0 = Byte.toUnsignedLong(value);
      run(call);
    } finally {
      driver.release(call);
    }
  }

  void copy(RemoteMemory memory, long source, long target, long length) {
    checkRange(source, length);
    checkRange(target, length);
    if (length == 0 || source == target) {
      return;
    }
    Call call = take(memory, Opcode.COPY, target, length);
    try {
      call.partBytes = PIECE_BYTES;
      call.operand0 = source;
      // Pieces of overlapping ranges go one by one, from the end that is not overwritten first.
      call.ordered = Math.abs(source - target) < length;
      call.backward = call.ordered && Long.compareUnsigned(source, target) < 0;
      run(call);
    } finally {
      driver.release(call);
    }
  }

  // --- Without waiting -------------------------------------------------------------------------

  CompletableFuture<Void> readAsync(RemoteMemory memory, long address, MemorySegment target) {
    checkTarget(target);
    return transferAsync(memory, Opcode.READ, address, target);
  }

  CompletableFuture<Void> writeAsync(RemoteMemory memory, long address, MemorySegment source) {
    return transferAsync(memory, Opcode.WRITE, address, source);
  }

  private CompletableFuture<Void> transferAsync(
      RemoteMemory memory, int opcode, long address, MemorySegment segment) {
    checkRange(address, segment.byteSize());
    if (!segment.isAccessibleBy(ANOTHER)) {
      throw new IllegalArgumentException(
          "the segment is confined to this thread, and another completes the call; take it from a"
              + " shared or automatic arena");
    }
    CompletableFuture<Void> future = new CompletableFuture<>();
    if (segment.byteSize() == 0) {
      future.complete(null);
      return future;
    }
    Call call = takeNow(memory, opcode, address, segment.byteSize(), future);
    if (call != null) {
      call.data = segment;
      begin(call);
    }
    return future;
  }

  CompletableFuture<Long> updateAsync(
      RemoteMemory memory, int opcode, long address, long operand0, long operand1) {
    checkAligned(address, Long.BYTES);
    CompletableFuture<Long> future = new CompletableFuture<>();
    Call call = takeNow(memory, opcode, address, 0, future);
    if (call != null) {
      call.operand0 = operand0;
      call.operand1 = operand1;
      begin(call);
    }
    return future;
  }

  private void begin(Call call) {
    try {
      driver.begin(call);
    } catch (RuntimeException | Error e) {
      driver.release(call); // it was never begun
      throw e;
    }
  }

  private @Nullable Call takeNow(
      RemoteMemory memory, int opcode, long address, long length, CompletableFuture<?> future) {
    Call call = driver.obtainNow();
    if (call == null) {
      future.completeExceptionally(
          new NetDamException.Unreachable(
              "CALLS_EXHAUSTED",
              Effect.NONE,
              "all calls of this client are in progress",
              "begin fewer at once, or raise callsMax"));
      return null;
    }
    prepare(call, memory, opcode, address, length);
    call.future = future;
    return call;
  }

  // --- Questions -------------------------------------------------------------------------------

  DeviceCaps info(RemoteMemory memory) {
    Call call = take(memory, 0, 0, 0);
    try {
      call.kind = Call.Kind.INFO;
      run(call);
      return Objects.requireNonNull(call.info);
    } finally {
      driver.release(call);
    }
  }

  // --- Common ----------------------------------------------------------------------------------

  private Call take(RemoteMemory memory, int opcode, long address, long length) {
    if (Thread.currentThread().isInterrupted()) {
      throw new NetDamException.Interrupted(
          Effect.NONE, "the thread was interrupted before the call", Failures.CALL_AGAIN);
    }
    Call call = driver.obtain(memory.timeoutNs());
    prepare(call, memory, opcode, address, length);
    return call;
  }

  private static void prepare(
      Call call, RemoteMemory memory, int opcode, long address, long length) {
    call.peer = memory.peer();
    call.timeoutNs = memory.timeoutNs();
    call.opcode = opcode;
    call.address = address;
    call.length = length;
  }

  private void run(Call call) {
    driver.run(call);
    if (!Failures.done(call)) {
      throw Failures.of(call, driver.failure());
    }
  }

  static void checkRange(long address, long length) {
    if (length < 0) {
      throw new IllegalArgumentException("a length cannot be negative: " + length);
    }
    if (length > 0 && Long.compareUnsigned(address + length - 1, address) < 0) {
      throw new IndexOutOfBoundsException(
          length
              + " bytes at address "
              + Long.toUnsignedString(address)
              + " pass the last address");
    }
  }

  static void checkAligned(long address, int width) {
    if ((address & (width - 1)) != 0) {
      throw new IllegalArgumentException(
          "address "
              + Long.toUnsignedString(address)
              + " is not a multiple of "
              + width
              + ", as an atomic of this width needs");
    }
  }

  static void checkTarget(MemorySegment target) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("the target of a read is read-only");
    }
  }
}
