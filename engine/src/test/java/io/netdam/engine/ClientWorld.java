package io.netdam.engine;

import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.transport.Path;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A client and a device joined by a network in virtual time: seeded loss, duplication and delay,
 * each to be set while it runs. Allocates freely; for tests of behaviour, not of cost.
 */
final class ClientWorld implements Completions {
  static final long MS = 1_000_000L;
  static final int PORT = 7300;
  static final int LOOPBACK = 0x7F000001;

  /** One end of an operation, as the caller was told. */
  record End(long tag, Outcome outcome, Status status, long value, long valueHigh, long atNs) {}

  /** Never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Event(long atNs, long order, boolean toDevice, int source, byte[] frame) {}

  final ClientCounters counters = new ClientCounters();
  final DeviceCounters deviceCounters = new DeviceCounters();
  final ClientEngine client;
  final Region region;
  final List<End> ends = new ArrayList<>();
  final Map<Long, End> byTag = new HashMap<>();
  final List<RequestEnd> requestEnds = new ArrayList<>();
  DeviceEngine device;
  final Random random;
  long nowNs = 1_000_000_000L;
  double loss;
  double duplication;
  long delayNs = 50_000;
  long jitterNs;
  boolean cut;
  int outboxRoom = Integer.MAX_VALUE;
  int clientPorts = 40_000;
  int cutSource = -1;

  /** Called for each frame before it enters the network; may drop it by returning false. */
  interface Tap {
    boolean passes(boolean toDevice, int source, byte[] frame);
  }

  @Nullable Tap tap;

  record RequestEnd(
      long tag, Outcome outcome, List<Status> statuses, List<Long> values, List<byte[]> data) {}

  @Nullable Runnable onEnd;
  final DeviceSettings.Builder deviceSettings;
  private final PriorityQueue<Event> network =
      new PriorityQueue<>((a, b) ->
          a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.order, b.order));
  private long order;
  private long clientWakeNs = Long.MIN_VALUE;
  private long deviceWakeNs = Long.MIN_VALUE;
  private long epoch = 1;
  private final Outbox toDevice = new Box(true);
  private final Outbox toClient = new Box(false);

  ClientWorld(long seed, ClientSettings.Builder settings) {
    this(seed, settings, builder -> {});
  }

  ClientWorld(
      long seed,
      ClientSettings.Builder settings,
      java.util.function.Consumer<DeviceSettings.Builder> tune) {
    random = new Random(seed);
    client = new ClientEngine(settings.build(), new Random(seed ^ 0x5EED), counters, this);
    region = Region.of(MemorySegment.ofArray(new long[1 << 17]));
    deviceSettings = DeviceSettings.builder(epoch, new byte[DeviceSettings.TICKET_KEY_BYTES]);
    tune.accept(deviceSettings);
    device = newDevice(deviceSettings);
  }

  private DeviceEngine newDevice(DeviceSettings.Builder from) {
    return new DeviceEngine(
        from.build(),
        region,
        InstructionSet.standard(),
        deviceCounters,
        (shard, path, segment, offset, length) -> false);
  }

  /** A new device with the same memory and a higher epoch. */
  void restartDevice(java.util.function.Consumer<DeviceSettings.Builder> tune) {
    epoch++;
    byte[] key = new byte[DeviceSettings.TICKET_KEY_BYTES];
    key[0] = (byte) epoch;
    DeviceSettings.Builder builder = DeviceSettings.builder(epoch, key);
    tune.accept(builder);
    device = newDevice(builder);
    deviceWakeNs = Long.MIN_VALUE;
  }

  /** Another process goes on with the device where this one stops, in the same epoch. */
  void goOnByPlan() {
    MemorySegment stored = MemorySegment.ofArray(new byte[(int) device.snapshotBytes()]);
    device.snapshot(nowNs, stored);
    device = newDevice(deviceSettings);
    if (!device.restore(nowNs, stored)) {
      throw new AssertionError("it cannot go on");
    }
    deviceWakeNs = Long.MIN_VALUE;
  }

  static Path path(int source) {
    return Path.ofIpv4(LOOPBACK, PORT, source);
  }

  static Path[] paths(int count) {
    Path[] paths = new Path[count];
    for (int i = 0; i < count; i++) {
      paths[i] = path(i);
    }
    return paths;
  }

  int attach(int pathCount) {
    return client.attach(nowNs, paths(pathCount));
  }

  Submission add(int peer, long address, long delta, long tag, long timeoutNs) {
    return client.submit(
        nowNs,
        peer,
        Opcode.FETCH_ADD,
        0,
        0,
        address,
        0,
        delta,
        0,
        MemorySegment.NULL,
        0,
        nowNs + timeoutNs,
        tag);
  }

  Submission write(int peer, long address, MemorySegment source, long tag, long timeoutNs) {
    return client.submit(
        nowNs,
        peer,
        Opcode.WRITE,
        0,
        0,
        address,
        (int) source.byteSize(),
        0,
        0,
        source,
        0,
        nowNs + timeoutNs,
        tag);
  }

  Submission read(int peer, long address, MemorySegment target, long tag, long timeoutNs) {
    return client.submit(
        nowNs,
        peer,
        Opcode.READ,
        0,
        0,
        address,
        (int) target.byteSize(),
        0,
        0,
        target,
        0,
        nowNs + timeoutNs,
        tag);
  }

  /** Runs until the condition holds. */
  void until(java.util.function.BooleanSupplier condition, long atMostNs) {
    long endNs = nowNs + atMostNs;
    poll();
    while (!condition.getAsBoolean()) {
      if (!step(endNs)) {
        throw new AssertionError("not within " + atMostNs + " ns: " + this);
      }
    }
  }

  /** Runs for a time. */
  void run(long forNs) {
    long endNs = nowNs + forNs;
    poll();
    while (step(endNs)) {
      // the next event
    }
    nowNs = endNs;
  }

  /** Takes one step of time; false if nothing is due before the end. */
  private boolean step(long endNs) {
    long next = Math.min(clientWakeNs, deviceWakeNs);
    Event first = network.peek();
    if (first != null) {
      next = Math.min(next, first.atNs);
    }
    if (next > endNs) {
      return false;
    }
    nowNs = Math.max(nowNs, next);
    while (first != null && first.atNs <= nowNs) {
      network.remove();
      deliver(first);
      first = network.peek();
    }
    poll();
    return true;
  }

  void poll() {
    deviceWakeNs = device.poll(nowNs, toClient);
    clientWakeNs = client.poll(nowNs, toDevice);
  }

  private void deliver(Event event) {
    MemorySegment frame = MemorySegment.ofArray(event.frame);
    if (event.toDevice) {
      // The source port of the client, as the device sees it.
      Path from = Path.ofIpv4(LOOPBACK, clientPorts + event.source, 0);
      device.onDatagram(nowNs, from, frame, 0, event.frame.length, toClient);
    } else {
      client.onDatagram(nowNs, path(event.source), frame, 0, event.frame.length, toDevice);
    }
  }

  /** How the operation ended, which it must have. */
  End end(long tag) {
    return Objects.requireNonNull(byTag.get(tag));
  }

  /** Hands a frame to the client as if it came from the device. */
  void forge(byte[] frame, int source) {
    client.onDatagram(nowNs, path(source), MemorySegment.ofArray(frame), 0, frame.length, toDevice);
  }

  private void enter(boolean toDevice, int source, byte[] frame) {
    if (cut || source == cutSource || (tap != null && !tap.passes(toDevice, source, frame))) {
      return;
    }
    if (random.nextDouble() < loss) {
      return;
    }
    int copies = random.nextDouble() < duplication ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      long delay = delayNs + (jitterNs > 0 ? random.nextLong(jitterNs) : 0);
      network.add(new Event(nowNs + delay, order++, toDevice, source, frame));
    }
  }

  @Override
  public void onCompletion(long tag, Outcome outcome, Status status, long value, long valueHigh) {
    End end = new End(tag, outcome, status, value, valueHigh, nowNs);
    ends.add(end);
    if (byTag.put(tag, end) != null) {
      throw new AssertionError("tag " + tag + " ended twice");
    }
    if (onEnd != null) {
      onEnd.run();
    }
  }

  @Override
  public void onRequestCompletion(long tag, Outcome outcome, RequestResults results) {
    List<Status> statuses = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    List<byte[]> data = new ArrayList<>();
    for (int i = 0; i < results.count(); i++) {
      statuses.add(results.status(i));
      values.add(results.value(i));
      byte[] bytes = new byte[results.dataLength(i)];
      results.copyData(i, MemorySegment.ofArray(bytes), 0);
      data.add(bytes);
    }
    requestEnds.add(new RequestEnd(tag, outcome, statuses, values, data));
    Completions.super.onRequestCompletion(tag, outcome, results);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("at " + nowNs + " ended " + ends.size());
    for (ClientCounter counter : ClientCounter.values()) {
      if (counters.count(counter) > 0) {
        text.append(' ').append(counter).append('=').append(counters.count(counter));
      }
    }
    for (io.netdam.wire.DropReason reason : io.netdam.wire.DropReason.values()) {
      if (counters.dropped(reason) > 0) {
        text.append(" drop ").append(reason).append('=').append(counters.dropped(reason));
      }
      if (deviceCounters.dropped(reason) > 0) {
        text.append(" device drop ")
            .append(reason)
            .append('=')
            .append(deviceCounters.dropped(reason));
      }
    }
    return text.toString();
  }

  private final class Box implements Outbox {
    private final boolean toDevice;
    private final byte[] bytes = new byte[8_320];

    Box(boolean toDevice) {
      this.toDevice = toDevice;
    }

    @Override
    public @Nullable MemorySegment claim(int length) {
      if (toDevice && outboxRoom == 0) {
        return null;
      }
      java.util.Arrays.fill(bytes, 0, length, (byte) 0xA5); // a frame holds anything
      return MemorySegment.ofArray(bytes);
    }

    @Override
    public void commit(Path to, int length) {
      outboxRoom -= toDevice && outboxRoom < Integer.MAX_VALUE ? 1 : 0;
      int source = toDevice ? to.source() : to.port() % 10_000;
      enter(toDevice, source, java.util.Arrays.copyOf(bytes, length));
    }
  }
}
