package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: an acknowledgement says which operations ran, bit by bit as the page puts it. */
class AcknowledgementTest {
  private static final String SHORT =
      "01 03 00 00 | 00*4 | 85 00*6 2A | F1 00*6 08 | 80 00 00 00 00 05 F0 02"
          + " | C8 01 00 02 F0 00 00 11 | 92 00*6 22 | 80 00*6 01 | 00*7 02";
  private static final Acknowledgement.Fields FIELDS =
      new Acknowledgement.Fields(
          0x850000000000002AL,
          0xF100000000000008L,
          0x800000000005L,
          0xF002,
          0xC8,
          1,
          0xF0000011,
          0x9200000000000022L,
          List.of(0x8000000000000001L, 2L));

  @Test
  void readsEachField() {
    Frame frame = Frame.of(SHORT);
    Acknowledgement view = new Acknowledgement();
    assertThat(view.wrap(frame.segment, frame.offset)).isSameAs(view);
    assertThat(view.sessionId()).isEqualTo(0x850000000000002AL);
    assertThat(view.packetNumber()).isEqualTo(0xF100000000000008L);
    assertThat(view.cumulative()).isEqualTo(0x800000000005L);
    assertThat(view.residence()).isEqualTo(0xF002);
    assertThat(view.occupancy()).isEqualTo(200);
    assertThat(view.replyFlags()).isEqualTo(1);
    assertThat(view.words()).isEqualTo(2);
    assertThat(view.credit()).isEqualTo(0xF0000011);
    assertThat(view.echo()).isEqualTo(0x9200000000000022L);
    assertThat(view.word(0)).isEqualTo(0x8000000000000001L);
    assertThat(view.word(1)).isEqualTo(2);
    assertThat(Acknowledgement.Fields.parse(frame.segment, frame.offset)).isEqualTo(FIELDS);
  }

  @Test
  void writesShortAndLongFrames() {
    Frame written = Frame.dirty(72);
    FIELDS.emit(written.segment, written.offset);
    assertThat(written.content(64)).isEqualTo(Frame.bytes(SHORT));
    Frame three = Frame.dirty(136);
    new Acknowledgement().begin(three.segment, three.offset, 3).word(2, 0x8877665544332211L);
    assertThat(three.content(128))
        .isEqualTo(
            Frame.bytes("01 03 00*32 00 03 00*12 | 00*16 | 88 77 66 55 44 33 22 11 | 00*56"));
  }

  @Test
  void framesAreShortUpToTwoWords() {
    int[] bytes = {64, 64, 64, 128, 128, 128, 128, 128, 128, 128, 128};
    for (int words = 0; words <= 10; words++) {
      assertThat(Acknowledgement.frameBytes(words)).isEqualTo(bytes[words]);
    }
  }

  @Test
  void settersAreFluentAndAsserted() {
    Frame frame = Frame.of("00*128");
    Acknowledgement view = new Acknowledgement();
    assertThat(view.begin(frame.segment, frame.offset, 10)).isSameAs(view);
    assertThat(view.sessionId(1)).isSameAs(view);
    assertThat(view.packetNumber(1)).isSameAs(view);
    assertThat(view.residence(7)).isSameAs(view);
    assertThat(view.cumulative(0xFFFF_FFFF_FFFFL)).isSameAs(view);
    assertThat(view.residence()).isEqualTo(7);
    assertThat(view.cumulative(0)).isSameAs(view);
    assertThat(view.occupancy(1)).isSameAs(view);
    assertThat(view.replyFlags(1)).isSameAs(view);
    assertThat(view.credit(1)).isSameAs(view);
    assertThat(view.echo(1)).isSameAs(view);
    assertThat(view.word(9, 1)).isSameAs(view);
    assertThatThrownBy(() -> view.word(10, 1)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.word(-1, 1)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.cumulative(-1)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.cumulative(1L << 48)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.begin(frame.segment, frame.offset, 11))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> view.begin(frame.segment, frame.offset, -1))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void coversBelowTheCumulativeNumberAndWhereABitIsSet() {
    // Cumulative 100: 0 to 99 resolved, 100 is the hole, bit 0 of word 0 is 101.
    Frame frame =
        Frame.of("00*24 | 00*5 64 00 00 | 00 00 00 02 00*4 | 00*8 | 80 00*6 02 | 00*7 01");
    Acknowledgement view = new Acknowledgement().wrap(frame.segment, frame.offset);
    for (long number = 0; number < 400; number++) {
      boolean expected = number < 100 || number == 102 || number == 101 + 63 || number == 101 + 64;
      assertThat(view.covers(number)).as("operation %s", number).isEqualTo(expected);
    }
    assertThat(view.covers(TransportHeader.OPERATION_NUMBER_MAXIMUM)).isFalse();
  }

  @Test
  void describesItselfInOneLine() {
    Frame frame = Frame.of(SHORT);
    assertThat(new Acknowledgement().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            "session 133:2a packet 17365880163140632584 below 140737488355333"
                + " echo 10520408729537478690 residence 61442 occupancy 200 credit 4026531857"
                + " STAMPED bitmap 0x8000000000000001,0x2");
    Frame none = Frame.of("00*64");
    assertThat(new Acknowledgement().wrap(none.segment, none.offset).describe())
        .isEqualTo("session none packet 0 below 0 echo 0 residence 0 occupancy 0 credit 0 -");
  }
}
