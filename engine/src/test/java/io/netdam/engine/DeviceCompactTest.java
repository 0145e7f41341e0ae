package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static io.netdam.engine.DeviceRig.TRUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Path;
import io.netdam.wire.DropReason;
import io.netdam.wire.Status;
import org.junit.jupiter.api.Test;

/** Goal: the compact form does what docs/protocol.md section 4 says, byte for byte. */
class DeviceCompactTest {
  private final DeviceRig rig = new DeviceRig();

  private Frame ask(Path from, int... bytes) {
    byte[] frame = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      frame[i] = (byte) bytes[i];
    }
    int before = rig.sent.size();
    rig.raw(from, frame);
    assertThat(rig.sent).hasSize(before + 1);
    Frame reply = rig.last();
    assertThat(reply.bytes).hasSize(13);
    assertThat(reply.get8(0)).isEqualTo(0xEF);
    assertThat(reply.get16(1)).as("sequence").isEqualTo(bytes[1] << 8 | bytes[2]);
    return reply;
  }

  private static Status status(Frame reply) {
    return Status.of(reply.get8(11));
  }

  @Test
  void fetchAddAnswersTheOldValue() {
    rig.engine.occupancy(3);
    rig.word(16, 40);
    Frame reply = ask(LOCAL, 0x30, 0x12, 0x34, 0, 0, 0, 0, 0, 0, 0, 16);
    assertThat(reply.bytes).containsExactly(0xEF, 0x12, 0x34, 0, 0, 0, 0, 0, 0, 0, 40, 0, 3);
    assertThat(rig.word(16)).isEqualTo(41);
    ask(TRUSTED, 0x30, 0, 1, 0, 0, 0, 0, 0, 0, 0, 16, 0xFF);
    assertThat(rig.word(16)).as("minus one").isEqualTo(40);
    ask(LOCAL, 0x30, 0, 1, 0, 0, 0, 0, 0, 0, 0, 16, 1, 0, 0, 0, 0, 0, 0);
    assertThat(rig.word(16)).isEqualTo(40 + (1L << 48));
  }

  @Test
  void aRetriedChangeHappensTwice() {
    ask(LOCAL, 0x30, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    ask(LOCAL, 0x30, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(rig.word(0)).isEqualTo(2);
  }

  @Test
  void readAnswersUpToEightBytes() {
    rig.word(8, 0x1122334455667788L);
    Frame whole = ask(LOCAL, 0x20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 8);
    assertThat(whole.get64(3)).isEqualTo(0x1122334455667788L);
    Frame three = ask(LOCAL, 0x20, 0, 2, 0, 0, 0, 0, 0, 0, 0, 8, 3);
    assertThat(three.get64(3)).as("little endian").isEqualTo(0x667788);
    assertThat(status(ask(LOCAL, 0x20, 0, 2, 0, 0, 0, 0, 0, 0, 0, 8, 9)))
        .isEqualTo(Status.BAD_OPERAND);
    assertThat(status(ask(LOCAL, 0x20, 0, 2, 0, 0, 0, 0, 0, 0, 0x10, 0)))
        .isEqualTo(Status.OUT_OF_RANGE);
  }

  @Test
  void writePutsUpToSixBytes() {
    Frame reply = ask(LOCAL, 0x21, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 8, 9);
    assertThat(status(reply)).isEqualTo(Status.DONE);
    assertThat(reply.get64(3)).isEqualTo(3);
    assertThat(rig.word(0)).isEqualTo(0x09080700);
    assertThat(status(ask(LOCAL, 0x21, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 4, 7, 8, 9)))
        .isEqualTo(Status.BAD_OPERAND);
    assertThat(status(ask(LOCAL, 0x21, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)))
        .isEqualTo(Status.BAD_OPERAND);
  }

  @Test
  void whatDoesNotFitIsUnsupported() {
    for (int opcode : new int[] {0x22, 0x23, 0x24, 0x32, 0x3F, 0x40, 0xC0, 0xEE}) {
      assertThat(status(ask(LOCAL, opcode, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 5)))
          .as("opcode %x", opcode)
          .isEqualTo(Status.UNSUPPORTED);
    }
    assertThat(rig.memoryBytes()).containsOnly(0);
  }

  @Test
  void withoutRoomToAnswerNothingRuns() {
    rig.room = 0;
    rig.raw(LOCAL, DeviceDropTest.compactAdd(0));
    assertThat(rig.word(0)).isZero();
    assertThat(rig.counters.dropped(DropReason.OUTBOX_FULL)).isEqualTo(1);
  }
}
