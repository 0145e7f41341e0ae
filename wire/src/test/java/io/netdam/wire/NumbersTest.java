package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: forms, kinds, statuses, opcodes and sizes are those of the page. */
class NumbersTest {
  @Test
  void everyFirstByteHasTheFormOfThePage() {
    assertThat(Form.of((byte) 0x00)).isEqualTo(Form.ROUTED);
    for (int first = 0x01; first <= 0x0F; first++) {
      assertThat(Form.of((byte) first)).isEqualTo(Form.FULL);
    }
    for (int first = 0x10; first <= 0x1F; first++) {
      assertThat(Form.of((byte) first)).isEqualTo(Form.SEALED);
    }
    for (int first = 0x20; first <= 0xEF; first++) {
      assertThat(Form.of((byte) first)).isEqualTo(Form.COMPACT);
    }
    for (int first = 0xF0; first <= 0xFF; first++) {
      assertThat(Form.of((byte) first)).isEqualTo(Form.ROUTED);
    }
  }

  @Test
  void versionStandsInTheLowHalfOfTheFirstByte() {
    assertThat(Form.version((byte) Form.FULL_BYTE)).isEqualTo(1);
    assertThat(Form.version((byte) Form.SEALED_BYTE)).isEqualTo(1);
    assertThat(Form.version((byte) 0x0F)).isEqualTo(15);
    assertThat(Form.version((byte) 0x10)).isZero();
    assertThat(Form.VERSION).isEqualTo(1);
  }

  @Test
  void kindsHaveNumberNameDirectionFlagsAndSize() {
    List<String> names =
        List.of(
            "REQUEST",
            "REPLY",
            "ACK",
            "OPEN",
            "OPENED",
            "RETRY",
            "CAPS",
            "CAPS_REPLY",
            "CLOSE",
            "GOAWAY",
            "PROBE",
            "PROBE_REPLY");
    List<Integer> client = List.of(1, 4, 7, 9, 11, 12);
    List<Integer> device = List.of(2, 3, 5, 6, 8, 10, 11, 12);
    List<Integer> long128 = List.of(4, 5, 7, 8);
    for (int kind = 1; kind <= 12; kind++) {
      assertThat(PacketKind.known(kind)).isTrue();
      assertThat(PacketKind.name(kind)).isEqualTo(names.get(kind - 1));
      assertThat(PacketKind.fromClient(kind))
          .as("client %s", kind)
          .isEqualTo(client.contains(kind));
      assertThat(PacketKind.fromDevice(kind))
          .as("device %s", kind)
          .isEqualTo(device.contains(kind));
      assertThat(PacketKind.bytesMinimum(kind)).isEqualTo(long128.contains(kind) ? 128 : 64);
      assertThat(PacketKind.flags(kind)).isEqualTo(kind == 1 ? 0x1F : kind == 4 ? 0x01 : 0);
    }
    assertThat(PacketKind.known(0)).isFalse();
    assertThat(PacketKind.known(13)).isFalse();
    assertThat(PacketKind.name(0)).isEqualTo("KIND_0");
    assertThat(PacketKind.name(13)).isEqualTo("KIND_13");
  }

  @Test
  void statusesHaveTheNumbersOfThePage() {
    List<String> names =
        List.of(
            "DONE",
            "OUT_OF_RANGE",
            "MISALIGNED",
            "UNKNOWN_OPCODE",
            "BAD_OPERAND",
            "SESSION_REQUIRED",
            "BELOW_WINDOW",
            "ABOVE_WINDOW",
            "SESSIONS_FULL",
            "REPLY_TOO_LARGE",
            "BUSY",
            "READ_ONLY",
            "HANDLE_UNKNOWN",
            "HANDLE_EXPIRED",
            "NO_RIGHT",
            "FENCED",
            "MISMATCH",
            "TIMED_OUT",
            "NOT_READY",
            "TRAPPED",
            "UNSUPPORTED",
            "DRAINING",
            "NOT_DURABLE",
            "QUOTA",
            "NOT_RECORDED",
            "INTERRUPTED");
    assertThat(Status.values()).hasSize(26);
    for (int code = 0; code < 26; code++) {
      assertThat(Status.known(code)).isTrue();
      assertThat(Status.of(code).name()).isEqualTo(names.get(code));
      assertThat(Status.of(code).code()).isEqualTo(code);
    }
    assertThat(Status.known(26)).isFalse();
    assertThat(Status.known(-1)).isFalse();
    assertThat(Status.of(26)).isEqualTo(Status.UNSUPPORTED);
    assertThat(Status.of(-1)).isEqualTo(Status.UNSUPPORTED);
    assertThat(Status.of(255)).isEqualTo(Status.UNSUPPORTED);
  }

  @Test
  void opcodesHaveTheNumbersOfThePage() {
    List<String> base = List.of("READ", "WRITE", "COPY", "FILL", "OUTCOME");
    List<String> atomic =
        List.of(
            "FETCH_ADD",
            "SWAP",
            "COMPARE_AND_SWAP",
            "FETCH_AND",
            "FETCH_OR",
            "FETCH_XOR",
            "FETCH_MIN",
            "FETCH_MAX",
            "FETCH_MIN_UNSIGNED",
            "FETCH_MAX_UNSIGNED",
            "TICKET_RANGE");
    for (int i = 0; i < base.size(); i++) {
      assertThat(Opcode.name(0x20 + i)).isEqualTo(base.get(i));
    }
    for (int i = 0; i < atomic.size(); i++) {
      assertThat(Opcode.name(0x30 + i)).isEqualTo(atomic.get(i));
    }
    assertThat(Opcode.name(0x1F)).isEqualTo("OPCODE_0x1f");
    assertThat(Opcode.name(0x25)).isEqualTo("OPCODE_0x25");
    assertThat(Opcode.name(0x2F)).isEqualTo("OPCODE_0x2f");
    assertThat(Opcode.name(0x3B)).isEqualTo("OPCODE_0x3b");
    assertThat(Opcode.name(0xEF)).isEqualTo("COMPACT_REPLY");
    assertThat(Opcode.name(0)).isEqualTo("OPCODE_0x00");
  }

  @Test
  void atomicFamilyIsThirtyToThirtyF() {
    for (int opcode = 0; opcode < 256; opcode++) {
      assertThat(Opcode.atomic(opcode)).isEqualTo(opcode / 16 == 3);
    }
  }

  @Test
  void alignmentRoundsUpAndKeepsWhatIsAligned() {
    assertThat(FrameLayout.dataArea(48)).isEqualTo(64);
    assertThat(FrameLayout.dataArea(64)).isEqualTo(64);
    assertThat(FrameLayout.dataArea(65)).isEqualTo(128);
    assertThat(FrameLayout.dataStart(0)).isZero();
    assertThat(FrameLayout.dataStart(16)).isEqualTo(16);
    assertThat(FrameLayout.dataStart(17)).isEqualTo(32);
    assertThat(FrameLayout.frameBytes(63)).isEqualTo(64);
    assertThat(FrameLayout.frameBytes(1_473)).isEqualTo(1_536);
    assertThat(FrameLayout.dataArea(0x1_0000_0001L)).isEqualTo(0x1_0000_0040L);
  }

  @Test
  void loneDataIsTheFrameWithoutOneBlockAndTrailers() {
    assertThat(FrameLayout.loneDataBytes(1_472, 0)).isEqualTo(1_408);
    assertThat(FrameLayout.loneDataBytes(1_472, 16)).isEqualTo(1_392);
    assertThat(FrameLayout.loneDataBytes(8_256, 0)).isEqualTo(8_192);
    assertThat(FrameLayout.loneDataBytes(1_500, 64)).isEqualTo(1_344);
    assertThat(FrameLayout.loneDataBytes(64, 64)).isZero();
  }

  @Test
  void residenceIsCountedInThirtyTwoNanoseconds() {
    assertThat(TransportHeader.residence(-1)).isZero();
    assertThat(TransportHeader.residence(31)).isZero();
    assertThat(TransportHeader.residence(32)).isEqualTo(1);
    assertThat(TransportHeader.residence(2_097_119)).isEqualTo(65_534);
    assertThat(TransportHeader.residence(2_097_120)).isEqualTo(65_535);
    assertThat(TransportHeader.residence(Long.MAX_VALUE)).isEqualTo(65_535);
  }

  @Test
  void shardAndLaneAreTheTopBits() {
    assertThat(TransportHeader.shard(0xFF00_0000_0000_0001L)).isEqualTo(255);
    assertThat(TransportHeader.shard(0x0300_0000_0000_0000L)).isEqualTo(3);
    assertThat(TransportHeader.lane(0xFFFE_0000_0000_0001L)).isEqualTo(0xFFFE);
    assertThat(TransportHeader.lane(7)).isZero();
  }
}
