import org.jspecify.annotations.NullMarked;

/** Regions, mapped and shared memory, rings and counters. */
@NullMarked
module io.netdam.memory {
  requires static transitive org.jspecify;

  exports io.netdam.memory;
}
