package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.DropReason;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** A client engine against the real device engine, on a network that behaves unless told. */
class ClientEngineTest {
  private static final long S = 1_000 * ClientWorld.MS;

  @Test
  void coldReadTakesOneRoundTripAndNoSession() {
    ClientWorld world = new ClientWorld(1, ClientSettings.builder());
    int peer = world.attach(1);
    world.region.setLong(64, 42);
    MemorySegment target = MemorySegment.ofArray(new long[1]);
    long startNs = world.nowNs;
    assertThat(world.read(peer, 64, target, 7, S)).isEqualTo(Submission.ACCEPTED);
    world.until(() -> world.byTag.containsKey(7L), S);
    assertThat(world.end(7L).outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.nowNs - startNs).isEqualTo(2 * world.delayNs);
    assertThat(target.get(java.lang.foreign.ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
    assertThat(world.counters.count(ClientCounter.OPENS)).isZero();
  }

  @Test
  void firstChangeTakesTwoRoundTripsTheNextOne() {
    ClientWorld world = new ClientWorld(1, ClientSettings.builder());
    int peer = world.attach(1);
    long startNs = world.nowNs;
    world.add(peer, 0, 5, 1, S);
    world.until(() -> world.ends.size() == 1, S);
    assertThat(world.nowNs - startNs).isEqualTo(4 * world.delayNs);
    long secondNs = world.nowNs;
    world.add(peer, 0, 5, 2, S);
    world.until(() -> world.ends.size() == 2, S);
    assertThat(world.nowNs - secondNs).isEqualTo(2 * world.delayNs);
    assertThat(world.end(2L).value()).isEqualTo(5);
    assertThat(world.region.getLong(0)).isEqualTo(10);
  }

  @Test
  void longWriteComesFirst() {
    ClientWorld world = new ClientWorld(1, ClientSettings.builder());
    int peer = world.attach(1);
    MemorySegment source = MemorySegment.ofArray(new byte[1408]);
    source.fill((byte) 7);
    assertThat(world.client.frameDataBytes(peer)).isEqualTo(1408);
    world.write(peer, 4096, source, 1, S);
    world.until(() -> world.ends.size() == 1, S);
    assertThat(world.end(1L).outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.end(1L).value()).isEqualTo(1408);
    assertThat(world.end(1L).status()).isEqualTo(Status.DONE);
    assertThat(world.region.getLong(4096 + 1400)).isEqualTo(0x0707070707070707L);
    for (DropReason reason : DropReason.values()) {
      assertThat(world.counters.dropped(reason)).as(reason.name()).isZero();
      assertThat(world.deviceCounters.dropped(reason)).as(reason.name()).isZero();
    }
  }
}
