package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Goal: it is CRC32C as published, over the frame with its own field as zero. */
class ChecksumTest {
  private final Checksum checksum = new Checksum();

  private int plain(String hex) {
    Frame frame = Frame.of(hex);
    return checksum.plain(frame.segment, frame.offset, frame.length);
  }

  @Test
  void publishedCheckValue() {
    String digits = HexFormat.of().formatHex("123456789".getBytes(StandardCharsets.US_ASCII));
    assertThat(plain(digits)).isEqualTo(0xE3069283);
  }

  /** RFC 3720 appendix B.4; the RFC prints the bytes of the value with the lowest first. */
  @Test
  void examplesOfRfc3720() {
    assertThat(plain("00*32")).isEqualTo(0x8A9136AA);
    assertThat(plain("FF*32")).isEqualTo(0x62A8AB43);
    assertThat(
            plain(
                "00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F"
                    + " 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E 1F"))
        .isEqualTo(0x46DD794E);
    assertThat(
            plain(
                "1F 1E 1D 1C 1B 1A 19 18 17 16 15 14 13 12 11 10"
                    + " 0F 0E 0D 0C 0B 0A 09 08 07 06 05 04 03 02 01 00"))
        .isEqualTo(0x113FDB5C);
    assertThat(
            plain(
                "01 C0 00 00 | 00*4 | 00*4 | 00*4 | 14 00 00 00 | 00 00 04 00 | 00 00 00 14"
                    + " | 00 00 00 18 | 28 00 00 00 | 00*4 | 02 00 00 00 | 00*4"))
        .isEqualTo(0xD9963A56);
  }

  @Test
  void ownFieldCountsAsZero() {
    // 32 zero bytes have the checksum 8A9136AA; whatever stands at 4 to 7 does not matter.
    Frame zeros = Frame.of("00*32");
    Frame marked = Frame.of("00*4 | DE AD BE EF | 00*24");
    assertThat(checksum.compute(zeros.segment, zeros.offset, 32)).isEqualTo(0x8A9136AA);
    assertThat(checksum.compute(marked.segment, marked.offset, 32)).isEqualTo(0x8A9136AA);
  }

  @Test
  void sealWritesItInNetworkOrderAndMatchesFindsIt() {
    Frame frame = Frame.of("00*4 | DE AD BE EF | 00*24");
    assertThat(checksum.matches(frame.segment, frame.offset, 32)).isFalse();
    checksum.seal(frame.segment, frame.offset, 32);
    assertThat(frame.content()).isEqualTo(Frame.bytes("00*4 | 8A 91 36 AA | 00*24"));
    assertThat(checksum.matches(frame.segment, frame.offset, 32)).isTrue();
  }

  @Test
  void everyFlippedBitIsFound() {
    Frame frame =
        Frame.of("01 01 00 01 | 00*4 | 00*8 | 00*8 | 00*8 | 20 00 00 00 00 00 00 08 | 00*24");
    checksum.seal(frame.segment, frame.offset, frame.length);
    for (int bit = 0; bit < frame.length * 8; bit++) {
      long at = frame.offset + bit / 8;
      int value = NetworkOrder.read8(frame.segment, at);
      NetworkOrder.write8(frame.segment, at, value ^ (1 << (bit % 8)));
      assertThat(checksum.matches(frame.segment, frame.offset, frame.length))
          .as("%s", bit)
          .isFalse();
      NetworkOrder.write8(frame.segment, at, value);
    }
    assertThat(checksum.matches(frame.segment, frame.offset, frame.length)).isTrue();
  }

  @Test
  void longestFrameFits() {
    Frame frame = Frame.of("00*8320");
    checksum.seal(frame.segment, frame.offset, frame.length);
    assertThat(checksum.matches(frame.segment, frame.offset, frame.length)).isTrue();
  }
}
