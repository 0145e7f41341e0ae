package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/**
 * Goal: replies built while instructions run are those of the page, data where it is looked for.
 */
class ReplyWriterTest {
  private final ReplyWriter writer = new ReplyWriter();

  private static void fill(MemorySegment segment, long offset, int value, int length) {
    for (int i = 0; i < length; i++) {
      NetworkOrder.write8(segment, offset + i, value);
    }
  }

  @Test
  void fetchAddIsSixtyFourBytes() {
    Frame frame = Frame.dirty(128);
    int length =
        writer
            .begin(frame.segment, frame.offset, 128, Result.BYTES)
            .header(0x850000000000002AL, 7, 5, 2)
            .feedback(200, 3, 0xF0000011, 0x92L)
            .result(Opcode.FETCH_ADD, 0, -2)
            .finish();
    assertThat(length).isEqualTo(64);
    assertThat(frame.content(64))
        .isEqualTo(
            Frame.bytes(
                "01 02 00 01 | 00*4 | 85 00*6 2A | 00*7 07 | 00*5 05 00 02"
                    + " | C8 03 00 00 F0 00 00 11 | 00*7 92 | 30 00 00 00 00*4 | FF*7 FE"));
  }

  @Test
  void dataWideAndRefusal() {
    Frame frame = Frame.dirty(256);
    writer.begin(frame.segment, frame.offset, 256, 16 + 32 + 16 + 16);
    assertThat(writer.dataOffset()).isEqualTo(frame.offset + 128);
    assertThat(writer.dataRoom()).isEqualTo(128);
    fill(frame.segment, writer.dataOffset(), 0x11, 5);
    writer.resultWithData(Opcode.READ, 5, 6);
    assertThat(writer.dataOffset()).isEqualTo(frame.offset + 144);
    assertThat(writer.dataRoom()).isEqualTo(112);
    writer.resultWide(Opcode.FETCH_ADD, 0, 3, 4);
    fill(frame.segment, writer.dataOffset(), 0x22, 3);
    writer.resultWithData(Opcode.READ, 3, 0);
    writer.result(Opcode.WRITE, Status.OUT_OF_RANGE.code(), 0x2000);
    assertThat(writer.finish()).isEqualTo(192);
    assertThat(frame.content(192))
        .isEqualTo(
            Frame.bytes(
                "01 02 00 04 | 00*28 | 00*16"
                    + " | 20 00 02 00 00 00 00 05 | 00*7 06"
                    + " | 30 00 01 00 00*4 | 00*7 03 | 00*7 04 | 00*8"
                    + " | 20 00 02 00 00 00 00 03 | 00*8"
                    + " | 21 01 00 00 00*4 | 00*6 20 00"
                    + " | 11*5 00*11 22*3 00*45"));
  }

  @Test
  void dataMovesDownWhenFewerResultsCome() {
    Frame frame = Frame.dirty(320);
    writer.begin(frame.segment, frame.offset, 320, 10 * Result.BYTES);
    assertThat(writer.dataOffset()).isEqualTo(frame.offset + 256);
    fill(frame.segment, writer.dataOffset(), 0x11, 50);
    writer.resultWithData(Opcode.READ, 50, 0);
    writer.result(Opcode.READ, Status.OUT_OF_RANGE.code(), 7);
    assertThat(writer.finish()).isEqualTo(192);
    byte[] content = java.util.Arrays.copyOf(frame.content(320), 192);
    assertThat(content)
        .isEqualTo(
            Frame.bytes(
                "01 02 00 02 | 00*28 | 00*16 | 20 00 02 00 00 00 00 32 | 00*8"
                    + " | 20 01 00*6 | 00*7 07 | 00*48 | 11*50 00*14"));
  }

  @Test
  void dataStaysWhereTheAreaIsTheSame() {
    Frame frame = Frame.dirty(256);
    writer.begin(frame.segment, frame.offset, 256, 3 * Result.BYTES);
    fill(frame.segment, writer.dataOffset(), 0x11, 64);
    writer.resultWithData(Opcode.READ, 64, 0).result(Opcode.READ, 1, 0);
    assertThat(writer.finish()).isEqualTo(192);
    assertThat(frame.content(192))
        .isEqualTo(
            Frame.bytes(
                "01 02 00 02 | 00*28 | 00*16 | 20 00 02 00 00 00 00 40 | 00*8"
                    + " | 20 01 00*6 | 00*8 | 00*48 | 11*64"));
  }

  @Test
  void sizeIsKnownBefore() {
    assertThat(ReplyWriter.frameBytes(16, 0)).isEqualTo(64);
    assertThat(ReplyWriter.frameBytes(32, 0)).isEqualTo(128);
    assertThat(ReplyWriter.frameBytes(16, 1)).isEqualTo(128);
    assertThat(ReplyWriter.frameBytes(16, 1_408)).isEqualTo(1_472);
    assertThat(ReplyWriter.frameBytes(16, 0xFFFFFFFFL)).isEqualTo(0x1_0000_0040L);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Frame frame = Frame.dirty(128);
    assertThatThrownBy(() -> writer.begin(frame.segment, frame.offset, 63, 16))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("64 bytes do not fit a frame of 63");
    writer.begin(frame.segment, frame.offset, 128, 16);
    assertThat(writer.dataRoom()).isEqualTo(64);
    assertThatThrownBy(() -> writer.resultWithData(Opcode.READ, 65, 0))
        .isInstanceOf(IllegalStateException.class);
    writer.resultWithData(Opcode.READ, 64, 0);
    assertThatThrownBy(() -> writer.result(Opcode.READ, 0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("more results than were announced");
    assertThat(writer.finish()).isEqualTo(128);
    writer.begin(frame.segment, frame.offset, 64, 16);
    assertThat(writer.dataRoom()).isZero();
    writer.begin(frame.segment, frame.offset, 128, 32);
    assertThat(writer.dataRoom()).isZero();
    assertThatThrownBy(writer::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a reply needs a result");
    writer.begin(frame.segment, frame.offset, 127, 32).result(1, 0, 0).result(1, 0, 0);
    assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    frame.content();
  }

  @Test
  void atMost255Results() {
    Frame frame = Frame.dirty(9_000);
    writer.begin(frame.segment, frame.offset, 9_000, 256 * Result.BYTES);
    assertThat(writer.dataRoom()).isEqualTo(8_320 - 4_160);
    for (int i = 0; i < 255; i++) {
      writer.result(Opcode.READ, 0, i);
    }
    assertThatThrownBy(() -> writer.result(Opcode.READ, 0, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(writer.finish()).isEqualTo(4_160);
    assertThat(NetworkOrder.read8(frame.segment, frame.offset + 3)).isEqualTo(255);
  }
}
