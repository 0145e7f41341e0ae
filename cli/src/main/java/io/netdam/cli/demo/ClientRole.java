package io.netdam.cli.demo;

import io.netdam.client.NetDam;
import io.netdam.client.NetDamException;
import io.netdam.client.NetDamOptions;
import io.netdam.client.Outcome;
import io.netdam.client.RemoteMemory;
import io.netdam.link.LinkHook;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A child process that is a client: does what it is told and reports what it found. */
final class ClientRole implements Role {

  private static final long POLL_MS = 20;

  private volatile @Nullable NetDam net;
  private volatile LinkWatch watch = new LinkWatch(false, 0);
  private final List<RemoteMemory> devices = new ArrayList<>();

  @Override
  public Message carryOut(Message command, Progress progress)
      throws IOException, InterruptedException {
    return switch (command.verb()) {
      case "open" -> open(command);
      case "close" -> close();
      case "write-file" -> StripeTasks.write(devices, command, new Doubts.Log(net()), progress);
      case "read-file" -> StripeTasks.read(devices, command, progress);
      case "tickets" -> tickets(command, progress);
      case "swaps" -> swaps(command, progress);
      case "increments" -> increments(command, progress);
      case "read-cells" -> readCells(command);
      case "singles" -> singles(command, progress);
      case "echoes" -> EchoTask.run(command, progress);
      case "linger" -> linger(command);
      case "value" -> value(command);
      default -> throw new IllegalArgumentException("a client knows no " + command.verb());
    };
  }

  private Message open(Message command) {
    LinkWatch made =
        new LinkWatch(command.text("network").equals("hostile"), command.number("seed"));
    NetDamOptions options =
        NetDamOptions.defaults().withTimeout(Duration.ofSeconds(command.number("timeout")));
    NetDam opened = LinkHook.around(made::watch, () -> NetDam.open(options));
    devices.clear();
    for (String address : command.text("devices").split(",", -1)) {
      devices.add(opened.memory(address));
    }
    watch = made;
    net = opened;
    return Message.of(Message.DONE);
  }

  private NetDam net() {
    NetDam opened = net;
    if (opened == null) {
      throw new IllegalStateException("not open");
    }
    return opened;
  }

  private Message close() {
    net().close();
    return Message.of(Message.DONE);
  }

  static Message answer(Latencies latencies) {
    return Message.of(Message.DONE).with("latencies", latencies.encoded());
  }

  /** Draws tickets, each by its own fetch-add, and writes them to a file before it draws more. */
  private Message tickets(Message command, Progress progress) throws IOException {
    RemoteMemory sequencer = devices.getFirst();
    Doubts.Log doubts = new Doubts.Log(net());
    Pipeline pipeline = new Pipeline(net());
    ByteBuffer burst =
        ByteBuffer.allocateDirect(Layout.OUTSTANDING * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel out =
        FileChannel.open(
            Path.of(command.text("out")),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      pipeline.run(
          Math.toIntExact(command.number("count")),
          (operations, index, tag) -> operations.getAndAdd(sequencer, Layout.SEQUENCER, 1, tag),
          (index, outcome, value, elapsedNs) -> {
            if (outcome == Outcome.UNKNOWN) {
              doubts.add(index, elapsedNs);
            }
            burst.putLong(outcome == Outcome.UNKNOWN ? TicketCheck.IN_DOUBT : value);
          },
          () -> {
            burst.flip();
            while (burst.hasRemaining()) {
              out.write(burst);
            }
            burst.clear();
          },
          progress);
    }
    return doubts.in(answer(pipeline.latencies()));
  }

  /**
   * Adds 1 to a word that everybody wants to change, by compare-and-swap until it is done. A swap
   * of unknown outcome is not counted, and may be there all the same.
   */
  private Message swaps(Message command, Progress progress) {
    RemoteMemory memory = devices.getFirst();
    Latencies latencies = new Latencies();
    long count = command.number("count");
    Doubts.Log doubts = new Doubts.Log(net());
    long expected = 0;
    int attempt = 0;
    for (long done = 0; done < count; attempt++) {
      long startNs = System.nanoTime();
      long found;
      try {
        found = memory.compareAndExchange(Layout.CONTENDED, expected, expected + 1);
      } catch (NetDamException.UnknownOutcome e) {
        doubts.add(attempt, System.nanoTime() - startNs);
        System.err.println("in doubt: " + e.getMessage());
        expected = memory.getLong(Layout.CONTENDED);
        continue;
      }
      latencies.record(System.nanoTime() - startNs);
      if (found == expected) {
        done++;
        expected++;
      } else {
        expected = found;
      }
      progress.done(done);
    }
    return doubts.in(answer(latencies));
  }

  private Message increments(Message command, Progress progress) throws IOException {
    RandomCells cells =
        new RandomCells(command.number("seed"), Math.toIntExact(command.number("cells")));
    Doubts.Log doubts = new Doubts.Log(net());
    Pipeline pipeline = new Pipeline(net());
    pipeline.run(
        Math.toIntExact(command.number("count")),
        (operations, index, tag) -> {
          int cell = cells.next();
          return operations.getAndAdd(
              devices.get(Layout.deviceOfCell(cell)), Layout.addressOfCell(cell), 1, tag);
        },
        (index, outcome, value, elapsedNs) -> {
          if (outcome == Outcome.UNKNOWN) {
            doubts.add(index, elapsedNs);
          }
        },
        () -> {},
        progress);
    return doubts.in(answer(pipeline.latencies()));
  }

  /** Reads the cells of all devices into files: {@code out} with the device's number behind it. */
  private Message readCells(Message command) throws IOException {
    byte[] cells = new byte[Layout.cellBytes(Math.toIntExact(command.number("cells")))];
    for (int device = 0; device < devices.size(); device++) {
      devices.get(device).read(Layout.addressOfCell(0), MemorySegment.ofArray(cells));
      Files.write(Path.of(command.text("out") + device), cells);
    }
    return Message.of(Message.DONE);
  }

  private Message singles(Message command, Progress progress) {
    RemoteMemory memory = devices.getFirst();
    Latencies latencies = new Latencies();
    long count = command.number("count");
    for (long done = 0; done < count; done++) {
      long startNs = System.nanoTime();
      memory.getAndAdd(Layout.SINGLE, 1);
      latencies.record(System.nanoTime() - startNs);
      progress.done(done);
    }
    return answer(latencies);
  }

  /** Keeps the sockets alive for a while, so that datagrams held back on the way still leave. */
  private Message linger(Message command) throws InterruptedException {
    long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(command.number("ms"));
    while (System.nanoTime() < untilNs) {
      for (RemoteMemory device : devices) {
        device.getLong(Layout.SINGLE);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
    return Message.of(Message.DONE);
  }

  private Message value(Message command) {
    return Message.of(Message.DONE)
        .with("value", devices.getFirst().getLong(command.number("address")));
  }

  @Override
  public SortedMap<String, Long> counters() {
    SortedMap<String, Long> counters = new TreeMap<>(watch.counters());
    NetDam opened = net;
    if (opened != null) {
      counters.putAll(opened.counters());
    }
    return counters;
  }

  @Override
  public void end() {
    NetDam opened = net;
    if (opened != null) {
      opened.close();
    }
  }
}
