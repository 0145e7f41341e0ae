import org.jspecify.annotations.NullMarked;

/** The memif 2.0 port, useful alone. */
@NullMarked
module io.netdam.memif {
  requires io.netdam.os;
  requires static transitive org.jspecify;

  exports io.netdam.memif;
}
