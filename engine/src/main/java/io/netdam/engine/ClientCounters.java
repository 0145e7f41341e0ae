package io.netdam.engine;

import io.netdam.wire.DropReason;
import io.netdam.wire.Status;

/** Plain counters of one client engine; written by the engine's thread only. */
public final class ClientCounters {
  private static final int OPCODES = 256;

  private final long[] counts = new long[ClientCounter.values().length];
  private final long[] drops = new long[DropReason.values().length];
  private final long[] refusals = new long[Status.values().length];
  private final long[] operations = new long[OPCODES];

  /** All zero. */
  public ClientCounters() {}

  /**
   * A counter.
   *
   * @param counter which
   * @return its count
   */
  public long count(ClientCounter counter) {
    return counts[counter.ordinal()];
  }

  /**
   * Frames dropped.
   *
   * @param reason why
   * @return how many
   */
  public long dropped(DropReason reason) {
    return drops[reason.ordinal()];
  }

  /**
   * Instructions refused by devices.
   *
   * @param status with what
   * @return how many
   */
  public long refused(Status status) {
    return refusals[status.ordinal()];
  }

  /**
   * Instructions accepted.
   *
   * @param opcode 0 to 255
   * @return how many
   */
  public long operations(int opcode) {
    return operations[opcode];
  }

  void add(ClientCounter counter, long amount) {
    counts[counter.ordinal()] += amount;
  }

  void increment(ClientCounter counter) {
    counts[counter.ordinal()]++;
  }

  void drop(DropReason reason) {
    drops[reason.ordinal()]++;
  }

  void refuse(Status status) {
    refusals[status.ordinal()]++;
  }

  void operation(int opcode) {
    operations[opcode]++;
  }
}
