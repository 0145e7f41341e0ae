package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Goal: each field of the first 32 bytes stands where the page puts it. */
class TransportHeaderTest {
  private static final String BYTES =
      "01 02 83 F4 | DE AD BE EF | 85 00 00 00 00 00 00 2A | FF FE 00 00 00 00 00 07"
          + " | 80 00 00 00 00 05 | 90 02";
  private static final TransportHeader.Fields FIELDS =
      new TransportHeader.Fields(
          1,
          2,
          0x83,
          0xF4,
          0xDEADBEEF,
          0x850000000000002AL,
          0xFFFE000000000007L,
          0x800000000005L,
          0x9002);

  @Test
  void readsEachField() {
    Frame frame = Frame.of(BYTES);
    TransportHeader view = new TransportHeader().wrap(frame.segment, frame.offset);
    assertThat(view.form()).isEqualTo(1);
    assertThat(view.kind()).isEqualTo(2);
    assertThat(view.flags()).isEqualTo(0x83);
    assertThat(view.count()).isEqualTo(0xF4);
    assertThat(view.check()).isEqualTo(0xDEADBEEF);
    assertThat(view.sessionId()).isEqualTo(0x850000000000002AL);
    assertThat(view.packetNumber()).isEqualTo(0xFFFE000000000007L);
    assertThat(view.operationNumber()).isEqualTo(0x800000000005L);
    assertThat(view.distance()).isEqualTo(0x9002);
    assertThat(view.residence()).isEqualTo(0x9002);
    assertThat(TransportHeader.Fields.parse(frame.segment, frame.offset)).isEqualTo(FIELDS);
  }

  @Test
  void writesEachField() {
    Frame frame = Frame.dirty(32);
    FIELDS.emit(frame.segment, frame.offset);
    assertThat(frame.content()).isEqualTo(Frame.bytes(BYTES));
  }

  @Test
  void settersReturnTheView() {
    Frame frame = Frame.dirty(32);
    TransportHeader view = new TransportHeader();
    assertThat(view.wrap(frame.segment, frame.offset)).isSameAs(view);
    assertThat(view.form(1)).isSameAs(view);
    assertThat(view.kind(1)).isSameAs(view);
    assertThat(view.flags(1)).isSameAs(view);
    assertThat(view.count(1)).isSameAs(view);
    assertThat(view.check(1)).isSameAs(view);
    assertThat(view.sessionId(1)).isSameAs(view);
    assertThat(view.packetNumber(1)).isSameAs(view);
    assertThat(view.distance(1)).isSameAs(view);
    assertThat(view.operationNumber(1)).isSameAs(view);
  }

  @Test
  void operationNumberAndDistanceDoNotTouchEachOther() {
    Frame frame = Frame.of("00*32");
    TransportHeader view = new TransportHeader().wrap(frame.segment, frame.offset);
    view.distance(0xFFFF).operationNumber(0);
    assertThat(view.distance()).isEqualTo(0xFFFF);
    view.operationNumber(TransportHeader.OPERATION_NUMBER_MAXIMUM).distance(0);
    assertThat(view.operationNumber()).isEqualTo(0xFFFF_FFFF_FFFFL);
    assertThat(view.distance()).isZero();
  }

  @Test
  void rangesAreAsserted() {
    Frame frame = Frame.of("00*32");
    TransportHeader view = new TransportHeader().wrap(frame.segment, frame.offset);
    assertThatThrownBy(() -> view.operationNumber(-1)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.operationNumber(1L << 48)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.distance(-1)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.distance(0x10000)).isInstanceOf(AssertionError.class);
    view.distance(0xFFFF).distance(0).operationNumber(0);
    assertThat(frame.content()).isEqualTo(Frame.bytes("00*32"));
  }

  @Test
  void beginZeroesAndNamesTheKind() {
    Frame frame = Frame.dirty(64);
    TransportHeader view = new TransportHeader();
    assertThat(view.begin(frame.segment, frame.offset, PacketKind.CLOSE, 40)).isSameAs(view);
    assertThat(frame.content(40)).isEqualTo(Frame.bytes("01 09 00*38"));
    assertThat(view.kind()).isEqualTo(9);
  }

  @Test
  void describesItselfInOneLine() {
    Frame frame = Frame.of(BYTES);
    assertThat(new TransportHeader().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            "REPLY session 133:2a packet 18446181123756130311 operation 140737488355333/36866"
                + " flags 0x83 count 244 check deadbeef");
    Frame zeros = Frame.of("01 01 00*30");
    assertThat(new TransportHeader().wrap(zeros.segment, zeros.offset).describe())
        .isEqualTo("REQUEST session none packet 0 operation 0/0 flags 0x00 count 0 check 00000000");
  }
}
