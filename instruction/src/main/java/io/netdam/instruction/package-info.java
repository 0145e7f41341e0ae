/**
 * What opcodes do to memory, and how to add more.
 *
 * <p>Its part of the way in: the engine has found the packet fresh and its operation number in the
 * window. For each instruction it fills one reused {@link io.netdam.instruction.Execution} and
 * hands it to the {@link io.netdam.instruction.InstructionSet}, which looks the opcode up, checks
 * the flags and runs the {@link io.netdam.instruction.Instruction}; that one checks operands, range
 * and alignment, and only then touches the {@link io.netdam.memory.Region}. A refusal has changed
 * nothing; the engine writes value and status into the reply.
 *
 * <p>An instruction is one file here and one section of docs/instructions.md; {@code
 * StandardInstructions} lists them. Others come as services, with opcodes 0xC0 to 0xDF.
 */
@NullMarked
package io.netdam.instruction;

import org.jspecify.annotations.NullMarked;
