import org.jspecify.annotations.NullMarked;

/** Device and client engines without clock, thread or socket. */
@NullMarked
module io.netdam.engine {
  requires transitive io.netdam.wire;
  requires transitive io.netdam.memory;
  requires transitive io.netdam.transport;
  requires transitive io.netdam.instruction;
  requires static transitive org.jspecify;

  exports io.netdam.engine to
      io.netdam.client,
      io.netdam.device,
      io.netdam.testkit,
      io.netdam.simulator;
}
