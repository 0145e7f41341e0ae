package io.netdam.device;

import io.netdam.engine.DeviceCounter;
import io.netdam.engine.DeviceCounters;
import io.netdam.link.LinkCounter;
import io.netdam.link.LinkCounters;
import io.netdam.memory.CounterTable;
import io.netdam.wire.DropReason;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a device where others can read them: a table in a file that {@code netdam stat}
 * maps, or in plain memory if there is no place for a file. Each shard copies its own counters.
 */
final class Publication {

  private static final Logger LOGGER = System.getLogger(Publication.class.getName());
  private static final int ROWS_OF_THE_DEVICE = 16;
  private static final long PUBLISH_EVERY_NS = 20_000_000;

  private final CounterTable table;
  private final Arena arena;
  private final @Nullable Path file;

  private Publication(CounterTable table, Arena arena, @Nullable Path file) {
    this.table = table;
    this.arena = arena;
    this.file = file;
  }

  /** Makes the table, in a file of the runtime directory if that can be. */
  @SuppressWarnings("MustBeClosedChecker") // the arena lives as long as the table, see close()
  static Publication open(String runtimeDirectory, int port, int shards) {
    int capacity = ROWS_OF_THE_DEVICE + shards * rowsOfAShard();
    long process = ProcessHandle.current().pid();
    Arena arena = Arena.ofShared();
    try {
      Path directory = PublishedCounters.prepareDirectory(runtimeDirectory);
      Path file = directory.resolve(PublishedCounters.fileName(port, process));
      return new Publication(CounterTable.createFile(file, capacity, process, arena), arena, file);
    } catch (IOException | UnsupportedOperationException e) {
      LOGGER.log(
          Level.WARNING,
          "Counters are not published: {0}. Name another runtime directory.",
          e.toString());
      return new Publication(
          CounterTable.create(arena.allocate(CounterTable.bytes(capacity), 64), capacity, process),
          arena,
          null);
    }
  }

  /** Tells a number of the whole device that does not change. */
  void state(String name, long value) {
    table.set(table.add(name), value);
  }

  /** The sums over all shards, by name. */
  SortedMap<String, Long> values() {
    return values(table);
  }

  static SortedMap<String, Long> values(CounterTable table) {
    SortedMap<String, Long> values = new TreeMap<>();
    for (int counter = 0; counter < table.size(); counter++) {
      String label = table.label(counter);
      values.merge(label.substring(label.indexOf(' ') + 1), table.value(counter), Long::sum);
    }
    return values;
  }

  /** Makes the rows of one shard. Not thread-safe; before the shard runs. */
  Part part(int shard, DeviceCounters engine, LinkCounters link) {
    return new Part(shard, engine, link);
  }

  /** All that {@link Part} makes. */
  private static int rowsOfAShard() {
    return DeviceCounter.values().length
        + DropReason.values().length
        + Status.values().length
        + opcodes().length
        + LinkCounter.values().length
        + 1;
  }

  /** Those that have a name in this version. */
  private static int[] opcodes() {
    return IntStream.rangeClosed(Opcode.READ, Opcode.VECTOR_LAST)
        .filter(opcode -> !Opcode.name(opcode).startsWith("OPCODE_"))
        .toArray();
  }

  void close() {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        LOGGER.log(Level.DEBUG, "removing published counters", e);
      }
    }
    arena.close();
  }

  /** The rows of one shard, written by its thread. */
  final class Part {
    private final List<LongSupplier> sources = new ArrayList<>();
    private final int first = table.size();
    private final int sessions;
    private long publishAtNs;
    private boolean published;

    private Part(int shard, DeviceCounters engine, LinkCounters link) {
      for (DeviceCounter counter : DeviceCounter.values()) {
        row(shard, counter.name(), () -> engine.count(counter));
      }
      for (DropReason reason : DropReason.values()) {
        row(shard, "DROPPED_" + reason, () -> engine.dropped(reason));
      }
      for (Status status : Status.values()) {
        row(shard, "REFUSED_" + status, () -> engine.refused(status));
      }
      for (int opcode : opcodes()) {
        row(shard, "RAN_" + Opcode.name(opcode), () -> engine.instructions(opcode));
      }
      for (LinkCounter counter : LinkCounter.values()) {
        row(shard, "LINK_" + counter, () -> link.value(counter));
      }
      this.sessions = table.add(shard + " SESSIONS");
    }

    private void row(int shard, String name, LongSupplier source) {
      int row = table.add(shard + " " + name);
      assert row == first + sources.size() : "rows of a shard stand together";
      sources.add(source);
    }

    /** Something happened: copies the counters if they were not copied for a while. */
    void publish(long nowNs, int sessionsNow) {
      published = false;
      if (nowNs - publishAtNs >= 0) {
        publishAtNs = nowNs + PUBLISH_EVERY_NS;
        publishNow(sessionsNow);
      }
    }

    /** Copies the counters if something has happened since the last copy. */
    void publishNow(int sessionsNow) {
      if (!published) {
        published = true;
        for (int i = 0; i < sources.size(); i++) {
          table.set(first + i, sources.get(i).getAsLong());
        }
        table.set(sessions, sessionsNow);
      }
    }
  }
}
