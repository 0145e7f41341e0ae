package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: several paths carry one session; a dead one is left, a new one taken, nothing lost. */
class ClientPathTest {
  private static final long MS = ClientWorld.MS;
  private static final long S = 1_000 * MS;

  private static final Outbox NO_ROOM =
      new Outbox() {
        @Override
        public @Nullable MemorySegment claim(int length) {
          return null;
        }

        @Override
        public void commit(Path to, int length) {
          throw new AssertionError("nothing was claimed");
        }
      };

  private static ClientWorld busy(ClientWorld world, int peer, int operations) {
    long[] next = {1};
    world.onEnd =
        () -> {
          if (next[0] < operations) {
            world.add(peer, 0, 1, ++next[0], 60 * S);
          }
        };
    for (int i = 0; i < 16; i++) {
      world.add(peer, 0, 1, i == 0 ? 1 : ++next[0], 60 * S);
    }
    return world;
  }

  private static void allOnce(ClientWorld world, int operations) {
    world.until(() -> world.ends.size() >= operations, 60 * S);
    world.onEnd = null;
    assertThat(world.ends).allMatch(end -> end.outcome() == Outcome.DONE);
    assertThat(world.region.getLong(0)).isEqualTo(world.ends.size());
  }

  @Test
  void fourPathsShareOneSession() {
    ClientWorld world = new ClientWorld(1, ClientSettings.builder());
    int peer = world.attach(4);
    int[] sent = new int[4];
    world.tap =
        (toDevice, source, frame) -> {
          if (toDevice && frame[1] == Frame.REQUEST) {
            sent[source]++;
          }
          return true;
        };
    busy(world, peer, 2_000);
    allOnce(world, 2_000);
    assertThat(world.counters.count(ClientCounter.SESSIONS)).isEqualTo(1);
    assertThat(world.counters.count(ClientCounter.SESSIONS_LOST)).isZero();
    for (int source = 0; source < 4; source++) {
      assertThat(sent[source]).as("path %d", source).isGreaterThan(200);
    }
  }

  @Test
  void aProbeThatFindsNoRoomLetsTheRuntimeRest() {
    ClientWorld world = new ClientWorld(9, ClientSettings.builder());
    int peer = world.attach(1);
    world.add(peer, 0, 1, 1, 60 * S);
    world.until(() -> world.ends.size() == 1, S);
    world.cut = true;
    world.add(peer, 0, 1, 2, 60 * S);
    world.poll();
    int polls = 0;
    long endNs = world.nowNs + 100 * MS;
    while (world.nowNs < endNs && polls < 10_000) {
      long nextNs = world.client.poll(world.nowNs, NO_ROOM);
      assertThat(nextNs).isGreaterThan(world.nowNs);
      world.nowNs = nextNs;
      polls++;
    }
    assertThat(world.nowNs).isGreaterThanOrEqualTo(endNs);
    world.cut = false;
    world.until(() -> world.ends.size() == 2, S);
    assertThat(world.counters.count(ClientCounter.PROBES)).isPositive();
    assertThat(world.region.getLong(0)).isEqualTo(2);
  }

  @Test
  void deadPathIsLeftWithinTenMilliseconds() {
    ClientWorld world = new ClientWorld(2, ClientSettings.builder());
    int peer = world.attach(2);
    busy(world, peer, 20_000);
    world.until(() -> world.ends.size() >= 1_000, S);
    long cutNs = world.nowNs;
    long[] lastNs = {0};
    world.tap =
        (toDevice, source, frame) -> {
          if (toDevice && source == 1 && world.nowNs < cutNs + 50 * MS) {
            lastNs[0] = world.nowNs;
          }
          return source != 1;
        };
    world.until(() -> world.counters.count(ClientCounter.PATHS_LEFT) > 0, S);
    assertThat(world.nowNs - cutNs).isLessThanOrEqualTo(11 * MS);
    world.until(() -> world.nowNs > cutNs + 50 * MS, S);
    assertThat(lastNs[0] - cutNs).as("nothing more is sent there").isLessThan(11 * MS);
    allOnce(world, 20_000);
  }

  @Test
  void pathThatComesBackIsUsedAgain() {
    ClientWorld world = new ClientWorld(3, ClientSettings.builder());
    int peer = world.attach(2);
    int[] late = {0};
    busy(world, peer, 40_000);
    world.until(() -> world.ends.size() >= 500, S);
    world.cutSource = 0;
    world.run(30 * MS);
    assertThat(world.counters.count(ClientCounter.PATHS_LEFT)).isEqualTo(1);
    world.cutSource = -1;
    world.run(150 * MS);
    world.tap =
        (toDevice, source, frame) -> {
          late[0] += toDevice && source == 0 ? 1 : 0;
          return true;
        };
    world.run(20 * MS);
    assertThat(late[0]).isGreaterThan(50);
    world.onEnd = null;
    world.until(() -> world.client.outstanding(peer) == 0, S);
    assertThat(world.region.getLong(0)).isEqualTo(world.ends.size());
  }

  @Test
  void onlyPathIsNeverLeft() {
    ClientWorld world = new ClientWorld(4, ClientSettings.builder());
    int peer = world.attach(1);
    busy(world, peer, 200);
    world.run(MS);
    world.cut = true;
    world.run(300 * MS);
    world.cut = false;
    allOnce(world, 200);
    assertThat(world.counters.count(ClientCounter.PATHS_LEFT)).isZero();
    assertThat(world.counters.count(ClientCounter.TIMEOUTS)).isPositive();
  }

  @Test
  void clientThatMovesKeepsItsSession() {
    ClientWorld world = new ClientWorld(5, ClientSettings.builder());
    int peer = world.attach(1);
    busy(world, peer, 3_000);
    world.until(() -> world.ends.size() >= 1_000, S);
    world.client.pathChanged(world.nowNs, peer, new Path[] {ClientWorld.path(2)});
    world.until(() -> world.ends.size() >= 2_000, S);
    world.client.pathChanged(
        world.nowNs, peer, new Path[] {ClientWorld.path(2), ClientWorld.path(5)});
    allOnce(world, 3_000);
    assertThat(world.counters.count(ClientCounter.SESSIONS)).isEqualTo(1);
    assertThat(world.counters.count(ClientCounter.SESSIONS_LOST)).isZero();
  }

  @Test
  void addressThatChangesUnseenIsProvenAnew() {
    ClientWorld world = new ClientWorld(6, ClientSettings.builder());
    int peer = world.attach(1);
    busy(world, peer, 3_000);
    world.until(() -> world.ends.size() >= 1_000, S);
    world.clientPorts = 50_000; // a translator between forgot its mapping
    allOnce(world, 3_000);
    assertThat(world.counters.count(ClientCounter.MOVES)).isEqualTo(1);
    assertThat(world.counters.count(ClientCounter.SESSIONS)).isEqualTo(1);
    assertThat(world.counters.count(ClientCounter.UNKNOWN)).isZero();
  }

  @Test
  void reorderingBeyondAQuarterIsLearned() {
    ClientWorld world = new ClientWorld(7, ClientSettings.builder());
    int peer = world.attach(1);
    world.delayNs = 500_000;
    world.jitterNs = 450_000;
    busy(world, peer, 5_000);
    world.until(() -> world.ends.size() >= 1_500, 60 * S);
    long early = world.counters.count(ClientCounter.SPURIOUS);
    allOnce(world, 5_000);
    assertThat(early).as("retransmissions that were not needed").isPositive();
    assertThat(world.counters.count(ClientCounter.SPURIOUS)).isLessThan(50);
  }
}
