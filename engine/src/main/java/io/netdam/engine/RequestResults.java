package io.netdam.engine;

import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;

/** The results of a request of several instructions, valid within the completion call only. */
public interface RequestResults {
  /**
   * How many instructions have a result: those that ran, and those that were refused.
   *
   * @return 0 to the number of instructions
   */
  int count();

  /**
   * How an instruction ended.
   *
   * @param index 0 to {@link #count()} − 1
   * @return DONE or the reason of refusal
   */
  Status status(int index);

  /**
   * The value of an instruction.
   *
   * @param index 0 to {@link #count()} − 1
   * @return low half
   */
  long value(int index);

  /**
   * The high half of a 16-byte value.
   *
   * @param index 0 to {@link #count()} − 1
   * @return high half, else 0
   */
  long valueHigh(int index);

  /**
   * Bytes of data that an instruction brought back.
   *
   * @param index 0 to {@link #count()} − 1
   * @return 0 for none
   */
  int dataLength(int index);

  /**
   * Copies the data of an instruction.
   *
   * @param index 0 to {@link #count()} − 1
   * @param target takes {@link #dataLength} bytes
   * @param targetOffset where they go
   */
  void copyData(int index, MemorySegment target, long targetOffset);
}
