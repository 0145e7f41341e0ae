package io.netdam.memif;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Two ports of one process that talk to each other, on a clock that only the test moves. */
final class PortPair implements AutoCloseable {
  private static final AtomicLong NAMES = new AtomicLong();
  private static final long STEP_NS = 2_000_000;

  final Arena arena = Arena.ofShared();
  final MemifPort server;
  final MemifPort client;
  private long nowNs;

  PortPair(UnaryOperator<MemifOptions> both) throws IOException {
    this(both, both);
  }

  PortPair(UnaryOperator<MemifOptions> ofServer, UnaryOperator<MemifOptions> ofClient)
      throws IOException {
    String socket = freshName();
    this.server = MemifPort.open(ofServer.apply(MemifOptions.server(socket)));
    this.client = MemifPort.open(ofClient.apply(MemifOptions.client(socket)));
  }

  static String freshName() {
    return "@netdam-memif-" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
  }

  /** Time passes, and both look. */
  void step() {
    nowNs += STEP_NS;
    server.poll(nowNs);
    client.poll(nowNs);
  }

  long nowNs() {
    return nowNs;
  }

  /** Steps until it is so; bounded. */
  void until(BooleanSupplier condition) {
    for (int step = 0; step < 10_000; step++) {
      if (condition.getAsBoolean()) {
        return;
      }
      step();
    }
    throw new AssertionError("never: " + server + " " + client + " " + client.detail());
  }

  PortPair up() {
    until(() -> server.phase() == PortPhase.UP && client.phase() == PortPhase.UP);
    return this;
  }

  FrameBurst burst(int frames, int frameBytesMax) {
    return new FrameBurst(frames, frameBytesMax, arena);
  }

  /** Adds a frame that says its number in every byte. */
  static void fill(FrameBurst burst, long number, int length) {
    MemorySegment memory = burst.memory();
    long at = burst.offset(burst.count());
    SplittableRandom content = new SplittableRandom(number);
    for (int index = 0; index < length; index++) {
      memory.set(ValueLayout.JAVA_BYTE, at + index, (byte) content.nextInt());
    }
    burst.add(length);
  }

  /** Whether a frame is the one that {@link #fill} wrote with this number and length. */
  static boolean holds(FrameBurst burst, int frame, long number, int length) {
    if (burst.length(frame) != length) {
      return false;
    }
    SplittableRandom content = new SplittableRandom(number);
    for (int index = 0; index < length; index++) {
      if (burst.memory().get(ValueLayout.JAVA_BYTE, burst.offset(frame) + index)
          != (byte) content.nextInt()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    client.close();
    server.close();
    arena.close();
  }
}
