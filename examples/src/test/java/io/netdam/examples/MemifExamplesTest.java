package io.netdam.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.memif.FrameBurst;
import io.netdam.memif.MemifOptions;
import io.netdam.memif.MemifPort;
import io.netdam.memif.PortPhase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Goal: the memif examples do what they say. Frames and answers were written by hand. */
@EnabledOnOs(OS.LINUX)
class MemifExamplesTest {
  private static final String THEM = "020000000001";
  private static final String US = "020000000002";

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static void answers(String question, String answer) {
    byte[] frame = bytes(question);
    assertThat(MemifUdpExample.answer(MemorySegment.ofArray(frame))).isTrue();
    assertThat(HexFormat.of().formatHex(frame)).isEqualTo(answer.replace(" ", ""));
  }

  @Test
  void answersWhoHas() {
    answers(
        "ffffffffffff"
            + THEM
            + "0806 0001 0800 06 04 0001"
            + THEM
            + "0a000001 000000000000 0a000002",
        THEM + US + "0806 0001 0800 06 04 0002" + US + "0a000002" + THEM + "0a000001");
  }

  @Test
  void answersDatagramsAndPings() {
    answers(
        US + THEM + "0800 4500001e 0000 0000 40 11 66cd 0a000001 0a000002 1000 2000 000a 0000 6869",
        THEM
            + US
            + "0800 4500001e 0000 0000 40 11 66cd 0a000002 0a000001 2000 1000 000a 0000 6869");
    answers(
        US + THEM + "0800 4500001c 0000 0000 40 01 66df 0a000001 0a000002 0800 f7fe 0000 0001",
        THEM + US + "0800 4500001c 0000 0000 40 01 66df 0a000002 0a000001 0000 fffe 0000 0001");
  }

  @Test
  void leavesAloneWhatIsForOthers() {
    byte[] frame =
        bytes(
            US
                + THEM
                + "0800 4500001e 0000 0000 40 11 0000 0a000001 0a000003 1000 2000 000a 0000 6869");
    assertThat(MemifUdpExample.answer(MemorySegment.ofArray(frame))).isFalse();
    assertThat(MemifUdpExample.answer(MemorySegment.ofArray(new byte[10]))).isFalse();
  }

  @Test
  void writesWhatOthersRead() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined()) {
      FrameBurst burst = new FrameBurst(1, 64, arena);
      burst.add(MemorySegment.ofArray(new byte[] {1, 2, 3}), 0, 3);
      MemifPcapExample.writeHeader(file);
      MemifPcapExample.write(file, burst, Instant.ofEpochSecond(2, 5000));
    }
    assertThat(HexFormat.of().formatHex(file.toByteArray()))
        .isEqualTo(
            "d4c3b2a1 02000400 00000000 00000000 ffff0000 01000000".replace(" ", "")
                + "02000000 05000000 03000000 03000000 010203".replace(" ", ""));
  }

  @Test
  void theLoopEchoes() throws Exception {
    String socket = "@netdam-example-" + ProcessHandle.current().pid();
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Void> loop =
        CompletableFuture.runAsync(() -> {
          try {
            MemifLoop.run(
                MemifLoop.options(new String[] {"server", socket}), stop::get, MemifLoop::send);
          } catch (IOException failed) {
            throw new AssertionError(failed);
          }
        });
    try (Arena arena = Arena.ofConfined();
        MemifPort port = MemifPort.open(MemifOptions.client(socket))) {
      while (port.poll(System.nanoTime()) != PortPhase.UP) {
        assertThat(loop).isNotCompletedExceptionally();
        port.await(0, 1);
      }
      FrameBurst burst = new FrameBurst(1, 64, arena);
      burst.add(60);
      port.transmit(0, burst, 0);
      while (port.receive(0, burst) == 0) {
        assertThat(loop).isNotCompletedExceptionally();
        port.await(0, 1);
      }
      assertThat(burst.length(0)).isEqualTo(60);
    } finally {
      stop.set(true);
      loop.get(30, TimeUnit.SECONDS);
    }
  }
}
