package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.transport.Path;
import io.netdam.wire.Opcode;
import io.netdam.wire.Request;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: what callers hand over, in every shape, and what they are told at once. */
class ClientRequestTest {
  private static final long S = 1_000 * ClientWorld.MS;
  private static final MemorySegment NONE = MemorySegment.NULL;

  private final ClientWorld world = new ClientWorld(1, ClientSettings.builder());
  private final int peer = world.attach(1);

  private RequestBuilder begin(int flags, long tag) {
    return world.client.begin(world.nowNs, peer, flags, world.nowNs + S, tag);
  }

  private ClientWorld.RequestEnd endOfRequest() {
    world.until(() -> !world.requestEnds.isEmpty(), S);
    return world.requestEnds.getFirst();
  }

  private Submission submit(
      int opcode, int flags, int handle, int length, MemorySegment data, long offset) {
    return world.client.submit(
        world.nowNs, peer, opcode, flags, handle, 0, length, 1, 0, data, offset, S, 1);
  }

  @Test
  void severalInstructionsEndWithAResultEach() {
    world.region.setLong(64, 99);
    MemorySegment source = MemorySegment.ofArray(new byte[24]);
    source.fill((byte) 1);
    begin(0, 5)
        .instruction(Opcode.FETCH_ADD, 0, 0, 0, 0, 3, 0, NONE, 0)
        .instruction(Opcode.WRITE, 0, 0, 128, 24, 0, 0, source, 0)
        .instruction(Opcode.READ, 0, 0, 64, 16, 0, 0, NONE, 0)
        .end();
    ClientWorld.RequestEnd end = endOfRequest();
    assertThat(end.tag()).isEqualTo(5);
    assertThat(end.outcome()).isEqualTo(Outcome.DONE);
    assertThat(end.statuses()).containsExactly(Status.DONE, Status.DONE, Status.DONE);
    assertThat(end.values()).startsWith(0L, 24L);
    assertThat(end.data().get(2)).hasSize(16).startsWith((byte) 99, (byte) 0);
    assertThat(world.region.getLong(0)).isEqualTo(3);
    assertThat(world.region.getLong(136)).isEqualTo(0x0101_0101_0101_0101L);
  }

  @Test
  void firstRefusalEndsTheRequestUnlessItContinues() {
    long outside = world.region.length();
    begin(0, 1)
        .instruction(Opcode.FETCH_ADD, 0, 0, 0, 0, 1, 0, NONE, 0)
        .instruction(Opcode.FETCH_ADD, 0, 0, outside, 0, 1, 0, NONE, 0)
        .instruction(Opcode.FETCH_ADD, 0, 0, 0, 0, 1, 0, NONE, 0)
        .end();
    ClientWorld.RequestEnd end = endOfRequest();
    assertThat(end.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(end.statuses()).containsExactly(Status.DONE, Status.OUT_OF_RANGE);
    world.requestEnds.clear();
    begin(Request.FLAG_CONTINUE, 2)
        .instruction(Opcode.FETCH_ADD, 0, 0, outside, 0, 1, 0, NONE, 0)
        .instruction(Opcode.FETCH_ADD, 0, 0, 0, 0, 1, 0, NONE, 0)
        .end();
    end = endOfRequest();
    assertThat(end.statuses()).containsExactly(Status.OUT_OF_RANGE, Status.DONE);
    assertThat(end.values().get(1)).isEqualTo(1);
    assertThat(world.end(2L).status()).isEqualTo(Status.OUT_OF_RANGE);
    assertThat(world.counters.refused(Status.OUT_OF_RANGE)).isEqualTo(2);
  }

  @Test
  void writesAloneAreEndedByAnAcknowledgement() {
    MemorySegment source = MemorySegment.ofArray(new byte[40]);
    world.add(peer, 0, 1, 1, S);
    world.until(() -> world.ends.size() == 1, S);
    long replies = world.counters.count(ClientCounter.REPLIES);
    begin(0, 2)
        .instruction(Opcode.WRITE, 0, 0, 128, 40, 0, 0, source, 0)
        .instruction(Opcode.FILL, 0, 0, 256, 100, 7, 0, NONE, 0)
        .end();
    ClientWorld.RequestEnd end = endOfRequest();
    assertThat(end.outcome()).isEqualTo(Outcome.DONE);
    assertThat(end.values()).containsExactly(40L, 100L);
    world.write(peer, 64, source, 3, S);
    world.until(() -> world.byTag.containsKey(3L), S);
    assertThat(world.end(3L).value()).isEqualTo(40);
    assertThat(world.counters.count(ClientCounter.REPLIES)).isEqualTo(replies);
    assertThat(world.region.getLong(256)).isEqualTo(0x0707_0707_0707_0707L);
  }

  @Test
  void pureRequestNeedsNoSession() {
    begin(0, 1)
        .instruction(Opcode.READ, 0, 0, 0, 600, 0, 0, NONE, 0)
        .instruction(Opcode.READ, 0, 0, 600, 600, 0, 0, NONE, 0)
        .end();
    assertThat(endOfRequest().outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.counters.count(ClientCounter.OPENS)).isZero();
  }

  @Test
  void requestThatDoesNotFitIsTheCallersFault() {
    RequestBuilder builder = begin(0, 1);
    builder.instruction(Opcode.READ, 0, 0, 0, 1_000, 0, 0, NONE, 0);
    assertThatThrownBy(() -> builder.instruction(Opcode.READ, 0, 0, 0, 1_000, 0, 0, NONE, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(builder.bytesFree()).isEqualTo(1_472 - 64);
    assertThat(builder.end()).isEqualTo(Submission.ACCEPTED);
    assertThatThrownBy(() -> begin(0, 1).end()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> begin(Request.FLAG_QUIET, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noMoreThan255InstructionsNorRequestsThanBuffers() {
    ClientWorld few = new ClientWorld(1, ClientSettings.builder().requestsMax(1).frameBytes(8_256));
    int device = few.attach(1);
    RequestBuilder builder = few.client.begin(few.nowNs, device, 0, few.nowNs + S, 1);
    for (int i = 0; i < 255; i++) {
      builder.instruction(Opcode.READ, 0, 0, 0, 1, 0, 0, NONE, 0);
    }
    assertThatThrownBy(() -> builder.instruction(Opcode.READ, 0, 0, 0, 1, 0, 0, NONE, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(builder.end()).isEqualTo(Submission.ACCEPTED);
    RequestBuilder second = few.client.begin(few.nowNs, device, 0, few.nowNs + S, 2);
    assertThat(second.instruction(Opcode.READ, 0, 0, 0, 1, 0, 0, NONE, 0).end())
        .isEqualTo(Submission.FULL);
    few.until(() -> few.requestEnds.size() == 1, S);
    assertThat(few.requestEnds.getFirst().statuses()).hasSize(255).containsOnly(Status.DONE);
  }

  @Test
  void sixteenByteAtomics() {
    MemorySegment pair = MemorySegment.ofArray(new long[] {0, 0, 5, 6});
    world.client.submit(
        world.nowNs, peer, Opcode.COMPARE_AND_SWAP, 0x20, 0, 32, 32, 0, 0, pair, 0, 2 * S, 1);
    world.until(() -> world.ends.size() == 1, S);
    assertThat(world.end(1L).outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.region.getLong(32)).isEqualTo(5);
    world.client.submit(
        world.nowNs, peer, Opcode.SWAP, 0x20, 0, 32, 0, 8, 9, NONE, 0, world.nowNs + S, 2);
    world.until(() -> world.ends.size() == 2, S);
    assertThat(world.end(2L).value()).isEqualTo(5);
    assertThat(world.end(2L).valueHigh()).isEqualTo(6);
    assertThat(world.region.getLong(40)).isEqualTo(9);
  }

  @Test
  void callersFaultsAreFoundBeforeAnythingIsAccepted() {
    MemorySegment small = MemorySegment.ofArray(new byte[8]);
    List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> faults =
        List.of(
            () -> submit(0x10, 0, 0, 0, NONE, 0),
            () -> submit(-1, 0, 0, 0, NONE, 0),
            () -> submit(0xC0, 0, 0, 0, NONE, 0),
            () -> submit(Opcode.FETCH_ADD, 0x30, 0, 0, NONE, 0),
            () -> submit(Opcode.FETCH_ADD, 1, 0, 0, NONE, 0),
            () -> submit(Opcode.FETCH_ADD, 0, 65_536, 0, NONE, 0),
            () -> submit(Opcode.READ, 0, 0, 0, small, 0),
            () -> submit(Opcode.READ, 0, 0, -1, small, 0),
            () -> submit(Opcode.READ, 0, 0, 9, small, 0),
            () -> submit(Opcode.READ, 0, 0, 4, small, 5),
            () -> submit(Opcode.READ, 0, 0, 4, small, -1),
            () -> submit(Opcode.WRITE, 0, 0, 8, NONE, 0),
            () -> submit(Opcode.WRITE, 0, 0, 0, small, 0),
            () -> submit(Opcode.READ, 0, 0, 1_409, MemorySegment.ofArray(new byte[2_000]), 0));
    for (org.assertj.core.api.ThrowableAssert.ThrowingCallable fault : faults) {
      assertThatThrownBy(fault).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(world.client.outstanding(peer)).isZero();
    assertThat(world.counters.count(ClientCounter.SUBMITTED)).isZero();
  }

  @Test
  void fullThenClosed() {
    for (int i = 0; i < 256; i++) {
      assertThat(world.add(peer, 0, 1, i, S)).isEqualTo(Submission.ACCEPTED);
    }
    assertThat(world.add(peer, 0, 1, 999, S)).isEqualTo(Submission.FULL);
    assertThat(begin(0, 5).instruction(Opcode.READ, 0, 0, 0, 1, 0, 0, NONE, 0).end())
        .isEqualTo(Submission.FULL);
    assertThat(world.client.outstanding(peer)).isEqualTo(256);
    world.client.detach(peer);
    assertThat(world.ends).hasSize(256);
    assertThat(world.ends).allMatch(end -> end.outcome() == Outcome.NOT_SENT);
    assertThat(world.add(peer, 0, 1, 1_000, S)).isEqualTo(Submission.CLOSED);
    assertThat(begin(0, 5).instruction(Opcode.READ, 0, 0, 0, 1, 0, 0, NONE, 0).end())
        .isEqualTo(Submission.CLOSED);
    int again = world.attach(1);
    assertThat(again).isNotEqualTo(peer);
    assertThat(world.add(peer, 0, 1, 1_000, S)).as("the old number").isEqualTo(Submission.CLOSED);
    assertThat(world.add(again, 0, 1, 1_000, S)).isEqualTo(Submission.ACCEPTED);
    assertThat(world.client.outstanding(peer)).isZero();
    assertThat(world.client.frameDataBytes(peer)).isZero();
  }

  @Test
  void pathsBelongToOnePeer() {
    assertThatThrownBy(() -> world.attach(1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> world.client.attach(0, new Path[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> world.client.attach(0, ClientWorld.paths(5)))
        .isInstanceOf(IllegalArgumentException.class);
    Path twice = ClientWorld.path(9);
    assertThatThrownBy(() -> world.client.attach(0, new Path[] {twice, twice}))
        .isInstanceOf(IllegalArgumentException.class);
    ClientWorld one = new ClientWorld(1, ClientSettings.builder().peersMax(1));
    one.attach(1);
    assertThatThrownBy(() -> one.client.attach(0, new Path[] {twice}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void submittingFromACompletionWorks() {
    long[] next = {2};
    world.onEnd =
        () -> {
          if (next[0] <= 500) {
            world.add(peer, 8, 1, next[0]++, S);
          }
        };
    world.add(peer, 8, 1, 1, S);
    world.until(() -> world.ends.size() == 500, 10 * S);
    assertThat(world.region.getLong(8)).isEqualTo(500);
  }

  @Test
  void dataGoesWhereTheCallerSaidAndNowhereElse() {
    world.region.setLong(0, -1);
    MemorySegment target = MemorySegment.ofArray(new byte[24]);
    world.client.submit(
        world.nowNs, peer, Opcode.READ, 0, 0, 0, 8, 0, 0, target, 8, world.nowNs + S, 1);
    world.until(() -> world.ends.size() == 1, S);
    assertThat(target.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isZero();
    assertThat(target.get(ValueLayout.JAVA_LONG_UNALIGNED, 8)).isEqualTo(-1);
    assertThat(target.get(ValueLayout.JAVA_LONG_UNALIGNED, 16)).isZero();
  }
}
