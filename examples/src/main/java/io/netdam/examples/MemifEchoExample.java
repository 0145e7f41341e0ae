package io.netdam.examples;

import java.io.IOException;

/**
 * Sends every frame back as it came; with testpmd at the other end: {@code --forward-mode=txonly}.
 */
public final class MemifEchoExample {
  private MemifEchoExample() {}

  /** Arguments: {@code server|client SOCKET}. */
  public static void main(String[] arguments) throws IOException {
    MemifLoop.run(MemifLoop.options(arguments), () -> false, MemifLoop::send);
  }
}
