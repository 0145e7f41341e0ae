package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.instruction.Instruction;
import io.netdam.instruction.InstructionSet;
import io.netdam.memory.Region;
import io.netdam.transport.Path;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A device engine with a memory, a clock that stands still, and a list of what it sent. */
final class DeviceRig {
  static final long EPOCH = 77;
  static final long SECOND = 1_000_000_000L;
  static final long LEASE = 30 * SECOND;
  static final long TICKET_LIFE = 10 * SECOND;
  static final int MEMORY = 4_096;
  static final Path LOCAL = Path.ofIpv4(0x7F000001, 40_000, 0);
  static final Path LOCAL_OTHER = Path.ofIpv4(0x7F000001, 40_001, 0);
  static final Path TRUSTED = Path.ofIpv4(0x0A000001, 40_000, 0);
  static final Path STRANGER = Path.ofIpv4(0x08080808, 40_000, 0);

  private static final ValueLayout.OfLong LITTLE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** A frame that the engine sent. */
  record Sent(Path to, Frame frame) {}

  final MemorySegment memory = Arena.ofAuto().allocate(MEMORY, 64);
  final DeviceCounters counters = new DeviceCounters();
  final List<Sent> sent = new ArrayList<>();
  final List<String> handedOver = new ArrayList<>();
  final DeviceEngine engine;
  private final MemorySegment input = Arena.ofAuto().allocate(16_384, 64);
  final Box box = new Box();
  boolean handOverFull;
  int room = Integer.MAX_VALUE;
  long now = 1_000 * SECOND;
  private long packet = 100;

  DeviceRig() {
    this(builder -> builder);
  }

  DeviceRig(UnaryOperator<DeviceSettings.Builder> change) {
    this(change, List.of(), false);
  }

  DeviceRig(
      UnaryOperator<DeviceSettings.Builder> change,
      List<? extends Instruction> instructions,
      boolean readOnly) {
    DeviceSettings.Builder builder =
        DeviceSettings.builder(EPOCH, key(1))
            .deviceId(0x1111, 0x2222)
            .firstSession(1)
            .sessionsMax(64)
            .windowBudget(4_096)
            .resultBytes(1 << 20)
            .leaseNs(LEASE)
            .ticketLifeNs(TICKET_LIFE)
            .frameBytes(1_472)
            .trusted(path -> path.addressLow() == TRUSTED.addressLow());
    Region region = Region.of(memory);
    engine =
        new DeviceEngine(
            change.apply(builder).build(),
            readOnly ? region.asReadOnly() : region,
            InstructionSet.standard().with(instructions),
            counters,
            (shard, path, segment, offset, length) -> {
              if (!handOverFull) {
                handedOver.add(shard + ":" + length);
              }
              return !handOverFull;
            });
  }

  static byte[] key(int seed) {
    byte[] key = new byte[32];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (seed * 31 + i);
    }
    return key;
  }

  /** Takes frames until {@link #room} is used up. */
  final class Box implements Outbox {
    private final MemorySegment frame = Arena.ofAuto().allocate(8_320, 64);
    private int claimed;

    @Override
    public @Nullable MemorySegment claim(int length) {
      assertThat(length).isBetween(1, 8_320);
      claimed = length;
      frame.fill((byte) 0x5A); // a frame holds anything when it is claimed
      return room > 0 ? frame : null;
    }

    @Override
    public void commit(Path to, int length) {
      assertThat(length).isBetween(1, claimed);
      room--;
      byte[] bytes = frame.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
      sent.add(new Sent(to, Frame.received(bytes)));
    }
  }

  /** Gives bytes to the engine as they are. */
  void raw(Path from, byte[] bytes) {
    // Not at the start of its buffer: offsets must be honoured.
    MemorySegment.copy(bytes, 0, input, ValueLayout.JAVA_BYTE, 192, bytes.length);
    engine.onDatagram(now, from, input, 192, bytes.length, box);
  }

  void send(Path from, Frame frame) {
    raw(from, frame.sealed());
  }

  void send(Frame frame) {
    send(LOCAL, frame);
  }

  long poll() {
    return engine.poll(now, box);
  }

  /** Sends and returns the only answer. */
  Frame ask(Path from, Frame frame) {
    int before = sent.size();
    send(from, frame);
    assertThat(sent).as("exactly one answer").hasSize(before + 1);
    Sent answer = sent.get(before);
    assertThat(answer.to()).isEqualTo(from);
    if (answer.frame().get8(0) == 1) {
      assertSealed(answer.frame());
    }
    return answer.frame();
  }

  Frame ask(Frame frame) {
    return ask(LOCAL, frame);
  }

  static void assertSealed(Frame frame) {
    byte[] bytes = frame.bytes.clone();
    int check = frame.get32(4);
    bytes[4] = bytes[5] = bytes[6] = bytes[7] = 0;
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    assertThat(check).isEqualTo((int) crc.getValue());
    assertThat(bytes.length % 64).isZero();
  }

  /** Sends and expects no answer. */
  void mute(Path from, Frame frame) {
    int before = sent.size();
    send(from, frame);
    assertThat(sent).as("no answer").hasSize(before);
  }

  Frame last() {
    return sent.getLast().frame();
  }

  long nextPacket() {
    return packet++;
  }

  /** A client that has its ticket, and its session once it has sent a request. */
  final class Client {
    final Path path;
    final long session;
    final byte[] ticket;
    final int window;
    final int frameBytes;
    long next;
    long resolved;

    Client(Path path, Frame opened) {
      this.path = path;
      this.session = opened.session();
      this.ticket = opened.slice(64, 128);
      this.window = opened.get16(30);
      this.frameBytes = opened.get32(36);
    }

    /** Adds at an address under a number, with the ticket; the answer. */
    Frame add(long number, long address, long delta) {
      return ask(path, addFrame(number, address, delta).withTicket(ticket));
    }

    Frame addFrame(long number, long address, long delta) {
      int distance = (int) (number - resolved);
      return Frame.fetchAdd(session, nextPacket(), number, distance, address, delta);
    }
  }

  Client open(Path path, int window, int frameBytes) {
    return new Client(path, ask(path, Frame.open(window, frameBytes, 99)));
  }

  Client open() {
    return open(LOCAL, 64, 1_472);
  }

  /** A client whose session lives. */
  Client connected() {
    return connected(LOCAL);
  }

  Client connected(Path path) {
    Client client = open(path, 64, 1_472);
    Frame read = Frame.read(client.session, nextPacket(), 0, 0, 8, 128);
    ask(path, read.withTicket(client.ticket));
    return client;
  }

  long word(long address) {
    return memory.get(LITTLE, address);
  }

  void word(long address, long value) {
    memory.set(LITTLE, address, value);
  }

  byte[] memoryBytes() {
    return memory.toArray(ValueLayout.JAVA_BYTE);
  }
}
