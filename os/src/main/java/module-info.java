import org.jspecify.annotations.NullMarked;

/** The one door to the operating system. */
@NullMarked
module io.netdam.os {
  requires transitive io.netdam.memory;
  requires static transitive org.jspecify;

  exports io.netdam.os to
      io.netdam.memif,
      io.netdam.link,
      io.netdam.client,
      io.netdam.device,
      io.netdam.testkit;
}
