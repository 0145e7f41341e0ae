import org.jspecify.annotations.NullMarked;

/** The device runtime. */
@NullMarked
module io.netdam.device {
  requires io.netdam.wire;
  requires io.netdam.memory;
  requires io.netdam.os;
  requires io.netdam.transport;
  requires io.netdam.instruction;
  requires io.netdam.engine;
  requires io.netdam.link;
  requires static transitive org.jspecify;

  exports io.netdam.device;
}
