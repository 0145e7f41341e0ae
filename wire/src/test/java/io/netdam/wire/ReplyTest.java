package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Goal: feedback, results and data of a reply stand where the page puts them. */
class ReplyTest {
  /** A READ of 5 bytes, a wide old value whose length brings no data, a READ of 3, a refusal. */
  private static final String FULL =
      "01 02 00 04 | 00*28"
          + " | C8 03 00 00 F0 00 00 11 | 92 00*6 22" // 32
          + " | 20 00 02 00 00 00 00 05 | 00*8" // 48
          + " | 30 00 01 00 00 00 00 30 | 83 00*6 04 | 85 00*6 06 | 00*8" // 64
          + " | 20 00 02 00 00 00 00 03 | 00*8" // 96
          + " | 21 01 00 00 00 00 00 00 | 00 00 00 00 00 00 20 00" // 112
          + " | 11*5 00*11 22*3 00*45"; // 128

  @Test
  void walksResultsAndData() {
    Frame frame = Frame.of(FULL);
    assertThat(frame.length).isEqualTo(192);
    assertThat(FrameCheck.structure(frame.segment, frame.offset, frame.length, false)).isNull();
    Reply reply = new Reply();
    assertThat(reply.wrap(frame.segment, frame.offset)).isSameAs(reply);
    assertThat(reply.count()).isEqualTo(4);
    assertThat(reply.occupancy()).isEqualTo(200);
    assertThat(reply.replyFlags()).isEqualTo(3);
    assertThat(reply.stamped()).isTrue();
    assertThat(reply.repeated()).isTrue();
    assertThat(reply.credit()).isEqualTo(0xF0000011);
    assertThat(reply.echo()).isEqualTo(0x9200000000000022L);
    assertThat(reply.dataArea()).isEqualTo(frame.offset + 128);

    Result result = new Result();
    assertThat(result.walk(reply)).isSameAs(result);
    assertThat(result.next()).isTrue();
    assertThat(result.index()).isZero();
    assertThat(result.opcode()).isEqualTo(Opcode.READ);
    assertThat(result.status()).isZero();
    assertThat(result.flags()).isEqualTo(2);
    assertThat(result.hasData()).isTrue();
    assertThat(result.wide()).isFalse();
    assertThat(result.length()).isEqualTo(5);
    assertThat(result.dataOffset()).isEqualTo(frame.offset + 128);
    assertThat(result.valueHigh()).isZero();

    assertThat(result.next()).isTrue();
    assertThat(result.opcode()).isEqualTo(Opcode.FETCH_ADD);
    assertThat(result.wide()).isTrue();
    assertThat(result.hasData()).isFalse();
    assertThat(result.value()).isEqualTo(0x8300000000000004L);
    assertThat(result.valueHigh()).isEqualTo(0x8500000000000006L);

    assertThat(result.next()).isTrue();
    assertThat(result.index()).isEqualTo(2);
    assertThat(result.length()).isEqualTo(3);
    assertThat(result.dataOffset()).isEqualTo(frame.offset + 144);

    assertThat(result.next()).isTrue();
    assertThat(result.opcode()).isEqualTo(Opcode.WRITE);
    assertThat(Status.of(result.status())).isEqualTo(Status.OUT_OF_RANGE);
    assertThat(result.value()).isEqualTo(0x2000);
    assertThat(result.next()).isFalse();
    assertThat(result.index()).isEqualTo(3);
  }

  @Test
  void replyFlagsAreApart() {
    for (int flags = 0; flags <= 3; flags++) {
      Frame frame = Frame.of("00*33 0%d 00*30".formatted(flags));
      Reply reply = new Reply().wrap(frame.segment, frame.offset);
      assertThat(reply.stamped()).isEqualTo((flags & 1) != 0);
      assertThat(reply.repeated()).isEqualTo((flags & 2) != 0);
    }
  }

  @Test
  void fixedPartIsReadAndWritten() {
    Reply.Fields fields = new Reply.Fields(0xC8, 0x83, 0xF0000011, 0x9200000000000022L);
    Frame frame = Frame.of("00*32 | C8 83 00 00 F0 00 00 11 | 92 00*6 22");
    assertThat(Reply.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    Frame written = Frame.dirty(56);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(48))
        .isEqualTo(Frame.bytes("EE*32 | C8 83 00 00 F0 00 00 11 | 92 00*6 22"));
    Frame set = Frame.of("00*48");
    Reply reply = new Reply().wrap(set.segment, set.offset);
    assertThat(reply.occupancy(0xC8)).isSameAs(reply);
    assertThat(reply.replyFlags(0x83)).isSameAs(reply);
    assertThat(reply.credit(0xF0000011)).isSameAs(reply);
    assertThat(reply.echo(0x9200000000000022L)).isSameAs(reply);
    assertThat(set.content()).isEqualTo(frame.content());
  }

  @Test
  void resultIsReadAndWritten() {
    String bytes = "A0 99 01 00 F0 00 00 03 | 84 00*6 05 | 86 00*6 07 | 00*8";
    Result.Fields fields =
        new Result.Fields(0xA0, 0x99, 1, 0xF0000003L, 0x8400000000000005L, 0x8600000000000007L);
    Frame frame = Frame.of(bytes);
    assertThat(Result.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    Frame written = Frame.dirty(40);
    assertThat(fields.emit(written.segment, written.offset)).isEqualTo(32);
    assertThat(written.content(32)).isEqualTo(Frame.bytes(bytes));
    Frame narrow = Frame.dirty(24);
    assertThat(new Result.Fields(1, 2, 2, 3, 4, 0).emit(narrow.segment, narrow.offset))
        .isEqualTo(16);
    assertThat(narrow.content(16)).isEqualTo(Frame.bytes("01 02 02 00 00 00 00 03 | 00*7 04"));
  }

  @Test
  void resultSettersAreFluentAndAsserted() {
    Frame frame = Frame.of("00*32");
    Result result = new Result();
    assertThat(result.wrap(frame.segment, frame.offset)).isSameAs(result);
    assertThat(result.next()).isFalse();
    assertThat(result.dataOffset()).isEqualTo(frame.offset);
    assertThatThrownBy(() -> result.valueHigh(1)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> result.length(-1)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> result.length(1L << 32)).isInstanceOf(AssertionError.class);
    assertThat(result.opcode(1)).isSameAs(result);
    assertThat(result.status(1)).isSameAs(result);
    assertThat(result.flags(1)).isSameAs(result);
    assertThat(result.length(0xFFFFFFFFL)).isSameAs(result);
    assertThat(result.length(0)).isSameAs(result);
    assertThat(result.value(1)).isSameAs(result);
    assertThat(result.valueHigh(1)).isSameAs(result);
    assertThat(Result.bytes(0)).isEqualTo(16);
    assertThat(Result.bytes(2)).isEqualTo(16);
    assertThat(Result.bytes(3)).isEqualTo(32);
  }

  @Test
  void describesItselfInOneLine() {
    Frame frame = Frame.of(FULL);
    assertThat(new Reply().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            "echo 10520408729537478690 occupancy 200 credit 4026531857 STAMPED|REPEATED"
                + " | READ DONE value 0x0 data 5"
                + " | FETCH_ADD DONE value 0x8300000000000004 high 0x8500000000000006"
                + " | READ DONE value 0x0 data 3"
                + " | WRITE OUT_OF_RANGE value 0x2000");
    Frame unknown = Frame.of("20 FA 00*14");
    assertThat(new Result().wrap(unknown.segment, unknown.offset).describe())
        .isEqualTo("READ STATUS_250 value 0x0");
  }
}
