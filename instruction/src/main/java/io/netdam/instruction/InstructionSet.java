package io.netdam.instruction;

import io.netdam.wire.InstructionCore;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The instructions that a device knows: a table by opcode. Immutable; any thread.
 *
 * <p>What is checked here, so that no instruction need: that the opcode is known, and that exactly
 * such iflags are set as the instruction takes.
 */
public final class InstructionSet {
  private static final int OPCODES = 256;
  private static final int FLAGS_KNOWN =
      InstructionCore.FLAG_OPERANDS
          | InstructionCore.FLAG_FENCED
          | InstructionCore.FLAG_DATA
          | InstructionCore.WIDTH_MASK;

  private final @Nullable Instruction[] table = new @Nullable Instruction[OPCODES];

  /** Flags that must not be set, and flags that must be, by opcode. */
  private final int[] forbidden = new int[OPCODES];

  private final int[] required = new int[OPCODES];

  private InstructionSet(Iterable<? extends Instruction> instructions) {
    for (Instruction instruction : instructions) {
      int opcode = instruction.opcode();
      table[opcode] = instruction;
      forbidden[opcode] = forbidden(instruction);
      required[opcode] = required(instruction);
    }
  }

  /** The instructions of docs/instructions.md. */
  public static InstructionSet standard() {
    return new InstructionSet(StandardInstructions.ALL);
  }

  /**
   * This set and the user's instructions that {@link ServiceLoader} finds.
   *
   * @throws IllegalArgumentException as {@link #with} does
   * @throws java.util.ServiceConfigurationError if a provider cannot be made
   */
  public InstructionSet withProviders() {
    return with(ServiceLoader.load(Instruction.class));
  }

  /**
   * This set and more instructions.
   *
   * @param more opcodes from 0xC0 to 0xDF, none twice
   * @throws IllegalArgumentException naming the class whose opcode is outside the user's range or
   *     taken already
   */
  public InstructionSet with(Iterable<? extends Instruction> more) {
    List<Instruction> all = instructions();
    @Nullable Instruction[] taken = table.clone();
    for (Instruction instruction : more) {
      int opcode = instruction.opcode();
      if (opcode < Opcode.USER_FIRST || opcode > Opcode.USER_LAST) {
        throw new IllegalArgumentException(
            provider(instruction) + " has opcode " + hex(opcode) + ": 0xC0 to 0xDF are the user's");
      }
      Instruction first = taken[opcode];
      if (first != null) {
        throw new IllegalArgumentException(
            provider(instruction)
                + " has opcode "
                + hex(opcode)
                + ", which "
                + provider(first)
                + " has already");
      }
      taken[opcode] = instruction;
      all.add(instruction);
    }
    return new InstructionSet(all);
  }

  /**
   * The instruction of an opcode.
   *
   * @param opcode 0 to 255
   * @return null if there is none
   */
  public @Nullable Instruction find(int opcode) {
    return table[opcode];
  }

  /** All instructions by rising opcode, a new list. */
  public List<Instruction> instructions() {
    List<Instruction> all = new ArrayList<>();
    for (Instruction instruction : table) {
      if (instruction != null) {
        all.add(instruction);
      }
    }
    return all;
  }

  /**
   * Runs what the execution holds. On every status but DONE nothing has changed, save for TRAPPED:
   * a user's instruction that threw may have done part of its work.
   *
   * @param execution filled by the engine; holds value and data length afterwards
   * @return DONE or the reason of the refusal
   */
  public Status execute(Execution execution) {
    int opcode = execution.opcode();
    Instruction instruction = table[opcode];
    if (instruction == null) {
      return execution.refused(Status.UNKNOWN_OPCODE, 0);
    }
    int flags = execution.flags();
    if ((flags & InstructionCore.FLAG_FENCED) != 0) {
      return execution.refused(Status.UNSUPPORTED, 0); // no locks in this version
    }
    if ((flags & forbidden[opcode]) != 0
        || (flags & required[opcode]) != required[opcode]
        || (flags & InstructionCore.WIDTH_MASK) == InstructionCore.WIDTH_MASK) {
      return execution.refused(Status.BAD_OPERAND, 0);
    }
    return opcode >= Opcode.USER_FIRST
        ? executeForeign(instruction, execution)
        : instruction.execute(execution);
  }

  private static Status executeForeign(Instruction instruction, Execution execution) {
    try {
      return instruction.execute(execution);
    } catch (RuntimeException fault) {
      return execution.refused(Status.TRAPPED, 0);
    }
  }

  private static int forbidden(Instruction instruction) {
    int opcode = instruction.opcode();
    boolean hasWidth = Opcode.atomic(opcode) || opcode >= Opcode.USER_FIRST;
    return ~FLAGS_KNOWN & 0xFF
        | (instruction.operandBytes() == 0 ? InstructionCore.FLAG_OPERANDS : 0)
        | (instruction.takesData() ? 0 : InstructionCore.FLAG_DATA)
        | (hasWidth ? 0 : InstructionCore.WIDTH_MASK);
  }

  private static int required(Instruction instruction) {
    boolean packs = Opcode.atomic(instruction.opcode());
    return instruction.operandBytes() == 0 || packs ? 0 : InstructionCore.FLAG_OPERANDS;
  }

  private static String provider(Instruction instruction) {
    return instruction.mnemonic() + " of " + instruction.getClass().getName();
  }

  private static String hex(int opcode) {
    return String.format(Locale.ROOT, "0x%02X", opcode);
  }
}
