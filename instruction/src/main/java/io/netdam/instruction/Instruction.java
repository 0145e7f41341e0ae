package io.netdam.instruction;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Status;

/**
 * One opcode: what it takes, what it does. Implementations have no state and are called by several
 * threads; {@link #execute} allocates nothing.
 *
 * <p>Own instructions are services: {@code provides io.netdam.instruction.Instruction with ...},
 * with an opcode from 0xC0 to 0xDF, and {@link InstructionSet#withProviders()} finds them.
 */
public interface Instruction {
  /**
   * The opcode.
   *
   * @return 0x20 to 0xEE
   */
  int opcode();

  /**
   * The name that people read and write.
   *
   * @return upper case, digits and underscores
   */
  String mnemonic();

  /**
   * Whether it changes memory.
   *
   * @return its class
   */
  Effect effect();

  /**
   * Bytes of operands that it takes from the operand words: 0, 8 or 16. Where it is not 0 iflag
   * OPERANDS must be set, save in the atomic family, which then takes operand 0 from the length.
   *
   * @return 0, 8 or 16
   */
  int operandBytes();

  /**
   * Whether iflag DATA may be set.
   *
   * @return true if it takes data from the request
   */
  boolean takesData();

  /**
   * What it does, for people.
   *
   * @return one line without a full stop
   */
  String describe();

  /**
   * Runs it. The flags have been checked against {@link #operandBytes} and {@link #takesData}; all
   * else is to be checked here, before the first change. Called only through {@link
   * InstructionSet#execute}.
   *
   * @param execution operands in, result out
   * @return what {@link Execution#done} or {@link Execution#refused} returned
   */
  Status execute(Execution execution);

  /**
   * Bytes of data that its reply carries if it is not refused, told before it runs, so that a reply
   * too large is refused without effect.
   *
   * @param core the instruction as it arrived, not checked
   * @return 0 or more; {@link Integer#MAX_VALUE} for anything larger
   */
  int resultDataBytes(InstructionCore core);

  /**
   * Whether its value has 128 bits, told before it runs, for the same purpose.
   *
   * @param core the instruction as it arrived, not checked
   * @return true if the result takes 32 bytes of the reply, not 16
   */
  default boolean wideValue(InstructionCore core) {
    return false;
  }
}
