package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Goal: the short form byte by byte, and its three readings of the operand. */
class CompactTest {
  private static final String CORE = "%s F0 01 84 00 00 00 00 00 00 08 ";

  private static CompactRequest request(String opcode, String operand) {
    Frame frame = Frame.of(CORE.formatted(opcode) + operand);
    return new CompactRequest().wrap(frame.segment, frame.offset, frame.length);
  }

  @Test
  void coreWithoutOperand() {
    CompactRequest request = request("30", "");
    assertThat(request.opcode()).isEqualTo(Opcode.FETCH_ADD);
    assertThat(request.sequence()).isEqualTo(0xF001);
    assertThat(request.address()).isEqualTo(0x8400000000000008L);
    assertThat(request.operandBytes()).isZero();
    assertThat(request.operand(1)).isEqualTo(1);
    assertThat(request.readWidth()).isEqualTo(8);
    assertThat(request.writeWidth()).isZero();
    assertThat(request.describe())
        .isEqualTo("compact FETCH_ADD sequence 61441 address 0x8400000000000008");
  }

  @Test
  void operandIsSignedAndBigEndian() {
    assertThat(request("30", "05").operand(1)).isEqualTo(5);
    assertThat(request("30", "FF").operand(1)).isEqualTo(-1);
    assertThat(request("30", "01 00").operand(1)).isEqualTo(256);
    assertThat(request("30", "80 00").operand(1)).isEqualTo(-32768);
    assertThat(request("30", "7F FF FF FF FF FF FF").operand(1)).isEqualTo((1L << 55) - 1);
    assertThat(request("30", "80 00 00 00 00 00 00").operand(1)).isEqualTo(-(1L << 55));
    assertThat(request("30", "FF FE").describe())
        .isEqualTo("compact FETCH_ADD sequence 61441 address 0x8400000000000008 operand -2/2");
  }

  @Test
  void readWidthIsOneToEight() {
    for (int width = 0; width <= 255; width++) {
      assertThat(request("20", "%02X".formatted(width)).readWidth())
          .isEqualTo(width <= 8 ? width : 0);
    }
    assertThat(request("20", "08 00").readWidth()).isZero();
  }

  @Test
  void writeWidthIsThatOfItsBytes() {
    for (int width = 0; width <= 6; width++) {
      String operand = "%02X 11*%d".formatted(width, width);
      assertThat(request("21", operand).writeWidth()).isEqualTo(width);
      assertThat(request("21", "%02X 11*%d".formatted(width + 1, width)).writeWidth()).isZero();
    }
    assertThat(request("21", "01 11 22").writeWidth()).isZero();
    Frame frame = Frame.of(CORE.formatted("21") + "02 AA BB");
    CompactRequest write = new CompactRequest().wrap(frame.segment, frame.offset, frame.length);
    assertThat(write.dataOffset()).isEqualTo(frame.offset + 12);
    assertThat(write.operandBytes()).isEqualTo(3);
  }

  @Test
  void requestIsWritten() {
    Frame frame = Frame.dirty(24);
    CompactRequest request = new CompactRequest();
    assertThat(request.wrap(frame.segment, frame.offset, 11)).isSameAs(request);
    assertThat(request.emit(0x30, 0xF001, 0x8400000000000008L, -2, 7)).isEqualTo(18);
    assertThat(frame.content(18))
        .isEqualTo(Frame.bytes(CORE.formatted("30") + "FF FF FF FF FF FF FE"));
    assertThat(request.operandBytes()).isEqualTo(7);
    assertThat(request.operand(1)).isEqualTo(-2);
    Frame bare = Frame.dirty(24);
    assertThat(request.wrap(bare.segment, bare.offset, 11).emit(0x20, 1, 2, 3, 0)).isEqualTo(11);
    assertThat(bare.content(11)).isEqualTo(Frame.bytes("20 00 01 00*7 02"));
    assertThatThrownBy(() -> request.emit(0x20, 1, 2, 3, 8)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> request.emit(0x20, 1, 2, 3, -1)).isInstanceOf(AssertionError.class);
  }

  @Test
  void requestAsValue() {
    CompactRequest.Fields fields =
        new CompactRequest.Fields(0x30, 0xF001, 0x8400000000000008L, -300, 2);
    Frame frame = Frame.of(CORE.formatted("30") + "FE D4");
    assertThat(CompactRequest.Fields.parse(frame.segment, frame.offset, 13)).isEqualTo(fields);
    Frame written = Frame.dirty(20);
    assertThat(fields.emit(written.segment, written.offset)).isEqualTo(13);
    assertThat(written.content(13)).isEqualTo(frame.content());
  }

  @Test
  void reply() {
    String bytes = "EF F0 01 84 00 00 00 00 00 00 08 81 C8";
    CompactReply.Fields fields = new CompactReply.Fields(0xF001, 0x8400000000000008L, 0x81, 0xC8);
    Frame frame = Frame.of(bytes);
    assertThat(CompactReply.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    Frame written = Frame.dirty(20);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(13)).isEqualTo(Frame.bytes(bytes));
    CompactReply view = new CompactReply();
    assertThat(view.wrap(frame.segment, frame.offset)).isSameAs(view);
    assertThat(view.emit(1, 2, 3, 4)).isEqualTo(13);
    assertThat(view.describe())
        .isEqualTo("compact reply sequence 1 UNKNOWN_OPCODE value 0x2 occupancy 4");
    view.emit(1, 2, 99, 4);
    assertThat(view.describe())
        .isEqualTo("compact reply sequence 1 STATUS_99 value 0x2 occupancy 4");
  }
}
