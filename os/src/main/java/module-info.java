import org.jspecify.annotations.NullMarked;

/** The one door to the operating system. */
@NullMarked
module io.netdam.os {
  requires io.netdam.memory;
  requires static org.jspecify;

// With the first class of the package:
// exports io.netdam.os to
//     io.netdam.link,
//     io.netdam.client,
//     io.netdam.device,
//     io.netdam.testkit;
}
