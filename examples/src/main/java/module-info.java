import org.jspecify.annotations.NullMarked;

/** Examples that see public packages alone, as a stranger would. */
@NullMarked
module io.netdam.examples {
  requires io.netdam.client;
  requires io.netdam.memif;
  requires static transitive org.jspecify;
}
