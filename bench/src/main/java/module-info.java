import org.jspecify.annotations.NullMarked;

/** Benchmarks. */
@NullMarked
module io.netdam.bench {
  requires io.netdam.client;
  requires io.netdam.device;
  requires static transitive org.jspecify;
}
