package io.netdam.engine;

import java.lang.foreign.MemorySegment;

/**
 * Puts several instructions into one request. There is one builder for each engine: {@link
 * ClientEngine#begin} starts it afresh, {@link #end} submits. Data of WRITE is copied when the
 * instruction is added.
 */
public interface RequestBuilder {
  /**
   * Adds an instruction.
   *
   * @param opcode 0x20 to 0xEE
   * @param instructionFlags width of an atomic (bits 4 and 5); the others are set by the builder
   * @param handle capability handle, 0 for the default region
   * @param address first byte
   * @param length bytes, 0 for atomics
   * @param operand0 as the instruction says
   * @param operand1 as the instruction says
   * @param data source of an instruction that takes data, else {@link MemorySegment#NULL}
   * @param dataOffset where the source starts
   * @return this
   * @throws IllegalArgumentException if it does not fit the frame
   */
  RequestBuilder instruction(
      int opcode,
      int instructionFlags,
      int handle,
      long address,
      int length,
      long operand0,
      long operand1,
      MemorySegment data,
      long dataOffset);

  /**
   * Bytes still free in the frame.
   *
   * @return instructions and data must fit
   */
  int bytesFree();

  /**
   * Submits the request.
   *
   * @return ACCEPTED, FULL or CLOSED; the builder is empty afterwards
   */
  Submission end();
}
