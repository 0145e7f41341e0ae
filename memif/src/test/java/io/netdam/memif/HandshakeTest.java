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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Goal: messages lie in bytes as others read them; each side of the handshake says what is due, in
 * order, and names what it cannot take.
 */
class HandshakeTest {
  private static final MemifOptions SERVER = MemifOptions.server("@x").id(7).queues(2, 2);
  private static final Init INIT = new Init(0x200, 7, 0, "", "them");
  private static final AddRegion REGION = new AddRegion(0, 100_000);

  private static AddRing ring(boolean toServer, int index, long offset) {
    return new AddRing(toServer, index, 0, offset, 4, 0);
  }

  private static String hex(ControlMessage message, int bytes) {
    MemorySegment memory = Arena.ofAuto().allocate(ControlMessage.BYTES);
    memory.fill((byte) 0xee);
    message.write(memory);
    byte[] all = memory.toArray(ValueLayout.JAVA_BYTE);
    for (int at = bytes; at < all.length; at++) {
      assertThat(all[at]).as("byte %d", at).isZero();
    }
    return HexFormat.of().formatHex(all, 0, bytes);
  }

  /** Written by hand from the specification. */
  @Test
  void messagesLieInBytesAsOthersReadThem() {
    assertThat(hex(new Acknowledge(), 2)).isEqualTo("0100");
    assertThat(hex(new Hello("ab", 0x200, 0x201, 255, 3, 4, 14), 45))
        .isEqualTo(
            "0200" + "6162" + "00".repeat(30) + "0002" + "0102" + "ff00" + "03000400" + "0e");
    assertThat(hex(new Init(0x200, 7, 1, "s", "n"), 34))
        .isEqualTo("0300" + "0002" + "07000000" + "01" + "73" + "00".repeat(23) + "6e");
    assertThat(hex(new AddRegion(1, 0x123456789L), 12))
        .isEqualTo("0400" + "0100" + "8967452301000000");
    assertThat(hex(new AddRing(true, 1, 2, 0x80, 8, 0), 15))
        .isEqualTo("0500" + "0100" + "0100" + "0200" + "80000000" + "08" + "0000");
    assertThat(hex(new Connect("c"), 3)).isEqualTo("060063");
    assertThat(hex(new Connected("d"), 3)).isEqualTo("070064");
    assertThat(hex(new Disconnect(5, "bye"), 9)).isEqualTo("0800" + "05000000" + "627965");
  }

  @Test
  void whatIsWrittenIsRead() {
    MemorySegment memory = Arena.ofAuto().allocate(ControlMessage.BYTES);
    for (ControlMessage message :
        List.of(
            new Acknowledge(),
            new Hello("name", 1, 2, 3, 4, 5, 6),
            new Init(1, 0xffff_ffffL, 1, "secret", "name"),
            REGION,
            new AddRing(false, 1, 2, 0xffff_fff0L, 14, 7),
            new Connect("c"),
            new Connected("d"),
            new Disconnect(9, "why"))) {
      message.write(memory);
      assertThat(ControlMessage.read(memory)).isEqualTo(message);
    }
    memory.set(ValueLayout.JAVA_SHORT, 0, (short) 9);
    assertThat(ControlMessage.read(memory)).isNull();
  }

  @Test
  void textsAreCutOffAndSecretsAreNotTold() {
    MemorySegment memory = Arena.ofAuto().allocate(ControlMessage.BYTES);
    new Connect("x".repeat(40)).write(memory);
    assertThat(ControlMessage.read(memory)).isEqualTo(new Connect("x".repeat(31)));
    assertThat(new Init(1, 2, 0, "hush", "n").toString()).doesNotContain("hush");
  }

  @Test
  void aClientOffersStepByStep() {
    Failure failure = new Failure();
    ClientHandshake client =
        new ClientHandshake(
            MemifOptions.client("@x").id(7).name("us").queues(1, 3).ringSizeLog2(10), failure);
    List<ControlMessage> said = new ArrayList<>();
    ControlMessage next = client.onMessage(new Hello("them", 0x100, 0x200, 0, 255, 1, 4));
    while (next != null) {
      said.add(next);
      next = next instanceof Connect ? null : client.onMessage(new Acknowledge());
    }
    // Rings of 16 slots: 128 + 16 * 16 = 384 bytes; 3 rings; 48 buffers of 2048 bytes.
    assertThat(said)
        .containsExactly(
            new Init(0x200, 7, 0, "", "us"),
            new AddRegion(0, 3 * 384 + 48 * 2048),
            ring(true, 0, 0),
            ring(true, 1, 384),
            ring(false, 0, 768),
            new Connect("us"));
    assertThat(client.done()).isFalse();
    assertThat(client.onMessage(new Connected("port 7"))).isNull();
    assertThat(client.done()).isTrue();
    assertThat(client.peerName()).isEqualTo("port 7");
    assertThat(failure.cause()).isNull();
  }

  @Test
  void aClientNamesWhatItCannotTake() {
    Hello hello = new Hello("them", 0x200, 0x200, 0, 0, 0, 14);
    assertThat(client(new Hello("", 0x300, 0x300, 0, 0, 0, 14)))
        .isEqualTo(PortReason.VERSION_DIFFERS);
    assertThat(client(new Hello("", 0x100, 0x1ff, 0, 0, 0, 14)))
        .isEqualTo(PortReason.VERSION_DIFFERS);
    assertThat(client(new Hello("", 0x200, 0x200, 0, 0, 0, 0))).isEqualTo(PortReason.RING_SIZE);
    assertThat(client(new Acknowledge())).isEqualTo(PortReason.MESSAGE_UNEXPECTED);
    assertThat(client(hello, hello)).isEqualTo(PortReason.MESSAGE_UNEXPECTED);
    assertThat(client(hello, new Connected(""))).isEqualTo(PortReason.MESSAGE_UNEXPECTED);
    assertThat(client(hello, INIT)).isEqualTo(PortReason.MESSAGE_UNEXPECTED);
    assertThat(client(hello, new Disconnect(0, "no"))).isEqualTo(PortReason.PEER_DISCONNECTED);
  }

  private static PortReason client(ControlMessage... messages) {
    Failure failure = new Failure();
    ClientHandshake client = new ClientHandshake(MemifOptions.client("@x"), failure);
    for (ControlMessage message : messages) {
      client.onMessage(message);
    }
    return reason(failure);
  }

  private static PortReason reason(Failure failure) {
    Failure.Cause cause = failure.cause();
    return cause == null ? PortReason.NONE : cause.reason();
  }

  @Test
  void aServerAnswersStepByStep() {
    Failure failure = new Failure();
    ServerHandshake server = new ServerHandshake(SERVER.name("us"), failure);
    assertThat(server.onMessage(INIT, 0)).isEqualTo(new Acknowledge());
    assertThat(server.onMessage(REGION, 1)).isEqualTo(new Acknowledge());
    assertThat(server.onMessage(ring(true, 0, 0), 1)).isEqualTo(new Acknowledge());
    assertThat(server.onMessage(ring(false, 0, 384), 1)).isEqualTo(new Acknowledge());
    assertThat(server.onMessage(new Connect("port"), 0)).isEqualTo(new Connected("us"));
    assertThat(server.done()).isTrue();
    assertThat(server.peerName()).isEqualTo("port");
    assertThat(failure.cause()).isNull();
  }

  /** What comes, how many descriptors with the last of it, and the name for it. */
  private record Trial(PortReason reason, int descriptors, List<ControlMessage> messages) {
    Trial(PortReason reason, int descriptors, ControlMessage... messages) {
      this(reason, descriptors, List.of(messages));
    }
  }

  @Test
  void aServerNamesWhatItCannotTake() {
    Connect connect = new Connect("");
    List<Trial> trials =
        List.of(
            new Trial(PortReason.MESSAGE_UNEXPECTED, 0, REGION),
            new Trial(PortReason.MESSAGE_UNEXPECTED, 0, INIT, INIT),
            new Trial(PortReason.MESSAGE_UNEXPECTED, 0, INIT, new Acknowledge()),
            new Trial(PortReason.PEER_DISCONNECTED, 0, INIT, new Disconnect(0, "no")),
            new Trial(PortReason.DESCRIPTOR_UNEXPECTED, 1, INIT),
            new Trial(PortReason.VERSION_DIFFERS, 0, new Init(0x300, 7, 0, "", "")),
            new Trial(PortReason.ID_UNKNOWN, 0, new Init(0x200, 8, 0, "", "")),
            new Trial(PortReason.MODE_DIFFERS, 0, new Init(0x200, 7, 2, "", "")),
            new Trial(PortReason.SECRET_WRONG, 0, new Init(0x200, 7, 0, "x", "")),
            new Trial(PortReason.REGION_DESCRIPTOR_MISSING, 0, INIT, REGION),
            new Trial(PortReason.DESCRIPTOR_UNEXPECTED, 2, INIT, REGION),
            new Trial(PortReason.REGION_INDEX, 1, INIT, new AddRegion(1, 10)),
            new Trial(PortReason.REGION_SIZE, 1, INIT, new AddRegion(0, 0)),
            new Trial(PortReason.REGION_SIZE, 1, INIT, new AddRegion(0, -1)),
            new Trial(PortReason.REGION_SIZE, 1, INIT, new AddRegion(0, Long.MAX_VALUE)),
            new Trial(PortReason.EVENT_MISSING, 0, INIT, ring(true, 0, 0)),
            new Trial(PortReason.DESCRIPTOR_UNEXPECTED, 2, INIT, ring(true, 0, 0)),
            new Trial(PortReason.RING_INDEX, 1, INIT, ring(true, 1, 0)),
            new Trial(
                PortReason.RING_INDEX,
                1,
                INIT,
                ring(true, 0, 0),
                ring(true, 1, 384),
                ring(true, 2, 768)),
            new Trial(PortReason.RING_SIZE, 1, INIT, new AddRing(true, 0, 0, 0, 0, 0)),
            new Trial(PortReason.RING_SIZE, 1, INIT, new AddRing(true, 0, 0, 0, 15, 0)),
            new Trial(PortReason.PRIVATE_HEADER, 1, INIT, new AddRing(true, 0, 0, 0, 4, 8)),
            new Trial(PortReason.RING_ALIGNMENT, 1, INIT, ring(true, 0, 2)),
            new Trial(PortReason.RING_MISSING, 0, INIT, REGION, connect),
            new Trial(PortReason.RING_BOUNDS, 0, INIT, ring(true, 0, 0), connect),
            new Trial(PortReason.RING_BOUNDS, 0, INIT, REGION, ring(true, 0, 99_900), connect),
            new Trial(
                PortReason.RING_OVERLAP,
                0,
                INIT,
                REGION,
                ring(true, 0, 0),
                ring(false, 0, 380),
                connect),
            new Trial(
                PortReason.RING_OVERLAP,
                0,
                INIT,
                REGION,
                ring(true, 0, 0),
                ring(false, 0, 0),
                connect),
            new Trial(
                PortReason.CACHE_LINE,
                0,
                INIT,
                REGION,
                ring(true, 0, 0),
                ring(false, 0, 512),
                connect));
    for (Trial trial : trials) {
      Failure failure = new Failure();
      ServerHandshake server = new ServerHandshake(SERVER, failure);
      for (int index = 0; index < trial.messages().size(); index++) {
        ControlMessage message = trial.messages().get(index);
        boolean isLast = index == trial.messages().size() - 1;
        assertThat(failure.cause()).isNull();
        int usual = message instanceof AddRegion || message instanceof AddRing ? 1 : 0;
        ControlMessage answer = server.onMessage(message, isLast ? trial.descriptors() : usual);
        assertThat(answer == null).as("%s", trial).isEqualTo(isLast);
      }
      assertThat(reason(failure)).as("%s", trial).isEqualTo(trial.reason());
      assertThat(trial.reason().text()).isNotEmpty();
      assertThat(trial.reason().remedy()).isNotEmpty();
    }
    Failure missing = new Failure();
    new ServerHandshake(SERVER.secret("x"), missing).onMessage(INIT, 0);
    assertThat(reason(missing)).isEqualTo(PortReason.SECRET_MISSING);
  }

  /** Messages of right and of mutated bytes, in any order, by seed: named reasons, no exception. */
  @Test
  void anyWordsEndInANamedReason() {
    SplittableRandom random = new SplittableRandom(11);
    MemorySegment memory = Arena.ofAuto().allocate(ControlMessage.BYTES);
    List<ControlMessage> words =
        List.of(
            INIT,
            REGION,
            ring(true, 0, 0),
            ring(false, 0, 384),
            new Connect(""),
            new Acknowledge(),
            new Hello("", 0x200, 0x200, 9, 9, 9, 14),
            new Connected(""));
    Map<PortReason, Integer> seen = new java.util.EnumMap<>(PortReason.class);
    for (int run = 0; run < 100_000; run++) {
      Failure failure = new Failure();
      ServerHandshake server = new ServerHandshake(SERVER, failure);
      ClientHandshake client = new ClientHandshake(MemifOptions.client("@x"), failure);
      boolean toServer = random.nextBoolean();
      for (int step = 0; step < 10 && !failure.happened(); step++) {
        ControlMessage word = words.get(random.nextInt(4) == 0 ? random.nextInt(8) : step % 8);
        word.write(memory);
        if (random.nextInt(3) == 0) {
          memory.set(ValueLayout.JAVA_BYTE, random.nextInt(48), (byte) random.nextInt());
        }
        ControlMessage message = ControlMessage.read(memory);
        if (message == null) {
          break;
        }
        if (toServer) {
          server.onMessage(message, random.nextInt(8) == 0 ? random.nextInt(3) : 1);
        } else {
          client.onMessage(message);
        }
      }
      seen.merge(reason(failure), 1, Integer::sum);
    }
    assertThat(seen).hasSizeGreaterThan(10);
  }
}
