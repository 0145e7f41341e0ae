import org.jspecify.annotations.NullMarked;

/** Conformance suites and fixtures. */
@NullMarked
module io.netdam.testkit {
  requires transitive io.netdam.wire;
  requires transitive io.netdam.memory;
  requires transitive io.netdam.os;
  requires transitive io.netdam.transport;
  requires transitive io.netdam.instruction;
  requires transitive io.netdam.engine;
  requires transitive io.netdam.link;
  requires transitive io.netdam.client;
  requires transitive io.netdam.device;
  requires transitive org.assertj.core;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.jupiter.params;
  requires java.management;
  requires jdk.management;
  requires static transitive org.jspecify;

  exports io.netdam.testkit;
}
