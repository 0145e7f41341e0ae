import org.jspecify.annotations.NullMarked;

/** Examples that see the client alone, as a stranger would. */
@NullMarked
module io.netdam.examples {
  requires io.netdam.client;
  requires static transitive org.jspecify;
}
