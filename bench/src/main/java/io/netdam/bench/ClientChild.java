package io.netdam.bench;

import io.netdam.client.CompletionHandler;
import io.netdam.client.IdleMode;
import io.netdam.client.NetDam;
import io.netdam.client.NetDamOptions;
import io.netdam.client.Operations;
import io.netdam.client.Outcome;
import io.netdam.client.RemoteMemory;
import io.netdam.client.Submission;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** A client in a process of its own: told by lines what to do, answers with figures. */
public final class ClientChild {
  private static final int READ_BYTES = 128;
  private static final int OUTSTANDING = 32;

  private final NetDam net;
  private final RemoteMemory memory;
  private long wrong;

  private ClientChild(NetDam net, RemoteMemory memory) {
    this.net = net;
    this.memory = memory;
  }

  /**
   * Runs a client.
   *
   * @param arguments port of the device
   * @throws IOException if its input fails
   */
  public static void main(String[] arguments) throws IOException {
    NetDamOptions options = NetDamOptions.defaults().withIdle(IdleMode.SPIN);
    try (NetDam net = NetDam.open(options);
        BufferedReader questions =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      ClientChild child = new ClientChild(net, net.memory("127.0.0.1:" + arguments[0]));
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        String[] words = line.split(" ", -1);
        System.out.println(child.answer(words[0], Integer.parseInt(words[1])));
      }
    }
  }

  private String answer(String question, int count) {
    return switch (question) {
      case "read" -> read(count);
      case "blocking" -> Long.toString(blocking(count));
      case "operations" -> Long.toString(operations(count));
      default -> throw new IllegalArgumentException(question);
    };
  }

  /** Reads one after another; p50, p99, max. */
  private String read(int count) {
    Samples samples = new Samples(count);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(READ_BYTES, 64);
      for (int i = 0; i < count; i++) {
        long startNs = System.nanoTime();
        memory.read(0, target);
        samples.add(System.nanoTime() - startNs);
      }
    }
    return samples.line();
  }

  /** Bytes allocated by blocking fetch-adds. */
  private long blocking(int count) {
    long before = AllocatedBytes.mine();
    for (int i = 0; i < count; i++) {
      memory.getAndAdd(8, 1);
    }
    return AllocatedBytes.mine() - before;
  }

  /** Bytes allocated by fetch-adds of the asynchronous form. */
  private long operations(int count) {
    try (Operations operations = net.operations(OUTSTANDING)) {
      CompletionHandler handler =
          (tag, outcome, value) -> {
            if (outcome != Outcome.DONE) {
              wrong++;
            }
          };
      exchange(operations, handler, count / 10);
      long before = AllocatedBytes.mine();
      exchange(operations, handler, count);
      long allocated = AllocatedBytes.mine() - before;
      if (wrong != 0) {
        throw new IllegalStateException(wrong + " operations did not end DONE");
      }
      return allocated;
    }
  }

  private void exchange(Operations operations, CompletionHandler handler, int count) {
    int submitted = 0;
    int ended = 0;
    while (ended < count) {
      while (submitted < count
          && operations.getAndAdd(memory, 16, 1, submitted) == Submission.ACCEPTED) {
        submitted++;
      }
      ended += operations.poll(handler, OUTSTANDING);
    }
  }
}
