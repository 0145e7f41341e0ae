package io.netdam.memif;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: frames of all sizes cross a ring whole, in order and once: in chains across its end,
 * through a ring without free slots, and over hundreds of turns of the 16-bit indices.
 */
class RingTest {
  private final Arena arena = Arena.ofAuto();

  /** The layout of the specification, byte by byte; the numbers are not made by the code. */
  @Test
  void aRingLiesInMemoryAsOthersReadIt() {
    RingPair pair = new RingPair(4, 2048, arena);
    FrameBurst burst = new FrameBurst(1, 4096, arena);
    PortPair.fill(burst, 1, 2050);
    assertThat(pair.clientOut.transmit(burst, 0)).isEqualTo(1);
    var memory = pair.region;
    assertThat(memory.get(ValueLayout.JAVA_INT, 0)).isEqualTo(0x03E31F20);
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 4)).as("flags").isZero();
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 6)).as("head").isEqualTo((short) 2);
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 64)).as("tail").isZero();
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 128)).as("flags 0").isEqualTo((short) 1);
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 130)).as("region 0").isZero();
    assertThat(memory.get(ValueLayout.JAVA_INT, 132)).as("length 0").isEqualTo(2048);
    assertThat(memory.get(ValueLayout.JAVA_INT, 136)).as("offset 0").isEqualTo(768);
    assertThat(memory.get(ValueLayout.JAVA_INT, 140)).as("metadata 0").isZero();
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 144)).as("flags 1").isZero();
    assertThat(memory.get(ValueLayout.JAVA_INT, 148)).as("length 1").isEqualTo(2);
    assertThat(memory.get(ValueLayout.JAVA_INT, 152)).as("offset 1").isEqualTo(768 + 2048);
    assertThat(memory.get(ValueLayout.JAVA_INT, 384)).as("other ring").isEqualTo(0x03E31F20);
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 390)).as("its head").isEqualTo((short) 16);
    assertThat(memory.get(ValueLayout.JAVA_INT, 384 + 128 + 4)).isEqualTo(2048);
    assertThat(memory.get(ValueLayout.JAVA_INT, 384 + 128 + 8)).isEqualTo(768 + 16 * 2048);
  }

  @ParameterizedTest
  @CsvSource({"true, 4, 64", "false, 4, 64", "true, 1, 128", "false, 1, 128", "true, 8, 2048"})
  void mixedSizesCrossInChains(boolean toServer, int sizeLog2, int bufferBytes) {
    RingPair pair = new RingPair(sizeLog2, bufferBytes, arena);
    int longest = bufferBytes << sizeLog2;
    FrameBurst out = new FrameBurst(8, longest, arena);
    FrameBurst in = new FrameBurst(8, longest, arena);
    SplittableRandom random = new SplittableRandom(sizeLog2);
    int[] lengths = new int[64];
    long sent = 0;
    long received = 0;
    int start = 0;
    while (received < 3000) {
      if (start == out.count()) {
        out.clear();
        start = 0;
        int wanted = random.nextInt(9);
        for (int frame = 0; frame < wanted; frame++) {
          int most = random.nextInt(4) == 0 ? longest : bufferBytes;
          int length = random.nextInt(1, most + 1);
          lengths[(int) ((sent + frame) & 63)] = length;
          PortPair.fill(out, sent + frame, length);
        }
        sent += wanted;
      }
      start += pair.out(toServer).transmit(out, start);
      if (random.nextBoolean()) {
        pair.in(toServer).receive(in);
        for (int frame = 0; frame < in.count(); frame++) {
          assertThat(PortPair.holds(in, frame, received, lengths[(int) (received & 63)])).isTrue();
          received++;
        }
      }
    }
    assertThat(pair.ofClient.cause()).isNull();
    assertThat(pair.ofServer.cause()).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFullRingTakesNoMore(boolean toServer) {
    RingPair pair = new RingPair(2, 64, arena);
    FrameBurst out = new FrameBurst(8, 256, arena);
    FrameBurst in = new FrameBurst(2, 256, arena);
    for (int frame = 0; frame < 5; frame++) {
      PortPair.fill(out, frame, 64);
    }
    assertThat(pair.out(toServer).transmit(out, 0)).isEqualTo(4);
    assertThat(pair.out(toServer).transmit(out, 4)).isZero();
    assertThat(pair.in(toServer).receive(in)).isEqualTo(2);
    out.clear();
    PortPair.fill(out, 9, 192);
    assertThat(pair.out(toServer).transmit(out, 0)).as("3 slots, 2 free").isZero();
    pair.in(toServer).receive(in);
    assertThat(PortPair.holds(in, 0, 2, 64)).isTrue();
    assertThat(pair.out(toServer).transmit(out, 0)).isEqualTo(1);
    pair.in(toServer).receive(in);
    assertThat(in.count()).isEqualTo(1);
    assertThat(PortPair.holds(in, 0, 9, 192)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatNeverFitsIsCountedAndPassedOver(boolean toServer) {
    RingPair pair = new RingPair(1, 64, arena);
    FrameBurst out = new FrameBurst(3, 256, arena);
    FrameBurst small = new FrameBurst(3, 100, arena);
    PortPair.fill(out, 1, 129);
    PortPair.fill(out, 2, 128);
    assertThat(pair.out(toServer).transmit(out, 0)).isEqualTo(2);
    assertThat(pair.out(toServer).unsendable).isEqualTo(1);
    assertThat(pair.out(toServer).frames).isEqualTo(1);
    pair.in(toServer).receive(small);
    assertThat(small.count()).as("128 bytes where 100 fit").isZero();
    assertThat(pair.in(toServer).dropped).isEqualTo(1);
    out.clear();
    PortPair.fill(out, 3, 100);
    assertThat(pair.out(toServer).transmit(out, 0)).isEqualTo(1);
    pair.in(toServer).receive(small);
    assertThat(PortPair.holds(small, 0, 3, 100)).isTrue();
  }

  /** 10 million frames: the indices turn 152 times. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void indicesTurn(boolean toServer) {
    RingPair pair = new RingPair(10, 64, arena);
    FrameBurst out = new FrameBurst(61, 64, arena);
    FrameBurst in = new FrameBurst(64, 64, arena);
    long sent = 0;
    long received = 0;
    while (received < 10_000_000) {
      out.clear();
      while (!out.isFull()) {
        out.memory().set(ValueLayout.JAVA_LONG, out.offset(out.count()), sent++);
        out.add(8);
      }
      assertThat(pair.out(toServer).transmit(out, 0)).isEqualTo(61);
      pair.in(toServer).receive(in);
      for (int frame = 0; frame < in.count(); frame++) {
        if (in.memory().get(ValueLayout.JAVA_LONG, in.offset(frame)) != received++) {
          throw new AssertionError("not frame " + (received - 1));
        }
      }
    }
    assertThat(sent).isEqualTo(received);
  }

  /** What released versions of DPDK do as a server: they leave the mark of a chain behind. */
  @Test
  void aMarkLeftByAServerIsCleared() {
    RingPair pair = new RingPair(1, 64, arena);
    FrameBurst out = new FrameBurst(1, 128, arena);
    FrameBurst in = new FrameBurst(1, 128, arena);
    PortPair.fill(out, 1, 128);
    assertThat(pair.serverOut.transmit(out, 0)).isEqualTo(1);
    pair.clientIn.receive(in);
    assertThat(PortPair.holds(in, 0, 1, 128)).isTrue();
    Ring ring = pair.ring(false);
    for (int slot = 0; slot < 2; slot++) {
      assertThat(Ring.goesOn(ring.first(slot))).isFalse();
      assertThat(Ring.length(ring.first(slot))).isEqualTo(64);
    }
  }
}
