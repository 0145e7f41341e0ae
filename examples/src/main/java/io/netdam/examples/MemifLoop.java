package io.netdam.examples;

import io.netdam.memif.FrameBurst;
import io.netdam.memif.MemifOptions;
import io.netdam.memif.MemifPort;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.function.BooleanSupplier;

/** What the memif examples share: a port, and a loop that sleeps when nothing comes. */
final class MemifLoop {
  private static final int FRAMES = 64;
  private static final int FRAME_BYTES_MAX = 9216;
  private static final int SLEEP_MS = 10;

  /** What is done with frames that came. */
  interface Work {
    void onBurst(MemifPort port, FrameBurst burst) throws IOException;
  }

  private MemifLoop() {}

  /**
   * {@code server SOCKET} (the default, {@code /tmp/netdam-memif.sock}) or {@code client SOCKET}; a
   * socket that begins with {@code @} is an abstract name.
   */
  static MemifOptions options(String[] arguments) {
    String role = arguments.length > 0 ? arguments[0] : "server";
    String socket = arguments.length > 1 ? arguments[1] : "/tmp/netdam-memif.sock";
    return switch (role) {
      case "server" -> MemifOptions.server(socket);
      case "client" -> MemifOptions.client(socket);
      default -> throw new IllegalArgumentException("server or client, not " + role);
    };
  }

  /** Runs until it is told to stop. */
  static void run(MemifOptions options, BooleanSupplier stop, Work work) throws IOException {
    try (Arena arena = Arena.ofConfined();
        MemifPort port = MemifPort.open(options)) {
      FrameBurst burst = new FrameBurst(FRAMES, FRAME_BYTES_MAX, arena);
      while (!stop.getAsBoolean()) {
        port.poll(System.nanoTime());
        if (port.receive(0, burst) > 0) {
          work.onBurst(port, burst);
        } else {
          port.await(0, SLEEP_MS);
        }
      }
    }
  }

  /** Sends a whole burst; gives up what is left if the port goes down. */
  static void send(MemifPort port, FrameBurst burst) {
    int done = port.transmit(0, burst, 0);
    while (done < burst.count() && port.transmitQueues() > 0) {
      Thread.onSpinWait();
      port.poll(System.nanoTime());
      done += port.transmit(0, burst, done);
    }
  }
}
