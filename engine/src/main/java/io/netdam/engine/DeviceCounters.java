package io.netdam.engine;

import io.netdam.wire.DropReason;
import io.netdam.wire.Status;

/** Plain counters of one device engine; written by the engine's thread only. */
public final class DeviceCounters {
  private static final int OPCODES = 256;

  private final long[] counts = new long[DeviceCounter.values().length];
  private final long[] drops = new long[DropReason.values().length];
  private final long[] refusals = new long[Status.values().length];
  private final long[] instructions = new long[OPCODES];

  /** All zero. */
  public DeviceCounters() {}

  /**
   * A counter.
   *
   * @param counter which
   * @return its count
   */
  public long count(DeviceCounter counter) {
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
   * Instructions refused.
   *
   * @param status with what
   * @return how many
   */
  public long refused(Status status) {
    return refusals[status.ordinal()];
  }

  /**
   * Instructions that ran.
   *
   * @param opcode 0 to 255
   * @return how many
   */
  public long instructions(int opcode) {
    return instructions[opcode];
  }

  void add(DeviceCounter counter) {
    counts[counter.ordinal()]++;
  }

  void add(DeviceCounter counter, long amount) {
    counts[counter.ordinal()] += amount;
  }

  void drop(DropReason reason) {
    drops[reason.ordinal()]++;
  }

  void ended(int opcode, Status status) {
    if (status == Status.DONE) {
      instructions[opcode]++;
    } else {
      refusals[status.ordinal()]++;
    }
  }
}
