import org.jspecify.annotations.NullMarked;

/** How packets move between hosts. */
@NullMarked
module io.netdam.link {
  requires transitive io.netdam.wire;
  requires transitive io.netdam.memory;
  requires transitive io.netdam.os;
  requires transitive io.netdam.transport;
  requires static transitive org.jspecify;

  exports io.netdam.link to
      io.netdam.client,
      io.netdam.device,
      io.netdam.testkit,
      io.netdam.cli;
}
