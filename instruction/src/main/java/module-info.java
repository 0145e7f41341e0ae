import org.jspecify.annotations.NullMarked;

/** What opcodes do to memory. */
@NullMarked
module io.netdam.instruction {
  requires transitive io.netdam.wire;
  requires transitive io.netdam.memory;
  requires static transitive org.jspecify;

  exports io.netdam.instruction;

  uses io.netdam.instruction.Instruction;
}
