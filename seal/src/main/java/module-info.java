import org.jspecify.annotations.NullMarked;

/** Keys and sealed frames. */
@NullMarked
module io.netdam.seal {
  requires io.netdam.wire;
  requires static transitive org.jspecify;

  exports io.netdam.seal to
      io.netdam.engine,
      io.netdam.client,
      io.netdam.device,
      io.netdam.testkit,
      io.netdam.simulator;
}
