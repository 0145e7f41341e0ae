package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: any bytes give one line that begins with what they are. */
class FrameDescriptionTest {
  private static String describe(String hex) {
    Frame frame = Frame.of(hex);
    return FrameDescription.describe(frame.segment, frame.offset, frame.length);
  }

  @Test
  void soundFramesOfEachKind() {
    String header = " session none packet 0 operation 0/0 flags 0x00 count 1 check 00000000 ";
    assertThat(describe("01 01 00 01 | 00*28 | 20 00*6 08 | 00*8 | 00*16"))
        .isEqualTo("REQUEST" + header + "- | READ address 0x0 length 8");
    assertThat(describe("01 02 00 01 | 00*28 | 00*16 | 30 00*15"))
        .isEqualTo("REPLY" + header + "echo 0 occupancy 0 credit 0 - | FETCH_ADD DONE value 0x0");
    assertThat(describe("01 03 00*62")).startsWith("ACK session none packet 0 below 0");
    assertThat(describe("01 04 00*126")).startsWith("OPEN flags - session none");
    assertThat(describe("01 05 00*126")).startsWith("OPENED session none");
    assertThat(describe("01 06 00*62")).startsWith("RETRY session none");
    assertThat(describe("01 07 00*126")).isEqualTo("CAPS session none packet 0 nonce 0x0");
    assertThat(describe("01 08 00*126")).startsWith("CAPS_REPLY session none");
    assertThat(describe("01 09 00*62")).isEqualTo("CLOSE session none packet 0");
    assertThat(describe("01 0A 00*62")).isEqualTo("GOAWAY session none packet 0 grace ms 0");
    assertThat(describe("01 0B 00*62")).startsWith("PROBE session none");
    assertThat(describe("01 0C 00*62")).startsWith("PROBE_REPLY session none");
    assertThat(describe("20 00*10")).isEqualTo("compact READ sequence 0 address 0x0");
    assertThat(describe("EF 00*12"))
        .isEqualTo("compact reply sequence 0 DONE value 0x0 occupancy 0");
  }

  @Test
  void whatIsNotRead() {
    assertThat(describe("11 00*63")).isEqualTo("sealed 64 bytes");
    assertThat(describe("00*10")).isEqualTo("routed 10 bytes");
    assertThat(describe("01 00*11")).isEqualTo("malformed TOO_SHORT 12 bytes");
    assertThat(describe("EF 00*13")).isEqualTo("malformed TOO_LONG 14 bytes");
    Frame empty = Frame.of("00");
    assertThat(FrameDescription.describe(empty.segment, empty.offset, 0))
        .isEqualTo("malformed TOO_SHORT 0 bytes");
  }

  @Test
  void flagsWithoutANameAreShownAsANumber() {
    assertThat(Text.flags(0x05, "A", "B", "C")).isEqualTo("A|C");
    assertThat(Text.flags(0x0A, "A", "B")).isEqualTo("B|0x08");
    assertThat(Text.flags(0x80, "A")).isEqualTo("0x80");
    assertThat(Text.flags(0, "A")).isEqualTo("-");
  }
}
