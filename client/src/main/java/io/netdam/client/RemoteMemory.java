package io.netdam.client;

import io.netdam.wire.Opcode;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The memory of one device. Immutable and thread-safe; several of them share what lies behind.
 *
 * <p>Addresses run from the device's first address (usually 0) in bytes; values are little endian
 * in memory. Atomics need an address that is a multiple of their width; {@code getLong}, {@code
 * setLong} and transfers do not, and an aligned 8-byte word never tears. There is no order between
 * calls that run at the same time; a call that has returned has taken effect.
 *
 * <p>Every call blocks until it has ended, at most for its {@linkplain #withTimeout time limit},
 * and takes effect at most once, or throws a {@link NetDamException} that says what happened to the
 * memory. Faults of the caller are {@link IllegalArgumentException} and {@link
 * IndexOutOfBoundsException}, thrown before anything is sent. From a platform thread the forms with
 * {@code long}, {@code int} and {@link MemorySegment} allocate nothing.
 */
public final class RemoteMemory {

  private final NetDam net;
  private final Peer peer;
  private final long timeoutNs;

  RemoteMemory(NetDam net, Peer peer, long timeoutNs) {
    this.net = net;
    this.peer = peer;
    this.timeoutNs = timeoutNs;
  }

  /**
   * The same memory with another time limit for each call.
   *
   * @param limit above 0, at most a day. A transfer of many frames may stand still for that long
   */
  public RemoteMemory withTimeout(Duration limit) {
    return new RemoteMemory(net, peer, NetDam.timeoutNs(limit));
  }

  /** Asks the device what it is. */
  public DeviceCaps deviceCaps() {
    return net.calls().info(this);
  }

  /** Loads eight bytes. */
  public long getLong(long address) {
    return net.calls().load(this, address, Long.BYTES);
  }

  /** Stores eight bytes. */
  public void setLong(long address, long value) {
    net.calls().store(this, address, Long.BYTES, value);
  }

  /** Adds, modulo 2^64; returns the old value. */
  public long getAndAdd(long address, long delta) {
    return update(Opcode.FETCH_ADD, address, delta);
  }

  /** Exchanges unconditionally; returns the old value. */
  public long getAndSet(long address, long value) {
    return update(Opcode.SWAP, address, value);
  }

  /** Exchanges if the word equals {@code expected}; whether it did. */
  public boolean compareAndSet(long address, long expected, long desired) {
    return compareAndExchange(address, expected, desired) == expected;
  }

  /** Exchanges if the word equals {@code expected}; returns the old value. */
  public long compareAndExchange(long address, long expected, long desired) {
    return net.calls()
        .update(this, Opcode.COMPARE_AND_SWAP, address, Long.BYTES, expected, desired);
  }

  /** Bitwise and; returns the old value. */
  public long getAndBitwiseAnd(long address, long mask) {
    return update(Opcode.FETCH_AND, address, mask);
  }

  /** Bitwise or; returns the old value. */
  public long getAndBitwiseOr(long address, long mask) {
    return update(Opcode.FETCH_OR, address, mask);
  }

  /** Bitwise exclusive or; returns the old value. */
  public long getAndBitwiseXor(long address, long mask) {
    return update(Opcode.FETCH_XOR, address, mask);
  }

  /** Keeps the smaller of the two, signed; returns the old value. */
  public long getAndMin(long address, long value) {
    return update(Opcode.FETCH_MIN, address, value);
  }

  /** Keeps the larger of the two, signed; returns the old value. */
  public long getAndMax(long address, long value) {
    return update(Opcode.FETCH_MAX, address, value);
  }

  private long update(int opcode, long address, long operand) {
    return net.calls().update(this, opcode, address, Long.BYTES, operand, 0);
  }

  /** Loads four bytes. */
  public int getInt(long address) {
    return (int) net.calls().load(this, address, Integer.BYTES);
  }

  /** Stores four bytes. */
  public void setInt(long address, int value) {
    net.calls().store(this, address, Integer.BYTES, value);
  }

  /** Adds to four bytes, modulo 2^32; returns the old value. */
  public int getAndAddInt(long address, int delta) {
    return updateInt(Opcode.FETCH_ADD, address, delta);
  }

  /** Exchanges four bytes; returns the old value. */
  public int getAndSetInt(long address, int value) {
    return updateInt(Opcode.SWAP, address, value);
  }

  /** Exchanges four bytes if they equal {@code expected}; whether it did. */
  public boolean compareAndSetInt(long address, int expected, int desired) {
    return compareAndExchangeInt(address, expected, desired) == expected;
  }

  /** Exchanges four bytes if they equal {@code expected}; returns the old value. */
  public int compareAndExchangeInt(long address, int expected, int desired) {
    return (int)
        net.calls()
            .update(
                this,
                Opcode.COMPARE_AND_SWAP,
                address,
                Integer.BYTES,
                Integer.toUnsignedLong(expected),
                Integer.toUnsignedLong(desired));
  }

  /** Bitwise and of four bytes; returns the old value. */
  public int getAndBitwiseAndInt(long address, int mask) {
    return updateInt(Opcode.FETCH_AND, address, mask);
  }

  /** Bitwise or of four bytes; returns the old value. */
  public int getAndBitwiseOrInt(long address, int mask) {
    return updateInt(Opcode.FETCH_OR, address, mask);
  }

  /** Bitwise exclusive or of four bytes; returns the old value. */
  public int getAndBitwiseXorInt(long address, int mask) {
    return updateInt(Opcode.FETCH_XOR, address, mask);
  }

  /** Keeps the smaller of two four-byte numbers, signed; returns the old value. */
  public int getAndMinInt(long address, int value) {
    return updateInt(Opcode.FETCH_MIN, address, value);
  }

  /** Keeps the larger of two four-byte numbers, signed; returns the old value. */
  public int getAndMaxInt(long address, int value) {
    return updateInt(Opcode.FETCH_MAX, address, value);
  }

  private int updateInt(int opcode, long address, int operand) {
    return (int)
        net.calls()
            .update(this, opcode, address, Integer.BYTES, Integer.toUnsignedLong(operand), 0);
  }

  /**
   * Reads as many bytes as the target is long, any number. Long ones travel in several frames,
   * which are not atomic together.
   */
  public void read(long address, MemorySegment target) {
    net.calls().read(this, address, target);
  }

  /** Reads as many bytes as the buffer has remaining and moves its position to its limit. */
  public void read(long address, ByteBuffer target) {
    read(address, MemorySegment.ofBuffer(target));
    target.position(target.limit());
  }

  /**
   * Writes all bytes of the source, any number. Long ones travel in several frames, which are not
   * atomic together; each takes effect at most once. If one fails, the exception is thrown after
   * all that were sent have ended, and says which bytes were written.
   */
  public void write(long address, MemorySegment source) {
    net.calls().write(this, address, source);
  }

  /** Writes the remaining bytes of the buffer and moves its position to its limit. */
  public void write(long address, ByteBuffer source) {
    write(address, MemorySegment.ofBuffer(source));
    source.position(source.limit());
  }

  /**
   * Sets each byte of a range to a value; nothing but the command travels. Ranges above 1 MiB are
   * filled piece by piece.
   */
  public void fill(long address, long length, byte value) {
    net.calls().fill(this, address, length, value);
  }

  /**
   * Copies within the device; ranges may overlap, the result is as if through a third place. Ranges
   * above 1 MiB are copied piece by piece.
   */
  public void copy(long source, long target, long length) {
    net.calls().copy(this, source, target, length);
  }

  /**
   * {@link #read(long, MemorySegment)} without waiting. The target must be usable by every thread
   * and stay alive until the future completes, which happens on the common pool.
   */
  public CompletableFuture<Void> readAsync(long address, MemorySegment target) {
    return net.calls().readAsync(this, address, target);
  }

  /**
   * {@link #write(long, MemorySegment)} without waiting. The source must be usable by every thread,
   * stay alive and stay as it is until the future completes, which happens on the common pool.
   */
  public CompletableFuture<Void> writeAsync(long address, MemorySegment source) {
    return net.calls().writeAsync(this, address, source);
  }

  /** {@link #getAndAdd(long, long)} without waiting; completes on the common pool. */
  public CompletableFuture<Long> getAndAddAsync(long address, long delta) {
    return net.calls().updateAsync(this, Opcode.FETCH_ADD, address, delta, 0);
  }

  /**
   * {@link #compareAndExchange(long, long, long)} without waiting; completes on the common pool.
   */
  public CompletableFuture<Long> compareAndExchangeAsync(
      long address, long expected, long desired) {
    return net.calls().updateAsync(this, Opcode.COMPARE_AND_SWAP, address, expected, desired);
  }

  NetDam net() {
    return net;
  }

  Peer peer() {
    return peer;
  }

  long timeoutNs() {
    return timeoutNs;
  }

  /** The device's address, such as {@code 10.0.0.7:7300}. */
  @Override
  public String toString() {
    return peer.text();
  }
}
