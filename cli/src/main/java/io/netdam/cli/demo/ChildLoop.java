package io.netdam.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A child process: takes commands from its standard input, one after the other, and answers on its
 * standard output. The end of its input means that the parent is gone, and ends it at once.
 */
final class ChildLoop {

  private static final Message END = Message.of("end");
  private static final int PARENT_GONE = 4;
  private static final long PROGRESS_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(25);

  private final Role role;
  private final PrintStream out;
  private final BlockingQueue<Message> commands = new LinkedBlockingQueue<>();
  private long progressAtNs = System.nanoTime();

  ChildLoop(Role role, PrintStream out) {
    this.role = role;
    this.out = out;
  }

  /** Runs until told to end. */
  void run(InputStream in) throws InterruptedException {
    Thread.ofPlatform().name("demo-commands").daemon().start(() -> read(in));
    while (true) {
      Message command = commands.take();
      if (command.equals(END)) {
        role.end();
        return;
      }
      say(answer(command));
    }
  }

  private void read(InputStream in) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Message command = Message.parse(line);
        if (command.verb().equals(Message.COUNTERS)) {
          say(Message.of(Message.COUNTERS).with(role.counters()));
        } else {
          commands.add(command);
        }
      }
    } catch (IOException e) {
      System.err.println("the parent cannot be heard: " + e);
    }
    Runtime.getRuntime().halt(PARENT_GONE); // nobody is left to be told anything
  }

  private Message answer(Message command) throws InterruptedException {
    try {
      return role.carryOut(command, this::progress);
    } catch (IOException | RuntimeException | AssertionError e) {
      System.err.println(command.verb() + " failed; counters: " + nonZero(role.counters()));
      if (!(e instanceof DemoException)) {
        e.printStackTrace();
      }
      return Message.of(Message.FAILED)
          .with(
              "message", command.verb() + ": " + (e instanceof DemoException ? e.getMessage() : e));
    }
  }

  private static SortedMap<String, Long> nonZero(SortedMap<String, Long> counters) {
    counters.values().removeIf(value -> value == 0);
    return counters;
  }

  private void progress(long done) {
    long now = System.nanoTime();
    if (now - progressAtNs >= PROGRESS_EVERY_NS) {
      progressAtNs = now;
      say(Message.of(Message.PROGRESS).with("done", done));
    }
  }

  private void say(Message message) {
    synchronized (out) {
      out.println(message.line());
      out.flush();
    }
  }
}
