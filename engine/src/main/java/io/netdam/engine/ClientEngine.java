package io.netdam.engine;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * The client without clock, thread or socket: operations go in, frames come out, frames go in,
 * completions come out. One thread owns it.
 *
 * <p>The rhythm of a runtime: hand over what arrived ({@link #onDatagram}), submit, {@link #poll},
 * flush the outbox, sleep until the deadline that {@code poll} returned or something arrives.
 */
public final class ClientEngine {
  /**
   * An engine for the standard instructions.
   *
   * @param settings sizes and strategies
   * @param random jitter of timers, nonces, first packet numbers; unpredictable in production
   * @param counters where it counts
   * @param completions where it tells how operations ended
   */
  public ClientEngine(
      ClientSettings settings,
      RandomGenerator random,
      ClientCounters counters,
      Completions completions) {}

  /**
   * Makes a device known. Sends nothing.
   *
   * @param nowNs the time
   * @param paths one or more ways to it; no other attached device has one of them
   * @return its number
   * @throws IllegalArgumentException if there are no paths, too many, or one in use
   * @throws IllegalStateException if there is no room for another device
   */
  public int attach(long nowNs, Path[] paths) {
    throw new UnsupportedOperationException();
  }

  /**
   * Forgets a device: operations that were never sent end NOT_SENT, the others UNKNOWN. A session
   * is closed by the next poll.
   *
   * @param peer number of the device
   */
  public void detach(int peer) {
    throw new UnsupportedOperationException();
  }

  /**
   * Hands an operation over; {@link #poll} sends it.
   *
   * @param nowNs the time
   * @param peer number of the device
   * @param opcode a known instruction
   * @param instructionFlags width of an atomic (bits 4 and 5); the others are set here
   * @param handle capability handle, 0 for the default region
   * @param address first byte
   * @param length bytes, at most {@link #frameDataBytes}; 0 for atomics
   * @param operand0 as the instruction says
   * @param operand1 as the instruction says
   * @param data source of an instruction that takes data, target of one that brings data, else
   *     {@link MemorySegment#NULL}; not touched by the caller until completion
   * @param dataOffset where source or target starts
   * @param deadlineNs when it ends NOT_SENT or UNKNOWN at the latest
   * @param tag comes back with the completion
   * @return ACCEPTED, FULL or CLOSED
   * @throws IllegalArgumentException if the arguments can never make a request
   */
  public Submission submit(
      long nowNs,
      int peer,
      int opcode,
      int instructionFlags,
      int handle,
      long address,
      int length,
      long operand0,
      long operand1,
      MemorySegment data,
      long dataOffset,
      long deadlineNs,
      long tag) {
    throw new UnsupportedOperationException();
  }

  /**
   * Starts a request of several instructions.
   *
   * @param nowNs the time
   * @param peer number of the device
   * @param requestFlags {@code CONTINUE}, {@code ALL} of {@link io.netdam.wire.Request}, or 0
   * @param deadlineNs when it ends at the latest
   * @param tag comes back with the completion
   * @return the engine's one builder, empty
   */
  public RequestBuilder begin(long nowNs, int peer, int requestFlags, long deadlineNs, long tag) {
    throw new UnsupportedOperationException();
  }

  /**
   * Gives operations up: NOT_SENT if never sent, else UNKNOWN.
   *
   * @param peer number of the device
   * @param tag of the operations
   * @return whether there was one
   */
  public boolean cancel(int peer, long tag) {
    throw new UnsupportedOperationException();
  }

  /**
   * Takes a frame from the network. Never throws on its content.
   *
   * @param nowNs the time
   * @param path where it came from
   * @param segment holds the frame
   * @param offset its start
   * @param length its bytes
   * @param outbox takes what is sent at once
   */
  public void onDatagram(
      long nowNs, Path path, MemorySegment segment, long offset, int length, Outbox outbox) {
    throw new UnsupportedOperationException();
  }

  /**
   * Ends what is over, sends what may be sent.
   *
   * @param nowNs the time, never less than before
   * @param outbox takes the frames
   * @return when to call again at the latest, {@code Long.MAX_VALUE} for never
   */
  public long poll(long nowNs, Outbox outbox) {
    throw new UnsupportedOperationException();
  }

  /**
   * Replaces the paths to a device; its session goes on.
   *
   * @param nowNs the time
   * @param peer number of the device
   * @param paths the new ones
   */
  public void pathChanged(long nowNs, int peer, Path[] paths) {
    throw new UnsupportedOperationException();
  }

  /**
   * Data bytes that one operation can carry either way.
   *
   * @param peer number of the device
   * @return bytes, a multiple of 64
   */
  public int frameDataBytes(int peer) {
    throw new UnsupportedOperationException();
  }

  /**
   * Operations accepted and not ended.
   *
   * @param peer number of the device
   * @return how many
   */
  public int outstanding(int peer) {
    throw new UnsupportedOperationException();
  }
}
