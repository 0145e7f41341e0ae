package io.netdam.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** All child processes: gives them work and waits for them, but not for ever. */
final class Crew implements AutoCloseable {

  /** A child that says nothing for so long hangs. */
  private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(45);

  private static final long LOOK_MS = 100;

  private final Path directory;
  private final LiveLine live;
  private final BlockingQueue<Child.Event> events = new LinkedBlockingQueue<>();
  private final List<Child> children = new ArrayList<>();

  Crew(Path directory, LiveLine live) {
    this.directory = directory;
    this.live = live;
  }

  /** Starts a process in a role: {@code demo-device} or {@code demo-client}. */
  Child start(String name, String role) {
    Child child = new Child(name, role, directory, events);
    synchronized (children) {
      children.add(child);
    }
    return child;
  }

  /** Every process that was started, also those that have ended. */
  List<Child> children() {
    synchronized (children) {
      return List.copyOf(children);
    }
  }

  /** Gives one command and waits for its answer. */
  Message ask(Child child, Message command) throws InterruptedException {
    child.command(command);
    await(command.verb() + " of " + child.name(), () -> child.awaited() == null);
    return child.answer();
  }

  /**
   * Gives each child its command and waits for all.
   *
   * @param what for people
   * @param goal what the counts of progress add up to in the end
   * @param watcher told that sum now and then; it may kill, and wait itself
   */
  void run(String what, long goal, Map<Child, Message> commands, LongConsumer watcher)
      throws InterruptedException {
    live.begin(what, goal);
    commands.forEach(Child::command);
    await(
        what,
        () -> {
          long sum = commands.keySet().stream().mapToLong(Child::progress).sum();
          live.show(sum);
          boolean all = commands.keySet().stream().allMatch(child -> child.awaited() == null);
          if (!all) {
            watcher.accept(sum);
          }
          return all;
        });
    live.end();
  }

  /** The counters of these children now. */
  void counters(List<Child> those, SortedMap<String, Long> sums) throws InterruptedException {
    those.forEach(Child::askCounters);
    await("counters", () -> those.stream().allMatch(child -> child.counters() != null));
    for (Child child : those) {
      SortedMap<String, Long> counters = child.counters();
      if (counters != null) {
        LinkWatch.add(sums, counters);
      }
    }
  }

  /** Takes what children say until something holds. */
  void await(String what, BooleanSupplier condition) throws InterruptedException {
    long heardNs = System.nanoTime();
    while (!condition.getAsBoolean()) {
      Child.Event event = events.poll(LOOK_MS, TimeUnit.MILLISECONDS);
      if (event != null) {
        heardNs = System.nanoTime();
        event.child().accept(event.message());
      } else if (System.nanoTime() - heardNs > SILENCE_NS) {
        throw new DemoException(
            "nothing was heard for 45 s while waiting for " + what + ": " + unfinished());
      }
    }
  }

  private String unfinished() {
    StringBuilder text = new StringBuilder();
    for (Child child : children()) {
      Message awaited = child.awaited();
      if (awaited != null) {
        text.append(text.isEmpty() ? "" : "; ")
            .append(child.name())
            .append(" (process ")
            .append(child.processId())
            .append(") does ")
            .append(awaited.verb())
            .append(", last at ")
            .append(child.progress());
      }
    }
    return text.isEmpty() ? "nobody is busy" : text.toString();
  }

  /** Ends those that still run, by force if they do not end by themselves. */
  @Override
  public void close() {
    List<Child> running = children().stream().filter(child -> !child.ended()).toList();
    running.forEach(Child::kill);
  }
}
