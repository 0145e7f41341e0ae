package io.netdam.instruction;

import io.netdam.memory.Region;
import io.netdam.wire.Status;

/** What every atomic checks before it changes a cell. */
final class AtomicAccess {
  private AtomicAccess() {}

  /**
   * Checks range, alignment and right, in this order.
   *
   * @param width bytes of the cell
   * @return DONE if the cell may be changed; else the execution holds the refusal
   */
  static Status refusal(Execution execution, int width) {
    Region region = execution.region();
    long address = execution.address();
    if (!region.contains(address, width)) {
      return execution.refused(Status.OUT_OF_RANGE, region.firstOutside(address));
    }
    if (!region.aligned(address, width)) {
      return execution.refused(Status.MISALIGNED, width);
    }
    if (region.readOnly()) {
      return execution.refused(Status.READ_ONLY, 0);
    }
    return Status.DONE;
  }
}
