package io.netdam.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A process of a benchmark: asked by lines, answers by lines, ends with its input. */
final class Child implements AutoCloseable {
  private static final long STOP_SECONDS = 10;

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter questions;
  private final List<String> command;

  private Child(List<String> command) throws IOException {
    this.command = command;
    process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    questions = process.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Starts a program.
   *
   * @param cpu where it is pinned, -1 for anywhere
   * @param command program and arguments
   */
  static Child start(int cpu, List<String> command) throws IOException {
    List<String> pinned = new ArrayList<>();
    if (cpu >= 0 && Files.isExecutable(Path.of("/usr/bin/taskset"))) {
      pinned.addAll(List.of("/usr/bin/taskset", "-c", Integer.toString(cpu)));
    }
    pinned.addAll(command);
    return new Child(pinned);
  }

  /**
   * Starts this program again, with the same Java and the same modules.
   *
   * @param cpu where it is pinned, -1 for anywhere
   * @param module {@code module/class}
   * @param arguments for its main method
   */
  static Child java(int cpu, String module, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "--enable-native-access=io.netdam.os"));
    command.addAll(List.of("-p", System.getProperty("jdk.module.path"), "-m", module));
    command.addAll(List.of(arguments));
    return start(cpu, command);
  }

  /** The next line that it prints. */
  String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("ended without an answer: " + String.join(" ", command));
    }
    return line;
  }

  /** Sends a line and returns the next one that it prints. */
  String ask(String question) throws IOException {
    questions.write(question);
    questions.newLine();
    questions.flush();
    return answer();
  }

  /** Numbers of the next line, separated by spaces. */
  static long[] numbers(String line) {
    String[] words = line.split(" ", -1);
    long[] numbers = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      numbers[i] = Long.parseLong(words[i]);
    }
    return numbers;
  }

  /** Stops it without ending it, so that it takes no CPU while another is measured. */
  void pause() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** Lets it go on. */
  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int failed = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    if (failed != 0) {
      throw new IOException("kill " + signal + " failed");
    }
  }

  /** Clock ticks (10 ms) of CPU that it has taken so far, all its threads. */
  long cpuTicks() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  @Override
  public void close() {
    try {
      questions.close();
    } catch (IOException e) {
      // It is gone already, which is what was wanted.
      Objects.requireNonNull(e);
    }
    boolean gone = false;
    try {
      gone = process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!gone) {
      process.destroyForcibly();
    }
  }
}
