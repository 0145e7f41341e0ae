package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Goal: instructions, operands, fences, data and trailers stand where the page puts them. */
class RequestTest {
  private static final String HEADER = "01 01 00 01 | 00*28 | ";

  /** Two pieces of data; between them an atomic whose length brings none; both trailers. */
  private static final String FULL =
      "01 01 1F 03 | 00*28"
          + " | 21 04 80 01 00 00 00 14 | 00 00 00 00 00 00 10 00" // 32 WRITE 20 bytes
          + " | 32 23 00 00 00 00 00 30 | F0 00 00 00 00 00 20 00" // 48 16-byte CAS with all
          + " | 00 00 00 00 00 00 00 05 | FF FF FF FF FF FF FF FF"
          + " | 00 00 00 00 00 00 30 00 | 80 00 00 00 00 00 00 09"
          + " | 21 04 00 00 00 00 00 02 | 00 00 00 00 00 00 40 00" // 96 WRITE 2 bytes
          + " | 00*16" // 112 padding to the data area
          + " | 11*20 | 00*12 | 22*2" // 128 data 0, 160 data 1
          + " | 00*94" // 162 padding
          + " | CC*128" // 256
          + " | DD*64"; // 384

  @Test
  void walksInstructionsDataAndTrailers() {
    Frame frame = Frame.of(FULL);
    assertThat(frame.length).isEqualTo(448);
    assertThat(FrameCheck.structure(frame.segment, frame.offset, frame.length, true)).isNull();
    Request request = new Request().wrap(frame.segment, frame.offset, frame.length);
    assertThat(request.count()).isEqualTo(3);
    assertThat(request.flags()).isEqualTo(0x1F);
    assertThat(request.streamBytes()).isEqualTo(80);
    assertThat(request.dataArea()).isEqualTo(frame.offset + 128);
    assertThat(request.capabilityOffset()).isEqualTo(frame.offset + 256);
    assertThat(request.ticketOffset()).isEqualTo(frame.offset + 384);

    InstructionCore core = new InstructionCore();
    assertThat(core.walk(request)).isSameAs(core);
    assertThat(core.next()).isTrue();
    assertThat(core.index()).isZero();
    assertThat(core.opcode()).isEqualTo(Opcode.WRITE);
    assertThat(core.flags()).isEqualTo(4);
    assertThat(core.handle()).isEqualTo(0x8001);
    assertThat(core.length()).isEqualTo(20);
    assertThat(core.address()).isEqualTo(0x1000);
    assertThat(core.hasData()).isTrue();
    assertThat(core.hasOperands()).isFalse();
    assertThat(core.fenced()).isFalse();
    assertThat(core.dataOffset()).isEqualTo(frame.offset + 128);
    assertThat(core.width()).isEqualTo(8);
    assertThat(core.operand0()).isZero();
    assertThat(core.operand1()).isZero();
    assertThat(core.lockAddress()).isZero();
    assertThat(core.fencingToken()).isZero();

    assertThat(core.next()).isTrue();
    assertThat(core.index()).isEqualTo(1);
    assertThat(core.opcode()).isEqualTo(Opcode.COMPARE_AND_SWAP);
    assertThat(core.hasData()).isFalse();
    assertThat(core.hasOperands()).isTrue();
    assertThat(core.fenced()).isTrue();
    assertThat(core.width()).isEqualTo(16);
    assertThat(core.address()).isEqualTo(0xF000000000002000L);
    assertThat(core.operand0()).isEqualTo(5);
    assertThat(core.operand1()).isEqualTo(-1);
    assertThat(core.lockAddress()).isEqualTo(0x3000);
    assertThat(core.fencingToken()).isEqualTo(0x8000000000000009L);

    assertThat(core.next()).isTrue();
    assertThat(core.index()).isEqualTo(2);
    assertThat(core.length()).isEqualTo(2);
    assertThat(core.dataOffset()).isEqualTo(frame.offset + 160);
    assertThat(core.next()).isFalse();
    assertThat(core.index()).isEqualTo(2);
    assertThat(core.next()).isFalse();
  }

  @Test
  void flagsSayWhatTheyMean() {
    for (int flags = 0; flags <= 0x1F; flags++) {
      Frame frame = Frame.of("01 01 %02X 01 | 00*28 | 20 00*15 | 00*208".formatted(flags));
      Request request = new Request().wrap(frame.segment, frame.offset, frame.length);
      assertThat(request.hasTicket()).isEqualTo((flags & 1) == 1);
      assertThat(request.quiet()).isEqualTo(((flags >> 1) & 1) == 1);
      assertThat(request.continuing()).isEqualTo(((flags >> 2) & 1) == 1);
      assertThat(request.all()).isEqualTo(((flags >> 3) & 1) == 1);
      assertThat(request.hasCapability()).isEqualTo(((flags >> 4) & 1) == 1);
      assertThat(request.ticketOffset()).isEqualTo(frame.offset + 192);
      assertThat(Request.trailerBytes(flags))
          .isEqualTo(((flags & 1) == 1 ? 64 : 0) + ((flags & 16) == 16 ? 128 : 0));
    }
    Frame alone = Frame.of("01 01 10 01 | 00*28 | 20 00*15 | 00*208");
    assertThat(new Request().wrap(alone.segment, alone.offset, 256).capabilityOffset())
        .isEqualTo(alone.offset + 128);
  }

  @Test
  void packedOperandIsTheLengthSignExtended() {
    Frame add = Frame.of(HEADER + "30 00 00 00 FF FF FF FE | 00*8 | 00*16");
    InstructionCore core =
        new InstructionCore().walk(new Request().wrap(add.segment, add.offset, 64));
    core.next();
    assertThat(core.operand0()).isEqualTo(-2);
    assertThat(core.length()).isEqualTo(0xFFFFFFFEL);
    assertThat(core.operand1()).isZero();
    Frame read = Frame.of(HEADER + "20 00 00 00 FF FF FF FE | 00*8 | 00*16");
    core.wrap(read.segment, read.offset + 32);
    assertThat(core.operand0()).isZero();
    Frame withData = Frame.of("32 24 00 00 00 00 00 20 | 00*8");
    assertThat(core.wrap(withData.segment, withData.offset).operand0()).isZero();
  }

  @Test
  void fenceWithoutOperandsFollowsTheCore() {
    Frame frame = Frame.of("21 02 00 00 00 00 00 08 | 00*8 | 00*7 01 | 00*7 02 | FF*16");
    InstructionCore core = new InstructionCore().wrap(frame.segment, frame.offset);
    assertThat(core.lockAddress()).isEqualTo(1);
    assertThat(core.fencingToken()).isEqualTo(2);
    assertThat(core.operand0()).isZero();
    assertThat(core.next()).isFalse();
    assertThat(core.index()).isZero();
    assertThat(core.dataOffset()).isEqualTo(frame.offset);
  }

  @Test
  void sizesAndKnownFlags() {
    assertThat(InstructionCore.bytes(0)).isEqualTo(16);
    assertThat(InstructionCore.bytes(0x34)).isEqualTo(16);
    assertThat(InstructionCore.bytes(1)).isEqualTo(32);
    assertThat(InstructionCore.bytes(2)).isEqualTo(32);
    assertThat(InstructionCore.bytes(3)).isEqualTo(48);
    for (int flags = 0; flags < 256; flags++) {
      boolean reserved = (flags & 0x08) != 0 || flags >= 0x40 || (flags & 0x30) == 0x30;
      assertThat(InstructionCore.flagsKnown(flags)).as("%x", flags).isEqualTo(!reserved);
    }
  }

  @Test
  void widths() {
    String[] flags = {"00", "10", "20"};
    int[] widths = {8, 4, 16};
    for (int i = 0; i < flags.length; i++) {
      Frame frame = Frame.of("30 " + flags[i] + " 00*14");
      assertThat(new InstructionCore().wrap(frame.segment, frame.offset).width())
          .isEqualTo(widths[i]);
    }
  }

  @Test
  void fieldsAreReadAndWritten() {
    String bytes =
        "32 13 80 02 F0 00 00 03 | 84 00 00 00 00 00 00 05 | 86 00*6 07 | 88 00*6 09"
            + " | 8A 00*6 0B | 8C 00*6 0D";
    InstructionCore.Fields fields =
        new InstructionCore.Fields(
            0x32,
            0x13,
            0x8002,
            0xF0000003L,
            0x8400000000000005L,
            0x8600000000000007L,
            0x8800000000000009L,
            0x8A0000000000000BL,
            0x8C0000000000000DL);
    Frame frame = Frame.of(bytes);
    assertThat(InstructionCore.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    Frame written = Frame.dirty(56);
    assertThat(fields.emit(written.segment, written.offset)).isEqualTo(48);
    assertThat(written.content(48)).isEqualTo(Frame.bytes(bytes));
    Frame bare = Frame.dirty(24);
    assertThat(
            new InstructionCore.Fields(0x20, 0, 1, 2, 3, 0, 0, 0, 0)
                .emit(bare.segment, bare.offset))
        .isEqualTo(16);
    assertThat(bare.content(16)).isEqualTo(Frame.bytes("20 00 00 01 00 00 00 02 | 00*7 03"));
  }

  @Test
  void settersAreFluentAndAsserted() {
    Frame frame = Frame.of("00*48");
    InstructionCore core = new InstructionCore();
    assertThat(core.wrap(frame.segment, frame.offset)).isSameAs(core);
    assertThatThrownBy(() -> core.operands(1, 2)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> core.fence(1, 2)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> core.length(1L << 32)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> core.length(-(1L << 31) - 1)).isInstanceOf(AssertionError.class);
    assertThat(core.opcode(1)).isSameAs(core);
    assertThat(core.flags(3)).isSameAs(core);
    assertThat(core.handle(1)).isSameAs(core);
    assertThat(core.length(0xFFFFFFFFL)).isSameAs(core);
    assertThat(core.length()).isEqualTo(0xFFFFFFFFL);
    assertThat(core.length(Integer.MIN_VALUE)).isSameAs(core);
    assertThat(core.length()).isEqualTo(0x80000000L);
    assertThat(core.address(1)).isSameAs(core);
    assertThat(core.operands(1, 2)).isSameAs(core);
    assertThat(core.fence(1, 2)).isSameAs(core);
  }

  @Test
  void describesItselfInOneLine() {
    Frame frame = Frame.of(FULL);
    assertThat(new Request().wrap(frame.segment, frame.offset, frame.length).describe())
        .isEqualTo(
            "TICKET|QUIET|CONTINUE|ALL|CAPABILITY"
                + " | WRITE address 0x1000 length 20 handle 32769 data"
                + " | COMPARE_AND_SWAP address 0xf000000000002000 length 48 width 16 operands 5 -1"
                + " fence 0x3000 token 9223372036854775817"
                + " | WRITE address 0x4000 length 2 data");
    Frame read = Frame.of(HEADER + "20 00 00 00 00 00 00 08 | 00*8 | 00*16");
    assertThat(new Request().wrap(read.segment, read.offset, 64).describe())
        .isEqualTo("- | READ address 0x0 length 8");
  }
}
