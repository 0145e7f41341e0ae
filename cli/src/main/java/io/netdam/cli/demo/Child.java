package io.netdam.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** A child process as its parent sees it. What it says is taken by {@link Crew} alone. */
final class Child {

  private static final Message ENDED = Message.of("ended");
  private static final int COMPLAINT_LINES = 30;

  /** Something that a child said. */
  record Event(Child child, Message message) {}

  private final String name;
  private final Path complaints;
  private final Process process;
  private final PrintWriter commands;

  private @Nullable Message awaited;
  private @Nullable Message answer;
  private @Nullable SortedMap<String, Long> counters;
  private long progress;
  private String end = "";

  Child(String name, String role, Path directory, BlockingQueue<Event> events) {
    this.name = name;
    this.complaints = directory.resolve(name.replace(' ', '-') + ".err");
    ProcessBuilder builder = new ProcessBuilder(commandLine(role));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(complaints.toFile()));
    try {
      this.process = builder.start();
    } catch (IOException e) {
      throw new DemoException("a process cannot be started: " + e, e);
    }
    this.commands =
        new PrintWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
    Thread.ofPlatform().name("demo-" + name).daemon().start(() -> read(events));
  }

  /** The command line of this process again, with another role. */
  private static List<String> commandLine(String role) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Xms16m",
            "-Xmx96m",
            "-XX:TieredStopAtLevel=" + System.getProperty("netdam.demo.tier", "4"),
            "-Xshare:auto"));
    String modules = System.getProperty("jdk.module.path");
    if (modules != null && System.getProperty("jdk.module.main") != null) {
      line.addAll(
          List.of(
              "--enable-native-access=io.netdam.os",
              "-p",
              modules,
              "-m",
              "io.netdam.cli/io.netdam.cli.Main"));
    } else {
      line.addAll(
          List.of(
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              "io.netdam.cli.Main"));
    }
    line.add(role);
    return line;
  }

  private void read(BlockingQueue<Event> events) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        events.add(new Event(this, Message.parse(line)));
      }
    } catch (IOException | IllegalArgumentException e) {
      events.add(
          new Event(
              this, Message.of(Message.FAILED).with("message", "says what is no message: " + e)));
    }
    events.add(new Event(this, ENDED));
  }

  String name() {
    return name;
  }

  long processId() {
    return process.pid();
  }

  /** Gives a command; its answer is awaited from now on. */
  void command(Message message) {
    if (awaited != null) {
      throw new IllegalStateException(name + " still does " + awaited.verb());
    }
    awaited = message;
    answer = null;
    progress = 0;
    commands.println(message.line());
  }

  void askCounters() {
    counters = null;
    commands.println(Message.of(Message.COUNTERS).line());
  }

  /** Takes what it said. */
  void accept(Message message) {
    switch (message.verb()) {
      case Message.PROGRESS -> progress = message.number("done");
      case Message.COUNTERS -> counters = message.numbers();
      case "ended" -> {
        if (end.isEmpty()) {
          throw new DemoException(
              name + " (process " + processId() + ") ended by itself" + complaints());
        }
        awaited = null;
      }
      case Message.DONE -> {
        awaited = null;
        answer = message;
      }
      default -> throw new DemoException(name + ": " + message.text("message") + complaints());
    }
  }

  /** The last lines of its standard error, if there are any. */
  String complaints() {
    try {
      List<String> lines = Files.readAllLines(complaints);
      return lines.isEmpty()
          ? ""
          : "\n  "
              + String.join(
                  "\n  ", lines.subList(Math.max(0, lines.size() - COMPLAINT_LINES), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  /** What it does now; null if nothing. */
  @Nullable Message awaited() {
    return awaited;
  }

  Message answer() {
    if (answer == null) {
      throw new IllegalStateException(name + " has not answered");
    }
    return answer;
  }

  @Nullable SortedMap<String, Long> counters() {
    return counters == null ? null : new TreeMap<>(counters);
  }

  long progress() {
    return progress;
  }

  boolean running() {
    return end.isEmpty();
  }

  /** How it was ended; empty while it runs. */
  String end() {
    return end;
  }

  boolean ended() {
    return !process.isAlive();
  }

  /** SIGKILL: it can do nothing about it. */
  void kill() {
    end = "SIGKILL";
    process.destroyForcibly();
  }

  /** SIGTERM: it may stop by plan. */
  void terminate() {
    end = "SIGTERM";
    process.toHandle().destroy(); // Process.destroy would close its input, too, which halts it
  }

  /** Tells it to end. */
  void quit() {
    end = "quit";
    commands.println("end");
  }
}
