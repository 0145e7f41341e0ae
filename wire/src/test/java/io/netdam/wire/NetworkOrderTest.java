package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: fields are big endian at any alignment, unsigned where they say so. */
class NetworkOrderTest {
  private final Frame frame = Frame.of("81 82 83 84 85 86 87 88");

  @Test
  void readsBigEndian() {
    assertThat(NetworkOrder.read8(frame.segment, frame.offset)).isEqualTo(0x81);
    assertThat(NetworkOrder.read16(frame.segment, frame.offset)).isEqualTo(0x8182);
    assertThat(NetworkOrder.read32(frame.segment, frame.offset)).isEqualTo(0x81828384);
    assertThat(NetworkOrder.read32Unsigned(frame.segment, frame.offset)).isEqualTo(0x81828384L);
    assertThat(NetworkOrder.read64(frame.segment, frame.offset)).isEqualTo(0x8182838485868788L);
  }

  @Test
  void writesBigEndianAndNothingBeside() {
    Frame target = Frame.dirty(15);
    NetworkOrder.write8(target.segment, target.offset, 0x191);
    NetworkOrder.write16(target.segment, target.offset + 1, 0x29293);
    NetworkOrder.write32(target.segment, target.offset + 3, 0x94959697);
    NetworkOrder.write64(target.segment, target.offset + 7, 0x98999A9B9C9D9E9FL);
    assertThat(target.content())
        .isEqualTo(Frame.bytes("91 92 93 94 95 96 97 98 99 9A 9B 9C 9D 9E 9F"));
  }

  @Test
  void zeroesExactlyTheRange() {
    for (int length = 0; length <= 40; length++) {
      Frame target = Frame.dirty(48);
      NetworkOrder.zero(target.segment, target.offset + 3, target.offset + 3 + length);
      byte[] content = target.content();
      for (int i = 0; i < content.length; i++) {
        boolean inside = i >= 3 && i < 3 + length;
        assertThat(content[i]).as("%s of %s", i, length).isEqualTo((byte) (inside ? 0 : 0xEE));
      }
    }
  }
}
