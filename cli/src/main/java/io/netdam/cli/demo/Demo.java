package io.netdam.cli.demo;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The demo, seen from the parent: two rounds, a table, and what it can prove. */
public final class Demo {

  private static final long FILE_BYTES_MAX = 1L << 30;

  private final Path file;
  private final boolean quick;
  private final PrintStream out;
  private final PrintStream err;
  private final long seed;
  private final Evidence evidence;
  private final Results results = new Results();

  /**
   * Prepares a demo; starts nothing.
   *
   * @param file what is striped over the devices, 10 bytes to 1 GiB
   * @param quick whether to do a tenth of everything
   * @param seed of what is random
   * @param out takes what was found
   * @param err takes progress and the first wrong thing
   * @throws IllegalArgumentException if the file will not do
   */
  public Demo(Path file, boolean quick, long seed, PrintStream out, PrintStream err) {
    this.file = file.toAbsolutePath();
    this.quick = quick;
    this.seed = seed;
    this.out = out;
    this.err = err;
    this.evidence = new Evidence(seed, this.file, quick);
    long bytes = fileBytes();
    if (bytes < 10 || bytes > FILE_BYTES_MAX) {
      throw new IllegalArgumentException(
          file + " has " + bytes + " bytes; the demo takes 10 bytes to 1 GiB");
    }
  }

  /** A file of some MB that every JDK has: names of the classes of older versions. */
  public static Path defaultFile() {
    Path home = Path.of(System.getProperty("java.home"), "lib");
    return Stream.of("ct.sym", "jrt-fs.jar", "modules")
        .map(home::resolve)
        .filter(Files::isReadable)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("name a FILE: this JDK has none that fits"));
  }

  private long fileBytes() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e, e);
    }
  }

  /** Runs as a child process in this role; returns when told to end. */
  public static void child(boolean device, InputStream in, PrintStream out)
      throws InterruptedException {
    new ChildLoop(device ? new DeviceRole() : new ClientRole(), out).run(in);
  }

  /** Without jdk.internal.le, which no module here requires, there may be no console. */
  @SuppressWarnings("SystemConsoleNull") // seen in JDK 25 without a terminal
  private static boolean onTerminal() {
    @Nullable Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Runs the demo; whether everything was as it must be. */
  public boolean run() throws InterruptedException {
    long startNs = System.nanoTime();
    Path directory = temporaryDirectory();
    LiveLine live = new LiveLine(err, onTerminal());
    Crew crew = new Crew(directory, live);
    Thread cleaning = new Thread(() -> clean(crew, directory), "demo-cleaning");
    Runtime.getRuntime().addShutdownHook(cleaning);
    try {
      rounds(crew, directory);
      out.println();
      results.print(out);
      out.println();
      evidence.judge();
      evidence.conclude("ok", crew.children(), results);
      out.printf("demo ok (%d s)%n", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs));
      return true;
    } catch (DemoException e) {
      live.end();
      err.println("demo failed: " + e.getMessage());
      evidence.conclude("failed: " + e.getMessage(), crew.children(), results);
      return false;
    } finally {
      clean(crew, directory);
      try {
        Runtime.getRuntime().removeShutdownHook(cleaning);
      } catch (IllegalStateException e) {
        err.println("demo interrupted"); // the JVM ends; the hook does the rest
      }
    }
  }

  /** What this run can prove, as maps, lists and numbers; after {@link #run}. */
  public Map<String, Object> evidence() {
    return evidence.all();
  }

  private void rounds(Crew crew, Path directory) throws InterruptedException {
    long fileBytes = fileBytes();
    evidence.begin();
    Fleet fleet = new Fleet(crew, directory, Layout.memoryBytes(fileBytes), ipv6());
    List<Child> clients = new ArrayList<>();
    for (int i = 0; i < Layout.CLIENTS; i++) {
      clients.add(crew.start("client " + i, "demo-client"));
    }
    Counts counts = quick ? Counts.whole().tenth() : Counts.whole();
    out.println(
        "four devices and four clients, a process each: "
            + crew.children().stream().map(Child::processId).toList());

    Stage calm = new Stage("calm", crew, directory, results, out);
    Round first = new Round(calm, counts, file, quick ? fileBytes / 10 : fileBytes, clients);
    fleet.start("calm", seed);
    first.open(fleet.addresses(), seed);
    evidence.hash("calm", first.file());
    first.compare(fleet.child(0));
    first.tickets(Round.NOTHING);
    first.swaps();
    first.increments(
        "increment at random, 32 in flight",
        counts.increments(),
        seed,
        Mishaps.NONE,
        Round.NOTHING);
    first.close(fleet.children());
    evidence.round(first);

    Stage hostile = new Stage("hostile", crew, directory, results, out);
    Round second =
        new Round(
            hostile, counts.tenth(), file, (quick ? fileBytes / 10 : fileBytes) / 10, clients);
    Mishaps mishaps = new Mishaps(second, fleet);
    fleet.start("hostile", seed + 1);
    second.open(fleet.addresses(), seed + 1);
    evidence.hash("hostile", second.file());
    long drawn = mishaps.ticketsWithKill();
    second.swaps();
    mishaps.incrementsWithRestart(seed + 1);
    mishaps.incrementsWithCrash(seed + 2_000);
    second.lateCopies(LinkWatch.LATE_MAX_MS, drawn);
    second.close(fleet.children());
    evidence.round(second);
    end(crew);
  }

  private static void end(Crew crew) throws InterruptedException {
    List<Child> running = crew.children().stream().filter(Child::running).toList();
    running.forEach(Child::quit);
    crew.await("the end of all processes", () -> running.stream().allMatch(Child::ended));
  }

  private static boolean ipv6() {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.ofLiteral("::1")) != null;
    } catch (SocketException e) {
      return false; // a host that cannot say has none
    }
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("netdam-demo-");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary directory can be made", e);
    }
  }

  private void clean(Crew crew, Path directory) {
    crew.close();
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      err.println(directory + " was not removed: " + e);
    }
  }
}
