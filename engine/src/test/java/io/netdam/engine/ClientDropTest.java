package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.DropReason;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: every reason for which a client drops a frame is provoked here by a change to a genuine
 * reply; it is counted once, the operation goes on, and its true answer is taken afterwards.
 */
class ClientDropTest {
  private static final long S = 1_000 * ClientWorld.MS;

  /** Reasons that only a device, a link or a relay has. */
  private static final Set<DropReason> ELSEWHERE =
      EnumSet.of(
          DropReason.TRAILER_OVERRUN,
          DropReason.COMPACT_UNTRUSTED,
          DropReason.SOURCE_UNTRUSTED,
          DropReason.TICKET_FORGED,
          DropReason.TICKET_EXPIRED,
          DropReason.TICKET_ADDRESS,
          DropReason.TICKET_EPOCH,
          DropReason.SESSION_UNKNOWN,
          DropReason.SESSION_MOVED,
          DropReason.AMPLIFICATION,
          DropReason.REFUSAL_WITHHELD,
          DropReason.OUTBOX_FULL,
          DropReason.SHARD_QUEUE_FULL,
          DropReason.SHARD_UNKNOWN,
          DropReason.PATH_TABLE_FULL,
          DropReason.GRANT_EXCEEDED);

  /** A client that waits for the reply to a READ in a session; the reply is held back. */
  private static final class Scene {
    final ClientWorld world = new ClientWorld(1, ClientSettings.builder());
    final int peer = world.attach(1);
    final MemorySegment target = MemorySegment.ofArray(new long[4]);
    byte[] held = new byte[0];

    Scene() {
      world.region.setLong(64, 42);
      world.add(peer, 0, 1, 1, S);
      world.until(() -> world.ends.size() == 1, S);
      world.tap =
          (toDevice, source, frame) -> {
            if (!toDevice) {
              held = frame;
            }
            return toDevice;
          };
      world.read(peer, 64, target, 2, S);
      world.run(3 * world.delayNs);
      assertThat(held).isNotEmpty();
    }

    Frame reply() {
      return Frame.received(held);
    }

    void send(Frame frame) {
      world.forge(frame.sealed(), 0);
    }

    void raw(byte[] bytes) {
      world.forge(bytes, 0);
    }
  }

  private static final Map<DropReason, BiConsumer<Scene, Frame>> PROVOCATIONS =
      new EnumMap<>(DropReason.class);

  static {
    PROVOCATIONS.put(DropReason.TOO_SHORT, (s, reply) -> s.raw(new byte[] {1}));
    PROVOCATIONS.put(
        DropReason.TOO_LONG, (s, reply) -> s.send(Frame.of(Frame.REPLY, 8_384).count(1)));
    PROVOCATIONS.put(
        DropReason.LENGTH_NOT_ALIGNED,
        (s, reply) -> s.raw(java.util.Arrays.copyOf(reply.bytes, reply.bytes.length - 1)));
    PROVOCATIONS.put(DropReason.VERSION_UNKNOWN, (s, reply) -> s.send(reply.set8(0, 2)));
    PROVOCATIONS.put(DropReason.KIND_UNKNOWN, (s, reply) -> s.send(reply.set8(1, 99)));
    PROVOCATIONS.put(DropReason.KIND_DIRECTION, (s, reply) -> s.send(reply.set8(1, 1)));
    PROVOCATIONS.put(DropReason.FLAG_RESERVED, (s, reply) -> s.send(reply.set8(2, 0x80)));
    PROVOCATIONS.put(DropReason.COUNT_WRONG, (s, reply) -> s.send(reply.count(0)));
    PROVOCATIONS.put(DropReason.STREAM_OVERRUN, (s, reply) -> s.send(reply.count(9)));
    PROVOCATIONS.put(DropReason.DATA_OVERRUN, (s, reply) -> s.send(reply.set32(52, 65)));
    PROVOCATIONS.put(
        DropReason.CHECKSUM_WRONG,
        (s, reply) -> {
          reply.bytes[64] ^= 1;
          s.raw(reply.bytes);
        });
    PROVOCATIONS.put(DropReason.SEAL_UNAVAILABLE, (s, reply) -> s.raw(reply.set8(0, 0x11).bytes));
    PROVOCATIONS.put(DropReason.ROUTE_UNAVAILABLE, (s, reply) -> s.raw(reply.set8(0, 0).bytes));
    PROVOCATIONS.put(
        DropReason.NOT_EXPECTED, (s, reply) -> s.send(reply.session(reply.session() + 1)));
    PROVOCATIONS.put(DropReason.ECHO_WRONG, (s, reply) -> s.send(reply.set64(40, 12_345)));
  }

  /** What is no answer to what was asked, besides. */
  private static final Map<String, BiConsumer<Scene, Frame>> NOT_EXPECTED =
      Map.ofEntries(
          Map.entry("another opcode", (s, reply) -> s.send(reply.set8(48, 0x30))),
          Map.entry("less data", (s, reply) -> s.send(reply.set32(52, 31))),
          Map.entry("no data", (s, reply) -> s.send(reply.set8(50, 0))),
          Map.entry(
              "two results",
              (s, reply) ->
                  s.send(
                      Frame.received(java.util.Arrays.copyOf(reply.bytes, 192))
                          .set8(64, 0x20)
                          .count(2))),
          Map.entry("CAPS_REPLY", (s, reply) -> s.send(Frame.of(Frame.CAPS_REPLY, 128))),
          Map.entry("PROBE_REPLY", (s, reply) -> s.send(Frame.of(Frame.PROBE_REPLY, 64))),
          Map.entry("OPENED that nobody asked for", (s, reply) -> s.send(opened(s, 7))),
          Map.entry(
              "compact reply",
              (s, reply) -> s.raw(new byte[] {-17, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0})),
          Map.entry(
              "GOAWAY of another session",
              (s, reply) -> s.send(Frame.of(Frame.GOAWAY, 64).session(5))),
          Map.entry("ACK without session", (s, reply) -> s.send(ack(reply, 0).session(0))),
          Map.entry("ACK beyond the next number", (s, reply) -> s.send(ack(reply, 2))),
          Map.entry(
              "RETRY of another session",
              (s, reply) -> s.send(retry(reply, 1).session(reply.session() + 1))),
          Map.entry("RETRY for no reason", (s, reply) -> s.send(retry(reply, 9))),
          Map.entry(
              "reply from another peer's path",
              (s, reply) -> {
                s.world.client.attach(
                    s.world.nowNs, new io.netdam.transport.Path[] {ClientWorld.path(3)});
                s.world.forge(reply.sealed(), 3);
                s.world.forge(reply.sealed(), 4);
              }));

  /** What names a packet that was not sent, or not for this. */
  private static final Map<String, BiConsumer<Scene, Frame>> ECHO_WRONG =
      Map.of(
          "echo of nothing", (s, reply) -> s.send(reply.set64(40, -1)),
          "another operation's number",
              (s, reply) -> s.send(reply.set64(24, reply.get64(24) + (1L << 16))),
          "another packet's echo in an ACK", (s, reply) -> s.send(ack(reply, 1).set64(40, 3)),
          "RETRY(UNKNOWN) by somebody who guesses",
              (s, reply) -> s.send(retry(reply, 1).set64(40, reply.get64(40) + 1)),
          "RETRY(MOVED) by somebody who guesses",
              (s, reply) -> s.send(retry(reply, 2).set64(40, 0)));

  private static Frame ack(Frame reply, long cumulative) {
    return Frame.of(Frame.ACK, 64)
        .session(reply.session())
        .operation(cumulative, 0)
        .set64(40, reply.get64(40));
  }

  private static Frame retry(Frame reply, int reason) {
    return Frame.of(Frame.RETRY, 64)
        .session(reply.session())
        .set8(32, reason)
        .set64(40, reply.get64(40));
  }

  private static Frame opened(Scene scene, long nonce) {
    return Frame.of(Frame.OPENED, 128)
        .session(scene.reply().session())
        .operation(0, 64)
        .set32(36, 1_472)
        .set64(40, nonce);
  }

  private static void dropsAndGoesOn(
      DropReason reason, BiConsumer<Scene, Frame> provocation, int times) {
    Scene scene = new Scene();
    long sessionsLost = scene.world.counters.count(ClientCounter.SESSIONS_LOST);
    provocation.accept(scene, scene.reply());
    assertThat(scene.world.counters.dropped(reason)).isEqualTo(times);
    long all = 0;
    for (DropReason each : DropReason.values()) {
      all += scene.world.counters.dropped(each);
    }
    assertThat(all).as("counted once").isEqualTo(times);
    assertThat(scene.world.ends).hasSize(1);
    assertThat(scene.target.get(java.lang.foreign.ValueLayout.JAVA_LONG, 0)).isZero();
    assertThat(scene.world.counters.count(ClientCounter.SESSIONS_LOST)).isEqualTo(sessionsLost);
    scene.raw(scene.held);
    assertThat(scene.world.end(2L).outcome()).isEqualTo(Outcome.DONE);
    assertThat(scene.target.get(java.lang.foreign.ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
    scene.world.tap = null;
    scene.world.add(scene.peer, 0, 1, 3, S);
    scene.world.until(() -> scene.world.byTag.containsKey(3L), S);
    assertThat(scene.world.end(3L).value()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(DropReason.class)
  void eachReason(DropReason reason) {
    if (!ELSEWHERE.contains(reason)) {
      dropsAndGoesOn(reason, Objects.requireNonNull(PROVOCATIONS.get(reason)), 1);
    }
  }

  @Test
  void everyReasonIsProvokedOrBelongsElsewhere() {
    Set<DropReason> all = EnumSet.copyOf(PROVOCATIONS.keySet());
    all.addAll(ELSEWHERE);
    assertThat(all).containsExactlyInAnyOrder(DropReason.values());
  }

  static Set<String> notExpected() {
    return NOT_EXPECTED.keySet();
  }

  @ParameterizedTest
  @MethodSource("notExpected")
  void answersToNothingThatWasAsked(String name) {
    int times = name.startsWith("reply from") ? 2 : 1;
    dropsAndGoesOn(DropReason.NOT_EXPECTED, Objects.requireNonNull(NOT_EXPECTED.get(name)), times);
  }

  static Set<String> echoWrong() {
    return ECHO_WRONG.keySet();
  }

  @ParameterizedTest
  @MethodSource("echoWrong")
  void answersToNoPacketOfOurs(String name) {
    dropsAndGoesOn(DropReason.ECHO_WRONG, Objects.requireNonNull(ECHO_WRONG.get(name)), 1);
  }

  @Test
  void secondCopyOfAReplyIsDropped() {
    Scene scene = new Scene();
    scene.raw(scene.held);
    scene.target.fill((byte) 0);
    scene.raw(scene.held);
    assertThat(scene.world.counters.dropped(DropReason.NOT_EXPECTED)).isEqualTo(1);
    assertThat(scene.target.get(java.lang.foreign.ValueLayout.JAVA_LONG, 0))
        .as("the target is the caller's again")
        .isZero();
  }

  @Test
  void goAwayIsCountedAndChangesNothing() {
    Scene scene = new Scene();
    scene.send(Frame.of(Frame.GOAWAY, 64).session(scene.reply().session()));
    assertThat(scene.world.counters.count(ClientCounter.GOAWAYS)).isEqualTo(1);
    scene.raw(scene.held);
    assertThat(scene.world.end(2L).outcome()).isEqualTo(Outcome.DONE);
  }
}
