package io.netdam.memif;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.memif.ControlMessage.Acknowledge;
import io.netdam.memif.ControlMessage.AddRegion;
import io.netdam.memif.ControlMessage.AddRing;
import io.netdam.memif.ControlMessage.Connect;
import io.netdam.memif.ControlMessage.Connected;
import io.netdam.memif.ControlMessage.Disconnect;
import io.netdam.memif.ControlMessage.Hello;
import io.netdam.memif.ControlMessage.Init;
import io.netdam.os.Descriptor;
import io.netdam.os.DescriptorSystem;
import io.netdam.os.HostileMemory;
import io.netdam.os.OperatingSystem;
import io.netdam.os.ReceivedMessage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Goal: a peer that passes wrong descriptors, wrong memory or wrong words, stops half-way or breaks
 * the rings takes the port down with the reason's name, hears it, and leaves nothing open; the next
 * peer is served.
 */
@EnabledOnOs(OS.LINUX)
class HostilePeerTest {
  private static final long BYTES = 2 * 384 + 2 * 16 * 2048;

  private final DescriptorSystem system = OperatingSystem.current().descriptors();
  private final Arena arena = Arena.ofShared();
  private final ReceivedMessage received = new ReceivedMessage(128, arena);
  private final MemorySegment outgoing = arena.allocate(256, 8);
  private final String socketName = PortPair.freshName();
  private final MemifOptions options = MemifOptions.server(socketName);
  private long filesBefore;
  private long nowNs;
  private MemifPort port;
  private Descriptor socket;
  private Descriptor memory;
  private Descriptor event;
  private MemorySegment region;

  private static long openFiles() throws IOException {
    try (var files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @BeforeEach
  void connect() throws IOException {
    filesBefore = openFiles();
    port = MemifPort.open(options);
    memory = system.sealedMemory("peer", BYTES);
    event = system.event();
    region = system.map(memory, BYTES, arena);
    for (long ring = 0; ring < 768; ring += 384) {
      region.set(ValueLayout.JAVA_INT, ring, 0x03E31F20);
      for (int slot = 0; slot < 16; slot++) {
        region.set(ValueLayout.JAVA_INT, ring + 128 + slot * 16L + 4, 2048);
        region.set(
            ValueLayout.JAVA_INT,
            ring + 128 + slot * 16L + 8,
            (int) (768 + (ring / 384 * 16 + slot) * 2048));
      }
    }
    socket = system.connect(options.socketName());
    assertThat(hear()).isInstanceOf(Hello.class);
  }

  @AfterEach
  void nothingStaysOpen() throws IOException {
    socket.close();
    memory.close();
    event.close();
    port.close();
    received.close();
    assertThat(openFiles()).isEqualTo(filesBefore);
    arena.close();
  }

  private void say(ControlMessage message, @Nullable Descriptor passed) throws IOException {
    message.write(outgoing);
    assertThat(system.send(socket, outgoing.asSlice(0, 128), passed)).isTrue();
  }

  /** The port's next words. */
  private ControlMessage hear() throws IOException {
    for (int step = 0; step < 100; step++) {
      nowNs += 2_000_000;
      port.poll(nowNs);
      int bytes = system.receive(socket, received);
      if (bytes == 128) {
        return Objects.requireNonNull(ControlMessage.read(received.memory()));
      }
      assertThat(bytes).isEqualTo(DescriptorSystem.NOTHING);
    }
    throw new AssertionError("nothing is said: " + port);
  }

  private void offer(ControlMessage message, @Nullable Descriptor passed) throws IOException {
    say(message, passed);
    assertThat(hear()).isEqualTo(new Acknowledge());
  }

  private void offerRings() throws IOException {
    offer(new AddRing(true, 0, 0, 0, 4, 0), event);
    offer(new AddRing(false, 0, 0, 384, 4, 0), event);
  }

  private void init() throws IOException {
    offer(new Init(0x200, 0, 0, "", "hostile"), null);
  }

  private void up() throws IOException {
    init();
    offer(new AddRegion(0, BYTES), memory);
    offerRings();
    say(new Connect("hostile"), null);
    assertThat(hear()).isInstanceOf(Connected.class);
    assertThat(port.phase()).isEqualTo(PortPhase.UP);
    assertThat(port.peerName()).isEqualTo("hostile");
  }

  private void expect(PortReason reason) throws IOException {
    assertThat(hear()).isEqualTo(new Disconnect(0, reason.text()));
    assertThat(port.reason()).isEqualTo(reason);
    assertThat(port.phase()).isEqualTo(PortPhase.WAITING);
    try (MemifPort honest = MemifPort.open(MemifOptions.client(socketName))) {
      for (int step = 0; step < 100 && honest.phase() != PortPhase.UP; step++) {
        nowNs += 2_000_000;
        honest.poll(nowNs);
        port.poll(nowNs);
      }
      assertThat(honest.phase()).as("the next one is served").isEqualTo(PortPhase.UP);
    }
  }

  @Test
  void memoryThatCanShrink() throws IOException {
    try (Descriptor unsealed = HostileMemory.unsealed(BYTES)) {
      init();
      offer(new AddRegion(0, BYTES), unsealed);
      offerRings();
      say(new Connect(""), null);
      expect(PortReason.REGION_NOT_SEALED);
    }
  }

  @Test
  void memoryThatIsShorterThanWasSaid() throws IOException {
    init();
    offer(new AddRegion(0, BYTES + 1), memory);
    offerRings();
    say(new Connect(""), null);
    expect(PortReason.REGION_TOO_SHORT);
  }

  @Test
  void anEventInsteadOfMemory() throws IOException {
    init();
    offer(new AddRegion(0, BYTES), event);
    offerRings();
    say(new Connect(""), null);
    expect(PortReason.REGION_NOT_MEMORY);
  }

  @Test
  void memoryInsteadOfAnEvent() throws IOException {
    init();
    offer(new AddRegion(0, BYTES), memory);
    say(new AddRing(true, 0, 0, 0, 4, 0), memory);
    expect(PortReason.EVENT_UNUSABLE);
  }

  @Test
  void aRingWithoutItsCookie() throws IOException {
    region.set(ValueLayout.JAVA_INT, 384, 7);
    init();
    offer(new AddRegion(0, BYTES), memory);
    offerRings();
    say(new Connect(""), null);
    expect(PortReason.COOKIE);
  }

  @Test
  void aDescriptorThatNobodyAskedFor() throws IOException {
    say(new Init(0x200, 0, 0, "", ""), event);
    expect(PortReason.DESCRIPTOR_UNEXPECTED);
  }

  @Test
  void aMessageOfAnotherLength() throws IOException {
    init();
    assertThat(system.send(socket, outgoing.asSlice(0, 127), null)).isTrue();
    expect(PortReason.MESSAGE_SIZE);
  }

  @Test
  void aMessageThatIsTooLong() throws IOException {
    init();
    assertThat(system.send(socket, outgoing.asSlice(0, 200), null)).isTrue();
    expect(PortReason.MESSAGE_SIZE);
  }

  @Test
  void aTypeThatNobodyDefined() throws IOException {
    init();
    outgoing.set(ValueLayout.JAVA_SHORT, 0, (short) 99);
    assertThat(system.send(socket, outgoing.asSlice(0, 128), null)).isTrue();
    expect(PortReason.MESSAGE_UNKNOWN);
  }

  @Test
  void aPeerThatStopsHalfWay() throws IOException {
    init();
    offer(new AddRegion(0, BYTES), memory);
    nowNs += options.handshakeTimeout().toNanos();
    nowNs += options.handshakeTimeout().toNanos();
    expect(PortReason.PEER_SILENT);
  }

  @Test
  void wordsWhileFramesFlow() throws IOException {
    up();
    say(new Connect(""), null);
    expect(PortReason.MESSAGE_UNEXPECTED);
  }

  @Test
  void aPeerThatDies() throws IOException {
    up();
    socket.close();
    nowNs += 2_000_000;
    assertThat(port.poll(nowNs)).isEqualTo(PortPhase.WAITING);
    assertThat(port.reason()).isEqualTo(PortReason.PEER_CLOSED);
  }

  @Test
  void anIndexThatJumps() throws IOException {
    up();
    FrameBurst burst = new FrameBurst(4, 2048, arena);
    region.set(ValueLayout.JAVA_SHORT, 6, (short) 17);
    assertThat(port.receive(0, burst)).isZero();
    assertThat(port.phase()).isNotEqualTo(PortPhase.UP);
    expect(PortReason.INDEX_JUMP);
  }

  @Test
  void aBufferOutsideTheRegion() throws IOException {
    up();
    FrameBurst burst = new FrameBurst(4, 2048, arena);
    region.set(ValueLayout.JAVA_INT, 128 + 8, (int) BYTES - 10);
    region.set(ValueLayout.JAVA_SHORT, 6, (short) 1);
    assertThat(port.receive(0, burst)).isZero();
    expect(PortReason.BUFFER_BOUNDS);
  }

  @Test
  void anOfferWithoutRoom() throws IOException {
    up();
    FrameBurst burst = new FrameBurst(4, 2048, arena);
    burst.add(64);
    region.set(ValueLayout.JAVA_INT, 384 + 128 + 4, 0);
    region.set(ValueLayout.JAVA_SHORT, 384 + 6, (short) 16);
    assertThat(port.transmit(0, burst, 0)).isZero();
    expect(PortReason.BUFFER_EMPTY);
  }

  @Test
  void theSealHoldsWhileFramesFlow() throws IOException {
    up();
    assertThat(HostileMemory.resize(memory, 4096)).as("the system forbids it").isNegative();
    FrameBurst burst = new FrameBurst(4, 2048, arena);
    region.set(ValueLayout.JAVA_INT, 128 + 4, 100);
    region.set(ValueLayout.JAVA_SHORT, 6, (short) 1);
    assertThat(port.receive(0, burst)).isEqualTo(1);
    assertThat(burst.length(0)).isEqualTo(100);
  }
}
