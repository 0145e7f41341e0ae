package io.netdam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.DropReason;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: a million hostile frames — random, and genuine ones with bytes changed under a right
 * checksum — never make the engine throw, and every frame is taken or counted as dropped.
 */
class ClientFuzzTest {
  private static final int FRAMES = 250_000;
  private static final long S = 1_000 * ClientWorld.MS;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void hostileFrames(long seed) {
    Random random = new Random(seed);
    ClientWorld world = new ClientWorld(seed, ClientSettings.builder().operationsMax(32));
    int peer = world.attach(2);
    List<byte[]> genuine = new ArrayList<>();
    world.tap =
        (toDevice, source, frame) -> {
          if (!toDevice && genuine.size() < 4_000) {
            genuine.add(frame);
          }
          return true;
        };
    MemorySegment target = MemorySegment.ofArray(new byte[256]);
    long tag = 0;
    long forged = 0;
    while (forged < FRAMES) {
      while (submit(world, random, peer, target, tag)) {
        tag++;
      }
      world.run(random.nextInt(100_000));
      for (int i = 0; i < 200 && !genuine.isEmpty(); i++, forged++) {
        // Mostly lately sent frames: their echoes are still known.
        int back = random.nextInt(Math.min(genuine.size(), 64));
        world.forge(mutate(random, genuine.get(genuine.size() - 1 - back)), random.nextInt(3));
      }
      if (genuine.size() > 3_000) {
        genuine.clear();
      }
      world.ends.clear();
      world.byTag.clear();
    }
    long dropped = 0;
    for (DropReason reason : DropReason.values()) {
      dropped += world.counters.dropped(reason);
    }
    assertThat(dropped).isGreaterThan(FRAMES / 2);
    assertThat(world.counters.dropped(DropReason.ECHO_WRONG)).isPositive();
    assertThat(world.counters.dropped(DropReason.NOT_EXPECTED)).isPositive();
    world.tap = null;
    world.until(() -> world.client.outstanding(peer) == 0, 20 * S);
    world.ends.clear();
    world.byTag.clear();
    world.add(peer, 0, 1, tag, 10 * S);
    world.until(() -> world.ends.size() == 1, 10 * S);
    assertThat(world.ends.getFirst().outcome()).isEqualTo(Outcome.DONE);
  }

  private static boolean submit(
      ClientWorld world, Random random, int peer, MemorySegment target, long tag) {
    return switch (random.nextInt(3)) {
          case 0 -> world.add(peer, 8L * random.nextInt(8), 1, tag, S);
          case 1 -> world.read(peer, 64, target, tag, S);
          default -> world.write(peer, 512, target, tag, S);
        }
        == Submission.ACCEPTED;
  }

  private static byte[] mutate(Random random, byte[] frame) {
    if (random.nextInt(20) == 0) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      return noise;
    }
    byte[] bytes = frame.clone();
    if (random.nextInt(4) == 0) {
      int length = bytes.length + 64 * (random.nextInt(5) - 2);
      bytes = Arrays.copyOf(bytes, Math.max(64, length));
    }
    int changes = random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(random.nextBoolean() ? 64 : bytes.length);
      bytes[at] =
          random.nextBoolean()
              ? (byte) random.nextInt()
              : (byte) (bytes[at] ^ 1 << random.nextInt(8));
    }
    return random.nextInt(10) == 0 || bytes.length < 64 ? bytes : Frame.received(bytes).sealed();
  }
}
