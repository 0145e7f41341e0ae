package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static io.netdam.engine.DeviceRig.LOCAL_OTHER;
import static io.netdam.engine.DeviceRig.STRANGER;
import static io.netdam.engine.DeviceRig.TRUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Path;
import io.netdam.wire.DropReason;
import io.netdam.wire.Status;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: no bytes make the engine throw or hang; memory changes by valid requests only; every frame
 * is answered, counted as dropped, or acknowledged in silence; nobody unproven gets more than he
 * sent.
 */
class DeviceFuzzTest {
  private static final int FRAMES = 260_000;
  private static final Path[] PATHS = {LOCAL, LOCAL_OTHER, TRUSTED, STRANGER};

  private final DeviceRig rig =
      new DeviceRig(settings ->
          settings.shard(0, 2).sessionsMax(32).resultBytes(32 * 1_024).windowBudget(1_024));

  private byte[] valid(Random random, DeviceRig.Client client) {
    long number = random.nextInt(4) == 0 ? random.nextLong() >>> 16 : random.nextInt(100);
    int distance = random.nextInt(80);
    long address = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(DeviceRig.MEMORY);
    Frame frame =
        switch (random.nextInt(10)) {
          case 0 -> Frame.open(random.nextInt(65_536), random.nextInt(), random.nextLong());
          case 1 -> Frame.open(0, 0, 0).flags(1).session(client.session).put(64, client.ticket);
          case 2 -> Frame.of(Frame.CAPS, 128);
          case 3 -> Frame.of(Frame.PROBE, 64 * (1 + random.nextInt(20)));
          case 4 -> Frame.read(client.session, 1, number, address, random.nextInt(2_000), 128);
          case 5 -> Frame.fetchAdd(client.session, 1, number, distance, address, 1);
          case 6 -> Frame.write(client.session, 1, number, distance, address, new byte[70]);
          case 7 -> several(random, client.session, number, distance);
          case 8 -> Frame.of(Frame.CLOSE, 64).session(random.nextInt(50) == 0 ? client.session : 3);
          default ->
              Frame.fetchAdd(client.session, 1, number, distance, address, 1)
                  .withTicket(client.ticket);
        };
    if (frame.kind() == Frame.REQUEST && random.nextBoolean()) {
      frame.flags(Frame.QUIET);
    }
    return frame.bytes;
  }

  private static Frame several(Random random, long session, long number, int distance) {
    Frame frame =
        Frame.request(session, 1, 512)
            .operation(number, distance)
            .flags(random.nextInt(4) * Frame.CONTINUE);
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      int opcode = random.nextInt(3) == 0 ? random.nextInt(256) : 0x20 + random.nextInt(0x1C);
      frame.core(opcode, Frame.OPERANDS, random.nextInt(64), random.nextInt(DeviceRig.MEMORY));
      frame.operands(random.nextInt(64), random.nextInt(64));
    }
    return frame;
  }

  /** Changes some bytes, cuts, lengthens, or leaves as it is; seals again most of the time. */
  private static byte[] mutate(Random random, byte[] frame) {
    byte[] bytes = frame;
    int changes = random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      bytes[random.nextInt(Math.min(bytes.length, random.nextBoolean() ? 96 : bytes.length))] =
          (byte) random.nextInt();
    }
    if (random.nextInt(8) == 0) {
      bytes = Arrays.copyOf(bytes, Math.max(1, bytes.length + (random.nextInt(5) - 2) * 64));
    } else if (random.nextInt(16) == 0) {
      bytes = Arrays.copyOf(bytes, random.nextInt(200));
    }
    if (bytes.length >= 64 && random.nextInt(8) != 0) {
      return Frame.received(bytes).sealed();
    }
    return bytes;
  }

  private long drops() {
    long drops = 0;
    for (DropReason reason : DropReason.values()) {
      drops += rig.counters.dropped(reason);
    }
    return drops;
  }

  private long ran() {
    long ran = 0;
    for (int opcode = 0; opcode < 256; opcode++) {
      ran += rig.counters.instructions(opcode);
    }
    return ran;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void hostileFramesDoNoHarm(long seed) {
    Random random = new Random(seed);
    DeviceRig.Client client = rig.connected();
    byte[] memory = rig.memoryBytes();
    for (int i = 0; i < FRAMES; i++) {
      if (i % 500 == 0) {
        rig.room = 1_000;
        client = rig.connected(random.nextBoolean() ? LOCAL : TRUSTED);
      }
      byte[] bytes = mutate(random, valid(random, client));
      Path path = PATHS[random.nextInt(random.nextInt(4) == 0 ? 4 : 1)];
      rig.room = random.nextInt(50) == 0 ? 0 : 1_000;
      long drops = drops();
      long ran = ran();
      int sent = rig.sent.size();
      rig.raw(path, bytes);
      if (ran() == ran) {
        assertThat(rig.memory.mismatch(MemorySegment.ofArray(memory)))
            .as("frame %d changed memory and no instruction ran", i)
            .isEqualTo(-1);
      } else {
        memory = rig.memoryBytes();
      }
      if (drops() != drops) {
        assertThat(ran()).as("frame %d was dropped and ran", i).isEqualTo(ran);
      }
      assertAnswer(bytes, path, sent);
      rig.sent.clear();
      rig.now += random.nextInt(50_000);
      if (random.nextInt(20) == 0) {
        rig.poll();
        rig.sent.clear();
        rig.now += random.nextInt(200) == 0 ? DeviceRig.LEASE * 2 : 0;
      }
    }
    assertThat(rig.counters.count(DeviceCounter.SESSIONS_EXPIRED)).isPositive();
    assertThat(rig.counters.count(DeviceCounter.DUPLICATES)).isPositive();
    assertThat(rig.counters.refused(Status.OUT_OF_RANGE)).isPositive();
    assertGoesOn();
  }

  private void assertAnswer(byte[] bytes, Path path, int sent) {
    for (DeviceRig.Sent answer : rig.sent.subList(sent, rig.sent.size())) {
      Frame frame = answer.frame();
      boolean compact = frame.get8(0) == 0xEF;
      if (!compact) {
        DeviceRig.assertSealed(frame);
      }
      boolean proven = !compact && frame.session() != 0 && frame.kind() <= Frame.ACK;
      if (!proven && !compact) {
        assertThat(frame.bytes.length).isLessThanOrEqualTo(bytes.length);
        assertThat(answer.to()).isEqualTo(path);
      }
      assertThat(answer.to()).isNotEqualTo(STRANGER);
    }
  }

  /** After all that, a client that behaves is served, and everything is given back in the end. */
  private void assertGoesOn() {
    rig.room = 1_000;
    rig.now += DeviceRig.LEASE * 3;
    while (rig.poll() != Long.MAX_VALUE) {
      rig.now += DeviceRig.LEASE;
    }
    assertThat(rig.engine.sessions()).isZero();
    assertThat(rig.engine.resultsKept()).as("no result leaks").isZero();
    assertThat(rig.open(LOCAL, 1_024, 1_472).window).as("no window leaks").isEqualTo(1_024);
    DeviceRig.Client good = rig.connected();
    rig.word(0, 0);
    assertThat(rig.ask(good.addFrame(0, 0, 1)).status(0)).isZero();
    assertThat(rig.word(0)).isEqualTo(1);
  }
}
