package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Goal: parse after emit is the identity, for any value of every header, by seed. */
class RoundTripTest {
  private static final int ROUNDS = 2_000;
  private final SplittableRandom random = new SplittableRandom(20_260_101);

  private int u8() {
    return random.nextInt(0x100);
  }

  private int u16() {
    return random.nextInt(0x10000);
  }

  private long u32() {
    return random.nextLong(0x1_0000_0000L);
  }

  private long u48() {
    return random.nextLong(1L << 48);
  }

  private long u64() {
    return random.nextLong();
  }

  @Test
  void transportHeader() {
    Frame frame = Frame.dirty(32);
    for (int i = 0; i < ROUNDS; i++) {
      var fields =
          new TransportHeader.Fields(
              u8(), u8(), u8(), u8(), random.nextInt(), u64(), u64(), u48(), u16());
      fields.emit(frame.segment, frame.offset);
      assertThat(TransportHeader.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    }
  }

  @Test
  void instructionCore() {
    Frame frame = Frame.dirty(48);
    for (int i = 0; i < ROUNDS; i++) {
      int flags = u8();
      boolean operands = (flags & 1) != 0;
      boolean fence = (flags & 2) != 0;
      int opcode = u8();
      long length = u32();
      long packed = opcode >= 0x30 && opcode <= 0x3F && (flags & 4) == 0 ? (int) length : 0;
      var fields =
          new InstructionCore.Fields(
              opcode,
              flags,
              u16(),
              length,
              u64(),
              operands ? u64() : packed,
              operands ? u64() : 0,
              fence ? u64() : 0,
              fence ? u64() : 0);
      assertThat(fields.emit(frame.segment, frame.offset))
          .isEqualTo(16 + (operands ? 16 : 0) + (fence ? 16 : 0));
      assertThat(InstructionCore.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    }
  }

  @Test
  void replyAndResult() {
    Frame frame = Frame.dirty(48);
    Frame small = Frame.dirty(32);
    for (int i = 0; i < ROUNDS; i++) {
      var reply = new Reply.Fields(u8(), u8(), random.nextInt(), u64());
      reply.emit(frame.segment, frame.offset);
      assertThat(Reply.Fields.parse(frame.segment, frame.offset)).isEqualTo(reply);
      int flags = u8();
      var result = new Result.Fields(u8(), u8(), flags, u32(), u64(), (flags & 1) != 0 ? u64() : 0);
      result.emit(small.segment, small.offset);
      assertThat(Result.Fields.parse(small.segment, small.offset)).isEqualTo(result);
    }
  }

  @Test
  void acknowledgement() {
    Frame frame = Frame.dirty(128);
    for (int i = 0; i < ROUNDS; i++) {
      List<Long> bitmap = new ArrayList<>();
      for (int words = random.nextInt(11); words > 0; words--) {
        bitmap.add(u64());
      }
      var fields =
          new Acknowledgement.Fields(
              u64(), u64(), u48(), u16(), u8(), u8(), random.nextInt(), u64(), bitmap);
      fields.emit(frame.segment, frame.offset);
      assertThat(Acknowledgement.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    }
  }

  @Test
  void control() {
    Frame frame = Frame.dirty(128);
    for (int i = 0; i < ROUNDS; i++) {
      var open = new Open.Fields(u8(), u64(), u64(), u16(), u8(), u8(), u16(), u32(), u64());
      open.emit(frame.segment, frame.offset);
      assertThat(Open.Fields.parse(frame.segment, frame.offset)).isEqualTo(open);
      var opened =
          new Opened.Fields(
              u64(), u64(), u16(), u8(), u8(), u16(), u32(), u64(), u64(), u32(), u32());
      opened.emit(frame.segment, frame.offset);
      assertThat(Opened.Fields.parse(frame.segment, frame.offset)).isEqualTo(opened);
      var retry = new Retry.Fields(u64(), u64(), u48(), u8(), u64(), u64(), u64());
      retry.emit(frame.segment, frame.offset);
      assertThat(Retry.Fields.parse(frame.segment, frame.offset)).isEqualTo(retry);
      var caps = new Caps.Fields(u64(), u64(), u64());
      caps.emit(frame.segment, frame.offset);
      assertThat(Caps.Fields.parse(frame.segment, frame.offset)).isEqualTo(caps);
      var close = new Close.Fields(u64(), u64());
      close.emit(frame.segment, frame.offset);
      assertThat(Close.Fields.parse(frame.segment, frame.offset)).isEqualTo(close);
      var goAway = new GoAway.Fields(u64(), u64(), u32());
      goAway.emit(frame.segment, frame.offset);
      assertThat(GoAway.Fields.parse(frame.segment, frame.offset)).isEqualTo(goAway);
      var probe = new Probe.Fields(u64(), u64(), u16(), u32(), u64());
      probe.emit(frame.segment, frame.offset, PacketKind.PROBE, 128);
      assertThat(Probe.Fields.parse(frame.segment, frame.offset)).isEqualTo(probe);
    }
  }

  @Test
  void capsReplyTicketAndCompact() {
    Frame frame = Frame.dirty(128);
    for (int i = 0; i < ROUNDS; i++) {
      var reply =
          new CapsReply.Fields(
              u64(),
              u64(),
              u8(),
              u8(),
              u16(),
              u32(),
              u64(),
              u64(),
              u32(),
              u16(),
              u16(),
              u64(),
              u64(),
              u64(),
              u64(),
              random.nextInt());
      reply.emit(frame.segment, frame.offset);
      assertThat(CapsReply.Fields.parse(frame.segment, frame.offset)).isEqualTo(reply);
      var ticket = new Ticket.Fields(u8(), u16(), u32(), u64(), u64(), u64(), u64(), u64(), u64());
      ticket.emit(frame.segment, frame.offset);
      assertThat(Ticket.Fields.parse(frame.segment, frame.offset)).isEqualTo(ticket);
      int bytes = random.nextInt(8);
      long operand = bytes == 0 ? 0 : u64() >> (64 - 8 * bytes);
      var request = new CompactRequest.Fields(u8(), u16(), u64(), operand, bytes);
      int length = request.emit(frame.segment, frame.offset);
      assertThat(CompactRequest.Fields.parse(frame.segment, frame.offset, length))
          .isEqualTo(request);
      var compact = new CompactReply.Fields(u16(), u64(), u8(), u8());
      compact.emit(frame.segment, frame.offset);
      assertThat(CompactReply.Fields.parse(frame.segment, frame.offset)).isEqualTo(compact);
    }
  }
}
