import org.jspecify.annotations.NullMarked;

/** The command line. */
@NullMarked
module io.netdam.cli {
  requires io.netdam.link;
  requires io.netdam.client;
  requires io.netdam.device;
  requires io.netdam.simulator;
  requires info.picocli;
  requires HdrHistogram;
  requires static transitive org.jspecify;

  opens io.netdam.cli to
      info.picocli;
}
