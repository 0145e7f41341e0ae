package io.netdam.memory;

import java.lang.foreign.MemorySegment;

/** Receives the records of a ring, in place. */
@FunctionalInterface
public interface RecordReader {
  /**
   * One record. The bytes belong to the ring again when this returns.
   *
   * @param type as the producer gave it
   * @param segment the ring's memory
   * @param offset where the record's bytes start
   * @param length how many there are, 0 or more
   */
  void onRecord(int type, MemorySegment segment, long offset, int length);
}
