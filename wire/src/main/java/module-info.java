import org.jspecify.annotations.NullMarked;

/** What a packet says: one view over bytes for each header. */
@NullMarked
module io.netdam.wire {
  requires static transitive org.jspecify;

  exports io.netdam.wire;
}
