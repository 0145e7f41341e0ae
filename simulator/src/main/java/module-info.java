import org.jspecify.annotations.NullMarked;

/** The production engines on virtual time. */
@NullMarked
module io.netdam.simulator {
  requires io.netdam.wire;
  requires io.netdam.memory;
  requires io.netdam.transport;
  requires io.netdam.instruction;
  requires io.netdam.engine;
  requires static transitive org.jspecify;

  exports io.netdam.simulator to
      io.netdam.cli;
}
