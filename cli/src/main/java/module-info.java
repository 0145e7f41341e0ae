import org.jspecify.annotations.NullMarked;

/** The command line. */
@NullMarked
module io.netdam.cli {
  requires io.netdam.client;
  requires io.netdam.device;
  requires io.netdam.simulator;
  requires info.picocli;
  requires static transitive org.jspecify;

// With the first class of the package:
// opens io.netdam.cli to
//     info.picocli;
}
