import org.jspecify.annotations.NullMarked;

/** Benchmarks: ratios to a limit in the same run. */
@NullMarked
module io.netdam.bench {
  requires io.netdam.client;
  requires io.netdam.device;
  requires io.netdam.memif;
  requires java.management;
  requires jdk.management;
  requires static transitive org.jspecify;
}
