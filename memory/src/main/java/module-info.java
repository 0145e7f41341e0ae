import org.jspecify.annotations.NullMarked;

/** Regions, mapped and shared memory, rings and counters. */
@NullMarked
module io.netdam.memory {
  requires static transitive org.jspecify;

  exports io.netdam.memory to
      io.netdam.os,
      io.netdam.transport,
      io.netdam.instruction,
      io.netdam.engine,
      io.netdam.link,
      io.netdam.client,
      io.netdam.device,
      io.netdam.testkit,
      io.netdam.simulator;
}
