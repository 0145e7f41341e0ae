import org.jspecify.annotations.NullMarked;

/** Sessions, guards, repair, congestion and grants. */
@NullMarked
module io.netdam.transport {
  requires io.netdam.wire;
  requires io.netdam.memory;
  requires static transitive org.jspecify;

  exports io.netdam.transport to
      io.netdam.engine,
      io.netdam.link,
      io.netdam.client,
      io.netdam.device,
      io.netdam.testkit,
      io.netdam.simulator;
}
