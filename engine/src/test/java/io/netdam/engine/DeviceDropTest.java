package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static io.netdam.engine.DeviceRig.LOCAL_OTHER;
import static io.netdam.engine.DeviceRig.STRANGER;
import static io.netdam.engine.DeviceRig.TRUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Path;
import io.netdam.wire.DropReason;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: every reason for which a device drops a frame is provoked here; it is counted once, memory
 * stays as it was, and the next good request is answered.
 */
class DeviceDropTest {
  /** Reasons that other rooms have, and the room. */
  private static final Map<DropReason, String> ELSEWHERE =
      Map.of(
          DropReason.ECHO_WRONG, "the client engine",
          DropReason.PATH_TABLE_FULL, "links");

  /** A rig with a live session at LOCAL, of two shards, and room for a hostile frame. */
  private static final class Scene {
    final DeviceRig rig = new DeviceRig(settings -> settings.shard(0, 2));
    final DeviceRig.Client client = rig.connected();

    Frame add() {
      return client.addFrame(0, 0, 1);
    }

    void raw(byte[] bytes) {
      rig.raw(LOCAL, bytes);
    }

    void send(Path from, Frame frame) {
      rig.send(from, frame);
    }
  }

  private static final Map<DropReason, Consumer<Scene>> PROVOCATIONS =
      new EnumMap<>(DropReason.class);

  static {
    PROVOCATIONS.put(DropReason.TOO_SHORT, s -> s.raw(new byte[0]));
    PROVOCATIONS.put(DropReason.TOO_LONG, s -> s.send(LOCAL, Frame.request(1, 1, 8_384)));
    PROVOCATIONS.put(
        DropReason.LENGTH_NOT_ALIGNED, s -> s.raw(java.util.Arrays.copyOf(s.add().sealed(), 65)));
    PROVOCATIONS.put(DropReason.VERSION_UNKNOWN, s -> s.send(LOCAL, s.add().set8(0, 2)));
    PROVOCATIONS.put(DropReason.KIND_UNKNOWN, s -> s.send(LOCAL, Frame.of(13, 64)));
    PROVOCATIONS.put(DropReason.KIND_DIRECTION, s -> s.send(LOCAL, Frame.of(Frame.ACK, 64)));
    PROVOCATIONS.put(DropReason.FLAG_RESERVED, s -> s.send(LOCAL, s.add().flags(0x80)));
    PROVOCATIONS.put(DropReason.COUNT_WRONG, s -> s.send(LOCAL, s.add().count(0)));
    PROVOCATIONS.put(DropReason.STREAM_OVERRUN, s -> s.send(LOCAL, s.add().count(9)));
    PROVOCATIONS.put(
        DropReason.DATA_OVERRUN,
        s -> s.send(LOCAL, Frame.write(s.client.session, 1, 0, 0, 0, (byte) 1).set32(36, 65)));
    PROVOCATIONS.put(
        DropReason.TRAILER_OVERRUN,
        s -> s.send(LOCAL, s.add().flags(Frame.TICKET | Frame.CAPABILITY)));
    PROVOCATIONS.put(
        DropReason.CHECKSUM_WRONG,
        s -> {
          byte[] bytes = s.add().sealed();
          bytes[45] ^= 1;
          s.raw(bytes);
        });
    PROVOCATIONS.put(DropReason.SEAL_UNAVAILABLE, s -> s.send(LOCAL, s.add().set8(0, 0x11)));
    PROVOCATIONS.put(DropReason.ROUTE_UNAVAILABLE, s -> s.send(LOCAL, s.add().set8(0, 0xF0)));
    PROVOCATIONS.put(DropReason.COMPACT_UNTRUSTED, s -> s.rig.raw(STRANGER, compactAdd(0)));
    PROVOCATIONS.put(DropReason.SOURCE_UNTRUSTED, s -> s.send(STRANGER, s.add()));
    PROVOCATIONS.put(
        DropReason.TICKET_FORGED,
        s -> {
          DeviceRig.Client other = s.rig.open();
          byte[] forged = other.ticket.clone();
          forged[63] ^= 1;
          forged[32] ^= 1;
          s.send(LOCAL, other.addFrame(0, 0, 1).withTicket(forged));
        });
    PROVOCATIONS.put(
        DropReason.TICKET_EXPIRED,
        s -> {
          DeviceRig.Client other = s.rig.open();
          s.rig.now += DeviceRig.TICKET_LIFE;
          s.send(LOCAL, other.addFrame(0, 0, 1).withTicket(other.ticket));
        });
    PROVOCATIONS.put(
        DropReason.TICKET_ADDRESS,
        s -> {
          DeviceRig.Client other = s.rig.open();
          s.send(LOCAL_OTHER, other.addFrame(0, 0, 1).withTicket(other.ticket));
        });
    PROVOCATIONS.put(
        DropReason.TICKET_EPOCH,
        s -> {
          DeviceRig.Client other = s.rig.open();
          byte[] older = other.ticket.clone();
          older[23]--;
          s.send(LOCAL, other.addFrame(0, 0, 1).withTicket(older));
        });
    PROVOCATIONS.put(
        DropReason.SESSION_UNKNOWN, s -> s.send(LOCAL, Frame.fetchAdd(999, 1, 0, 0, 0, 1)));
    PROVOCATIONS.put(DropReason.SESSION_MOVED, s -> s.send(LOCAL_OTHER, s.add()));
    PROVOCATIONS.put(
        DropReason.AMPLIFICATION, s -> s.send(TRUSTED, Frame.read(0, 1, 0, 0, 64, 64)));
    PROVOCATIONS.put(
        DropReason.REFUSAL_WITHHELD,
        s -> s.send(TRUSTED, Frame.read(0, 1, 0, DeviceRig.MEMORY, 8, 128)));
    PROVOCATIONS.put(
        DropReason.OUTBOX_FULL,
        s -> {
          s.rig.room = 0;
          s.send(LOCAL, s.add());
          s.rig.room = 1_000;
        });
    PROVOCATIONS.put(
        DropReason.SHARD_QUEUE_FULL,
        s -> {
          s.rig.handOverFull = true;
          s.send(LOCAL, Frame.fetchAdd(1L << 56 | 1, 1, 0, 0, 0, 1));
        });
    PROVOCATIONS.put(
        DropReason.SHARD_UNKNOWN, s -> s.send(LOCAL, Frame.fetchAdd(2L << 56 | 1, 1, 0, 0, 0, 1)));
    PROVOCATIONS.put(DropReason.NOT_EXPECTED, s -> s.send(LOCAL, Frame.of(Frame.PROBE_REPLY, 64)));
    PROVOCATIONS.put(
        DropReason.GRANT_EXCEEDED,
        s -> {
          DeviceRig.Client wide = s.rig.open(LOCAL, 4_096, 1_472);
          s.send(LOCAL, Frame.read(wide.session, 1, 0, 0, 8, 128).withTicket(wide.ticket));
          s.send(LOCAL, wide.addFrame(2_000, 0, 1));
        });
  }

  static byte[] compactAdd(long address) {
    byte[] frame = new byte[11];
    frame[0] = 0x30;
    frame[10] = (byte) address;
    return frame;
  }

  @Test
  void everyReasonOfADeviceIsProvokedHere() {
    Set<DropReason> known = EnumSet.copyOf(PROVOCATIONS.keySet());
    known.addAll(ELSEWHERE.keySet());
    assertThat(known).containsExactlyInAnyOrder(DropReason.values());
    assertThat(PROVOCATIONS.keySet()).doesNotContainAnyElementsOf(ELSEWHERE.keySet());
  }

  @ParameterizedTest
  @EnumSource(DropReason.class)
  void isCountedOnceAndChangesNothing(DropReason reason) {
    Consumer<Scene> provocation = PROVOCATIONS.get(reason);
    if (provocation == null) {
      assertThat(ELSEWHERE).containsKey(reason);
      return;
    }
    Scene scene = new Scene();
    byte[] memory = scene.rig.memoryBytes();
    provocation.accept(scene);
    for (DropReason each : DropReason.values()) {
      assertThat(scene.rig.counters.dropped(each)).as("%s", each).isEqualTo(each == reason ? 1 : 0);
    }
    assertThat(scene.rig.memoryBytes()).isEqualTo(memory);
    Frame reply = scene.rig.ask(scene.add());
    assertThat(reply.kind()).isEqualTo(Frame.REPLY);
    assertThat(reply.status(0)).isZero();
    assertThat(reply.repeated()).isFalse();
    assertThat(scene.rig.word(0)).isEqualTo(1);
  }

  @Test
  void nothingIsLargerThanWhatAnUnprovenAddressSent() {
    DeviceRig rig = new DeviceRig();
    Frame[] frames = {
      Frame.open(64, 1_472, 1),
      Frame.of(Frame.CAPS, 128),
      Frame.of(Frame.PROBE, 64),
      Frame.of(Frame.CLOSE, 64),
      Frame.read(0, 1, 0, 0, 8, 64),
      Frame.read(0, 1, 0, 0, 64, 128),
      Frame.read(0, 1, 0, 0, 65, 128),
      Frame.read(0, 1, 0, 0, 1_400, 1_408),
      Frame.read(0, 1, 0, 0, 1 << 30, 1_408),
      Frame.read(5, 1, 0, 0, 8, 64),
      Frame.fetchAdd(0, 1, 0, 0, 0, 1),
      Frame.fetchAdd(5, 1, 0, 0, 0, 1),
    };
    for (Path path : new Path[] {LOCAL, TRUSTED, STRANGER}) {
      for (Frame frame : frames) {
        int before = rig.sent.size();
        rig.send(path, frame);
        int bytes = 0;
        for (DeviceRig.Sent sent : rig.sent.subList(before, rig.sent.size())) {
          bytes += sent.frame().bytes.length;
        }
        assertThat(bytes).isLessThanOrEqualTo(frame.bytes.length);
      }
    }
  }

  @Test
  void strangersGetNoAnswerAtAll() {
    DeviceRig rig = new DeviceRig();
    rig.mute(STRANGER, Frame.open(64, 1_472, 1));
    rig.mute(STRANGER, Frame.of(Frame.CAPS, 128));
    rig.mute(STRANGER, Frame.read(0, 1, 0, 0, 8, 128));
    assertThat(rig.counters.dropped(DropReason.SOURCE_UNTRUSTED)).isEqualTo(3);
  }

  @Test
  void aRequestBeyondTheCreditIsAnsweredByAnAcknowledgement() {
    Scene scene = new Scene();
    Objects.requireNonNull(PROVOCATIONS.get(DropReason.GRANT_EXCEEDED)).accept(scene);
    scene.rig.poll();
    assertThat(scene.rig.last().kind()).isEqualTo(Frame.ACK);
    assertThat(scene.rig.last().number()).isZero();
  }
}
