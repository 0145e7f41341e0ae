package io.netdam.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * One round over one kind of network: a striped file, tickets, compare-and-swap, increments; each
 * judged when its clients are done.
 */
final class Round {

  private static final long LAST_UNKNOWN_TIMEOUT_S = 30;
  static final LongConsumer NOTHING = done -> {};

  private final Stage stage;
  private final Counts counts;
  private final Path file;
  private final long fileBytes;

  /** The clients that live; a mishap may take one away. */
  private final List<Child> clients;

  private final CellCheck cells;
  private final SortedMap<String, Long> clientSums = new TreeMap<>();
  private final SortedMap<String, Long> deviceSums = new TreeMap<>();
  private long increments;
  private long inDoubt;
  private long swaps;
  private long swapsInDoubt;

  Round(Stage stage, Counts counts, Path file, long fileBytes, List<Child> clients) {
    this.stage = stage;
    this.counts = counts;
    this.file = file;
    this.fileBytes = fileBytes;
    this.clients = new ArrayList<>(clients);
    this.cells = new CellCheck(counts.cells());
  }

  List<Child> clients() {
    return clients;
  }

  SortedMap<String, Long> clientSums() {
    return clientSums;
  }

  SortedMap<String, Long> deviceSums() {
    return deviceSums;
  }

  Counts counts() {
    return counts;
  }

  Stage stage() {
    return stage;
  }

  /** All clients open the devices at these addresses. */
  void open(List<String> addresses, long seed) throws InterruptedException {
    for (int i = 0; i < clients.size(); i++) {
      stage
          .crew()
          .ask(
              clients.get(i),
              Message.of("open")
                  .with("network", stage.network())
                  .with("seed", seed + 1_000L * i)
                  .with("timeout", LAST_UNKNOWN_TIMEOUT_S)
                  .with("devices", String.join(",", addresses)));
    }
  }

  /** Writes the file over all devices, reads it back, compares; returns its hash. */
  String file() throws InterruptedException {
    Path readBack = stage.directory().resolve("read-back-" + stage.network());
    int stripes = Layout.stripes(fileBytes);
    Map<Child, Message> writes = new LinkedHashMap<>();
    Map<Child, Message> reads = new LinkedHashMap<>();
    for (int i = 0; i < clients.size(); i++) {
      writes.put(
          clients.get(i),
          Message.of("write-file").with("file", file).with("bytes", fileBytes).with("client", i));
      reads.put(
          clients.get(i),
          Message.of("read-file").with("out", readBack).with("bytes", fileBytes).with("client", i));
    }
    stage.run("WRITE, 64 KiB, blocking", stripes, writes, NOTHING);
    sayDoubts("stripes", requireDoubts(clients, 1));
    stage.run("READ, 64 KiB, blocking", stripes, reads, NOTHING);
    String hash = FileCheck.requireSame(file, readBack, fileBytes);
    stage.say(
        "file of %,d bytes over %d devices and back: SHA-256 %s...",
        fileBytes, Layout.DEVICES, hash.substring(0, 16));
    return hash;
  }

  /**
   * Draws tickets by all clients and judges them.
   *
   * @param watcher may kill clients and then takes them from {@link #clients()}
   * @return the value of the sequencer
   */
  long tickets(LongConsumer watcher) throws InterruptedException {
    List<Child> drawing = List.copyOf(clients);
    Map<Child, Message> commands = new LinkedHashMap<>();
    for (Child client : drawing) {
      commands.put(
          client,
          Message.of("tickets")
              .with("count", share(counts.tickets(), drawing.size()))
              .with("out", ticketFile(client)));
    }
    stage.run("ticket: fetch-add, 32 in flight", counts.tickets(), commands, watcher);
    return judgeTickets(drawing);
  }

  private boolean hostile() {
    return stage.network().equals("hostile");
  }

  /** Requires that what these clients do not know the end of may be so; how many that are. */
  private long requireDoubts(List<Child> asked, int outstanding) {
    long sum = 0;
    for (Child client : asked) {
      if (client.running()) {
        Doubts doubts = Doubts.in(client.answer());
        doubts.require(client.name(), hostile(), outstanding, new BitSet());
        sum += doubts.count();
      }
    }
    return sum;
  }

  private void sayDoubts(String what, long count) {
    inDoubt += count;
    if (count > 0) {
      stage.say(
          "%d %s ended UNKNOWN, first sent longer than a lease before a session was lost",
          count, what);
    }
  }

  /** Operations of this round whose end nobody knows. */
  long inDoubt() {
    return inDoubt;
  }

  /** Judges the tickets of these clients, some of which may have been killed. */
  long judgeTickets(List<Child> drawing) throws InterruptedException {
    sayDoubts("tickets", requireDoubts(drawing, Layout.OUTSTANDING));
    long drawn = value(Layout.SEQUENCER);
    TicketCheck check = new TicketCheck(drawn);
    long killed = 0;
    for (Child client : drawing) {
      long reported = check.takeFile(ticketFile(client), client.name());
      if (client.running() && reported != share(counts.tickets(), drawing.size())) {
        throw new DemoException(client.name() + " has only " + reported + " tickets");
      }
      killed += client.running() ? 0 : 1;
    }
    if (check.inDoubt() > (long) Doubts.MOST * drawing.size()) {
      throw new DemoException(check.inDoubt() + " tickets are in doubt: too many for an accident");
    }
    check.requireMissing(check.inDoubt() + killed * Layout.OUTSTANDING);
    stage.say(
        "%,d tickets of %d clients: distinct, %s",
        drawn - check.missing(),
        drawing.size(),
        check.missing() == 0
            ? "without a gap"
            : check.missing()
                + " missing: in flight when a client was killed (at most 32), or in doubt ("
                + check.inDoubt()
                + ")");
    return drawn;
  }

  private Path ticketFile(Child client) {
    return stage
        .directory()
        .resolve(stage.network() + "-tickets-" + client.name().replace(' ', '-'));
  }

  private static int share(int whole, int parts) {
    return whole / parts;
  }

  /** Contends for one word by compare-and-swap. */
  void swaps() throws InterruptedException {
    int share = share(counts.swaps(), clients.size());
    Map<Child, Message> commands = new LinkedHashMap<>();
    clients.forEach(client -> commands.put(client, Message.of("swaps").with("count", share)));
    swaps = (long) share * clients.size();
    stage.run("compare-and-swap, blocking, contended", swaps, commands, NOTHING);
    swapsInDoubt = requireDoubts(clients, 1);
    sayDoubts("swaps", swapsInDoubt);
    requireSwaps();
    stage.say(
        "%,d increments by compare-and-swap of %d clients on one word: %s",
        swaps, clients.size(), swapsInDoubt == 0 ? "exact" : "within what was in doubt");
  }

  private void requireSwaps() throws InterruptedException {
    CellCheck.requireWord("the contended word", value(Layout.CONTENDED), swaps, swapsInDoubt);
  }

  /**
   * Increments cells at random, and judges all cells.
   *
   * @param count by all clients together
   * @param restarted the device that is restarted on the way, or {@link Mishaps#NONE}
   * @return how many nobody knows the end of
   */
  long increments(String what, int count, long seed, int restarted, LongConsumer watcher)
      throws InterruptedException {
    List<Child> adding = List.copyOf(clients);
    int share = share(count, adding.size());
    Map<Child, Message> commands = new LinkedHashMap<>();
    for (int i = 0; i < adding.size(); i++) {
      commands.put(
          adding.get(i),
          Message.of("increments")
              .with("count", share)
              .with("seed", seed + i)
              .with("cells", counts.cells()));
    }
    stage.run(what, (long) share * adding.size(), commands, watcher);
    long unknownSum = 0;
    for (int i = 0; i < adding.size(); i++) {
      Doubts doubts = Doubts.in(adding.get(i).answer());
      doubts.require(
          adding.get(i).name(),
          hostile(),
          Layout.OUTSTANDING,
          RandomCells.ofDevice(seed + i, counts.cells(), share, restarted));
      cells.expect(seed + i, share, doubts.unknown());
      unknownSum += doubts.count();
    }
    inDoubt += unknownSum;
    increments += (long) share * adding.size();
    long sum = judgeCells();
    stage.say(
        "%,d cells read back: sum %,d after %,d increments, %s",
        counts.cells(),
        sum,
        increments,
        unknownSum == 0
            ? "each cell exact"
            : unknownSum + " of unknown outcome; each cell within what that allows");
    return unknownSum;
  }

  private long judgeCells() throws InterruptedException {
    Path out = stage.directory().resolve(stage.network() + "-cells-");
    stage
        .crew()
        .ask(
            clients.getFirst(),
            Message.of("read-cells").with("cells", counts.cells()).with("out", out));
    Path[] files = new Path[Layout.DEVICES];
    for (int device = 0; device < files.length; device++) {
      files[device] = Path.of(out.toString() + device);
    }
    return cells.checkFiles(files);
  }

  /** Waits until the latest datagrams have arrived, and looks whether anything has changed. */
  void lateCopies(long ms, long ticketsDrawn) throws InterruptedException {
    long sum = judgeCells();
    Map<Child, Message> commands = new LinkedHashMap<>();
    clients.forEach(client -> commands.put(client, Message.of("linger").with("ms", ms)));
    stage.crew().run("waiting for late copies", 0, commands, NOTHING);
    long drawn = value(Layout.SEQUENCER);
    if (drawn != ticketsDrawn) {
      throw new DemoException(
          "a late copy has drawn a ticket: " + ticketsDrawn + " became " + drawn);
    }
    requireSwaps();
    if (judgeCells() != sum) {
      throw new DemoException("a late copy has changed a cell: the sum was " + sum);
    }
    stage.say("copies that came %,d ms late and later changed nothing", LinkWatch.LATE_MIN_MS);
  }

  /** A word of the first device. */
  long value(long address) throws InterruptedException {
    return stage
        .crew()
        .ask(clients.getFirst(), Message.of("value").with("address", address))
        .number("value");
  }

  /** One operation at a time, beside a bare TCP echo of the same size. */
  void compare(Child echoDevice) throws InterruptedException {
    Child alone = clients.getFirst();
    long port = stage.crew().ask(echoDevice, Message.of("echo")).number("port");
    stage.run(
        "fetch-add, one at a time, blocking",
        counts.singles(),
        Map.of(alone, Message.of("singles").with("count", counts.singles())),
        NOTHING);
    stage.run(
        "TCP echo of 64 bytes, one at a time",
        counts.singles(),
        Map.of(alone, echoes(port, counts.singles(), 1)),
        NOTHING);
    Map<Child, Message> commands = new LinkedHashMap<>();
    int share = share(counts.echoes(), clients.size());
    clients.forEach(client -> commands.put(client, echoes(port, share, Layout.OUTSTANDING)));
    stage.run("TCP echo of 64 bytes, 32 in flight", counts.echoes(), commands, NOTHING);
  }

  private static Message echoes(long port, int count, int outstanding) {
    return Message.of("echoes")
        .with("port", port)
        .with("count", count)
        .with("outstanding", outstanding);
  }

  /** Counts and closes what the round has opened. */
  void close(List<Child> devices) throws InterruptedException {
    stage.crew().counters(clients, clientSums);
    stage.crew().counters(devices, deviceSums);
    for (Child client : clients) {
      stage.crew().ask(client, Message.of("close"));
    }
    for (Child device : devices) {
      stage.crew().ask(device, Message.of("stop"));
    }
  }
}
