package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Goal: requests built in place are those of the page, over any rubbish, and never too long. */
class RequestWriterTest {
  private final RequestWriter writer = new RequestWriter();
  private final Frame source = Frame.of("11*20 | 22*2 | DD*64 | CC*128");

  @Test
  void fetchAddIsSixtyFourBytes() {
    Frame frame = Frame.dirty(128);
    int length =
        writer
            .begin(frame.segment, frame.offset, 128)
            .header(0x850000000000002AL, 7, 5, 2)
            .instruction(Opcode.FETCH_ADD, 0, 3, 0, 0x1000)
            .operands(1, -2)
            .finish();
    assertThat(length).isEqualTo(64);
    assertThat(frame.content(64))
        .isEqualTo(
            Frame.bytes(
                "01 01 00 01 | 00*4 | 85 00*6 2A | 00*7 07 | 00*5 05 00 02"
                    + " | 30 01 00 03 00*4 | 00*6 10 00 | 00*7 01 | FF*7 FE"));
  }

  @Test
  void everythingAtOnce() {
    Frame frame = Frame.dirty(512);
    int length =
        writer
            .begin(frame.segment, frame.offset, 512)
            .flags(Request.FLAG_QUIET)
            .flags(Request.FLAG_CONTINUE | Request.FLAG_ALL)
            .instruction(Opcode.WRITE, 0, 0x8001, 0, 0x1000)
            .data(source.segment, source.offset, 20)
            .instruction(Opcode.COMPARE_AND_SWAP, InstructionCore.FLAG_WIDTH_16, 0, 0, 0x2000)
            .operands(5, -1)
            .fence(0x3000, 9)
            .instruction(Opcode.WRITE, 0, 0, 0, 0x4000)
            .data(source.segment, source.offset + 20, 2)
            .ticket(source.segment, source.offset + 22)
            .capability(source.segment, source.offset + 86)
            .finish();
    assertThat(length).isEqualTo(384);
    assertThat(frame.content(384))
        .isEqualTo(
            Frame.bytes(
                "01 01 1F 03 | 00*28"
                    + " | 21 04 80 01 00 00 00 14 | 00*6 10 00"
                    + " | 32 23 00*6 | 00*6 20 00 | 00*7 05 | FF*8 | 00*6 30 00 | 00*7 09"
                    + " | 21 04 00 00 00 00 00 02 | 00*6 40 00"
                    + " | 00*16 | 11*20 00*12 22*2 | 00*30 | CC*128 | DD*64"));
  }

  @Test
  void fenceWithoutOperands() {
    Frame frame = Frame.dirty(64);
    writer
        .begin(frame.segment, frame.offset, 64)
        .instruction(Opcode.FILL, 0, 0, 0xFFFFFFFFL, 0)
        .fence(1, 2)
        .finish();
    assertThat(frame.content())
        .isEqualTo(
            Frame.bytes("01 01 00 01 | 00*28 | 23 02 00 00 FF*4 | 00*8 | 00*7 01 | 00*7 02"));
  }

  @Test
  void paddingIsRoundedUpAndZeroed() {
    Frame frame = Frame.dirty(320);
    writer.begin(frame.segment, frame.offset, 320).instruction(Opcode.READ, 0, 0, 128, 0);
    assertThat(writer.frameBytes()).isEqualTo(64);
    assertThat(writer.padTo(193).padTo(100).frameBytes()).isEqualTo(256);
    assertThat(writer.finish()).isEqualTo(256);
    assertThat(frame.content(256))
        .isEqualTo(Frame.bytes("01 01 00 01 | 00*28 | 20 00 00 00 00 00 00 80 | 00*8 | 00*208"));
  }

  @Test
  void frameBytesGrowWithDataAndTrailers() {
    Frame frame = Frame.dirty(2_048);
    writer.begin(frame.segment, frame.offset, 2_048).instruction(Opcode.WRITE, 0, 0, 0, 0);
    assertThat(writer.data(frame.segment, 0, 1_408).frameBytes()).isEqualTo(1_472);
    assertThat(writer.ticket(source.segment, source.offset).frameBytes()).isEqualTo(1_536);
    writer.capability(source.segment, source.offset);
    assertThat(writer.frameBytes()).isEqualTo(1_664);
  }

  @Test
  void emptyDataIsStillData() {
    Frame frame = Frame.dirty(64);
    int length =
        writer
            .begin(frame.segment, frame.offset, 64)
            .instruction(Opcode.WRITE, 0, 0, 99, 0)
            .data(source.segment, source.offset, 0)
            .finish();
    assertThat(length).isEqualTo(64);
    assertThat(frame.content()).isEqualTo(Frame.bytes("01 01 00 01 | 00*28 | 21 04 00*14 | 00*16"));
  }

  @Test
  void aNewFrameForgetsTheOld() {
    Frame frame = Frame.dirty(256);
    writer
        .begin(frame.segment, frame.offset, 256)
        .flags(Request.FLAG_ALL)
        .padTo(256)
        .instruction(Opcode.WRITE, 0, 0, 0, 0)
        .data(source.segment, source.offset, 20)
        .ticket(source.segment, source.offset);
    int length =
        writer.begin(frame.segment, frame.offset, 64).instruction(Opcode.READ, 0, 0, 8, 0).finish();
    assertThat(length).isEqualTo(64);
    byte[] content = java.util.Arrays.copyOf(frame.content(256), 64);
    assertThat(content).isEqualTo(Frame.bytes("01 01 00 01 | 00*28 | 20 00*6 08 | 00*8 | 00*16"));
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeItIsWritten() {
    Frame frame = Frame.dirty(64);
    assertThatThrownBy(() -> writer.begin(frame.segment, frame.offset, 31))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("32 bytes do not fit a frame of 31");
    writer.begin(frame.segment, frame.offset, 64).instruction(Opcode.READ, 0, 0, 8, 0);
    writer.instruction(Opcode.READ, 0, 0, 8, 0);
    assertThatThrownBy(() -> writer.instruction(Opcode.READ, 0, 0, 8, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> writer.operands(1, 2)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> writer.fence(1, 2)).isInstanceOf(IllegalStateException.class);
    assertThat(writer.finish()).isEqualTo(64);
    writer.begin(frame.segment, frame.offset, 64).instruction(Opcode.WRITE, 0, 0, 0, 0);
    writer.data(source.segment, source.offset, 1);
    assertThatThrownBy(writer::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("128 bytes do not fit a frame of 64");
    frame.content();
  }

  @Test
  void neverLongerThanTheLongestFrame() {
    Frame frame = Frame.dirty(9_000);
    writer.begin(frame.segment, frame.offset, 9_000).instruction(Opcode.WRITE, 0, 0, 0, 0);
    writer.data(frame.segment, 0, 8_256);
    assertThat(writer.frameBytes()).isEqualTo(8_320);
    assertThat(writer.finish()).isEqualTo(8_320);
    writer.begin(frame.segment, frame.offset, 9_000).instruction(Opcode.WRITE, 0, 0, 0, 0);
    writer.data(frame.segment, 0, 8_257);
    assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void atMost255Instructions() {
    Frame frame = Frame.dirty(8_320);
    writer.begin(frame.segment, frame.offset, 8_320);
    for (int i = 0; i < 255; i++) {
      writer.instruction(Opcode.FETCH_ADD, 0, 0, -1, i);
    }
    assertThatThrownBy(() -> writer.instruction(Opcode.READ, 0, 0, 8, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("more than 255 instructions in a request");
    assertThat(writer.finish()).isEqualTo(4_160);
    assertThat(NetworkOrder.read8(frame.segment, frame.offset + 3)).isEqualTo(255);
    writer.begin(frame.segment, frame.offset, 8_320);
    assertThatThrownBy(writer::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a request needs an instruction");
  }

  @Test
  void orderOfPartsIsAsserted() {
    Frame frame = Frame.dirty(512);
    writer.begin(frame.segment, frame.offset, 512);
    assertThatThrownBy(() -> writer.flags(Request.FLAG_TICKET)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> writer.instruction(1, InstructionCore.FLAG_DATA, 0, 0, 0))
        .isInstanceOf(AssertionError.class);
    writer.instruction(1, 0, 0, 0, 0).operands(1, 2);
    assertThatThrownBy(() -> writer.operands(1, 2)).isInstanceOf(AssertionError.class);
    writer.fence(1, 2);
    assertThatThrownBy(() -> writer.fence(1, 2)).isInstanceOf(AssertionError.class);
    writer.instruction(1, 0, 0, 0, 0).fence(1, 2);
    assertThatThrownBy(() -> writer.operands(1, 2)).isInstanceOf(AssertionError.class);
    writer.data(source.segment, source.offset, 1);
    assertThatThrownBy(() -> writer.data(source.segment, source.offset, 1))
        .isInstanceOf(AssertionError.class);
  }
}
