package io.netdam.engine;

import static io.netdam.engine.DeviceRig.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.wire.DropReason;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Goal: requests run in order, once, and are answered as docs/protocol.md sections 3.1 to 3.3 say,
 * byte for byte.
 */
class DeviceRequestTest {
  private static final int CONTROL = 0;

  private final DeviceRig rig = new DeviceRig();
  private final DeviceRig.Client client = rig.connected();

  @Test
  void aReplyByteForByte() {
    DeviceRig fresh = new DeviceRig();
    DeviceRig.Client one = fresh.open();
    fresh.word(16, 0x0102030405060708L);
    fresh.engine.occupancy(9);
    Frame reply =
        fresh.ask(Frame.fetchAdd(one.session, 0x1234, 0, 0, 16, 1).withTicket(one.ticket));
    int credit = reply.credit();
    assertThat(credit).isPositive();
    String expected =
        "01020001"
            + HexFormat.of().toHexDigits(reply.get32(4)) // REPLY, no flags, one result
            + "0000000000000001" // session
            + "8000000000000000" // the device's first packet in its lane
            + "000000000000"
            + "0000" // operation 0, residence
            + "09"
            + "00"
            + "0000"
            + HexFormat.of().toHexDigits(credit)
            + "0000000000001234" // echo
            + "30"
            + "00"
            + "00"
            + "00"
            + "00000000" // FETCH_ADD, DONE
            + "0102030405060708";
    assertThat(HexFormat.of().formatHex(reply.bytes)).isEqualTo(expected);
    assertThat(fresh.word(16)).isEqualTo(0x0102030405060709L);
  }

  @Test
  void readCopiesMemoryBehindTheReply() {
    for (int i = 0; i < 100; i++) {
      rig.memory.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 50 + i, (byte) i);
    }
    Frame reply = rig.ask(Frame.read(client.session, 1, 0xBEEF, 50, 100, 64));
    assertThat(reply.bytes).hasSize(192);
    assertThat(reply.number()).as("the tag").isEqualTo(0xBEEF);
    assertThat(reply.get8(50)).as("vflags DATA").isEqualTo(2);
    assertThat(reply.get32(52)).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
      assertThat(reply.get8(64 + i)).isEqualTo(i);
    }
    assertThat(reply.slice(164, 192)).as("padding").containsOnly(0);
  }

  @Test
  void aColdReadNeedsNoSession() {
    rig.word(0, 42);
    Frame reply = rig.ask(Frame.read(0, 5, 6, 0, 8, 128));
    assertThat(reply.session()).isZero();
    assertThat(reply.echo()).isEqualTo(5);
    assertThat(reply.number()).isEqualTo(6);
    assertThat(reply.get8(64)).isEqualTo(42);
    assertThat(reply.credit()).isZero();
  }

  @Test
  void aCopyIsAnsweredFromTheRecordAndDoesNotRun() {
    Frame first = rig.ask(client.addFrame(0, 0, 7));
    rig.word(0, 1_000);
    Frame again = rig.ask(client.addFrame(0, 0, 7));
    assertThat(again.repeated()).isTrue();
    assertThat(again.value(0)).isEqualTo(first.value(0)).isZero();
    assertThat(again.packet()).isGreaterThan(first.packet());
    assertThat(rig.word(0)).isEqualTo(1_000);
    assertThat(rig.counters.count(DeviceCounter.DUPLICATES)).isEqualTo(1);
  }

  @Test
  void aRefusalIsRecordedToo() {
    Frame refused = rig.ask(client.addFrame(0, 4, 7));
    assertThat(refused.status(0)).as("MISALIGNED").isEqualTo(2);
    assertThat(refused.value(0)).isEqualTo(8);
    Frame again = rig.ask(client.addFrame(0, 0, 7)); // would be fine now
    assertThat(again.status(0)).isEqualTo(2);
    assertThat(again.value(0)).isEqualTo(8);
    assertThat(again.repeated()).isTrue();
    assertThat(rig.word(0)).isZero();
  }

  @Test
  void operationsRunInAnyOrderWithinTheWindow() {
    client.resolved = 0;
    for (long number : new long[] {63, 5, 0, 17, 62}) {
      assertThat(rig.ask(client.addFrame(number, 0, 1)).status(0)).isZero();
    }
    assertThat(rig.word(0)).isEqualTo(5);
  }

  @Test
  void belowAndAboveTheWindowNothingRuns() {
    rig.ask(client.addFrame(0, 0, 1));
    client.resolved = 10;
    rig.ask(client.addFrame(12, 0, 1));
    client.resolved = 0;
    Frame below = rig.ask(client.addFrame(9, 0, 1));
    assertThat(below.status(0)).isEqualTo(6);
    assertThat(below.value(0)).isEqualTo(10);
    Frame above = rig.ask(client.addFrame(74, 0, 1));
    assertThat(above.status(0)).isEqualTo(7);
    assertThat(above.value(0)).isEqualTo(74);
    assertThat(rig.ask(client.addFrame(73, 0, 1)).status(0)).isZero();
    assertThat(rig.word(0)).isEqualTo(3);
  }

  @Test
  void theHighestOperationNumberIsRefused() {
    Frame frame = Frame.fetchAdd(client.session, 1, (1L << 48) - 1, 0, 0, 1);
    assertThat(rig.ask(frame).status(0)).isEqualTo(7);
    assertThat(rig.word(0)).isZero();
  }

  @Test
  void quietChangesAreAcknowledgedOnceForABurst() {
    for (int i = 0; i < 5; i++) {
      rig.mute(LOCAL, quietWrite(i, i * 8L, (byte) i));
    }
    int before = rig.sent.size();
    rig.now += 6_400;
    rig.poll();
    assertThat(rig.sent).hasSize(before + 1);
    Frame ack = rig.last();
    assertThat(ack.bytes).hasSize(64);
    assertThat(ack.slice(0, 4)).containsExactly(1, Frame.ACK, 0, 0);
    assertThat(ack.session()).isEqualTo(client.session);
    assertThat(ack.number()).as("cumulative").isEqualTo(5);
    assertThat(ack.residence()).as("6,400 ns in units of 32").isEqualTo(200);
    assertThat(ack.get16(34)).as("no bitmap").isZero();
    assertThat(ack.echo()).isEqualTo(504);
    assertThat(ack.credit()).isGreaterThan(5);
    rig.poll();
    assertThat(rig.sent).hasSize(before + 1);
  }

  private Frame quietWrite(long number, long address, byte... data) {
    return Frame.write(client.session, 500 + number, number, (int) number, address, data)
        .flags(Frame.QUIET);
  }

  @Test
  void theBitmapNamesWhatRanBeyondTheFirstHole() {
    for (int number : new int[] {0, 1, 3, 4, 7, 40}) {
      rig.mute(LOCAL, quietWrite(number, 0, (byte) 1));
    }
    rig.poll();
    Frame ack = rig.last();
    assertThat(ack.number()).isEqualTo(2);
    assertThat(ack.get16(34)).isEqualTo(1);
    // bit i is operation 3 + i
    assertThat(ack.get64(48)).isEqualTo(1L | 1L << 1 | 1L << 4 | 1L << 37);
  }

  @Test
  void aWideBitmapTakesALongerFrame() {
    DeviceRig.Client wide = rig.open(LOCAL, 1_024, 1_472);
    rig.ask(Frame.read(wide.session, 1, 0, 0, 8, 128).withTicket(wide.ticket));
    // Credit first: use it up in order, so that more is granted.
    for (int i = 0; i < 600; i++) {
      rig.send(Frame.fetchAdd(wide.session, i, i, i, 0, 1).flags(Frame.QUIET));
    }
    rig.poll();
    assertThat(rig.last().number()).isEqualTo(600);
    int[] later = {601, 602, 800, 1_000};
    for (int number : later) {
      rig.send(Frame.fetchAdd(wide.session, number, number, number, 0, 1).flags(Frame.QUIET));
    }
    rig.poll();
    Frame ack = rig.last();
    assertThat(ack.number()).isEqualTo(600);
    assertThat(ack.bytes).hasSize(128);
    assertThat(ack.get16(34)).isEqualTo(7);
    for (int number : later) {
      int bit = number - 601;
      assertThat(ack.get64(48 + bit / 64 * 8) >>> bit % 64 & 1).isEqualTo(1);
    }
    long bits = 0;
    for (int word = 0; word < 7; word++) {
      bits += Long.bitCount(ack.get64(48 + 8 * word));
    }
    assertThat(bits).isEqualTo(later.length);
  }

  @Test
  void aRefusedQuietChangeIsRepliedAndStaysAHole() {
    rig.mute(LOCAL, quietWrite(0, 0, (byte) 1));
    Frame refused = rig.ask(quietWrite(1, DeviceRig.MEMORY, (byte) 1));
    assertThat(refused.status(0)).isEqualTo(1);
    assertThat(refused.value(0)).isEqualTo(DeviceRig.MEMORY);
    rig.mute(LOCAL, quietWrite(2, 1, (byte) 1));
    rig.poll();
    assertThat(rig.last().number()).isEqualTo(1);
    assertThat(rig.last().get64(48)).isEqualTo(1);
    Frame again = rig.ask(quietWrite(1, 0, (byte) 1));
    assertThat(again.status(0)).isEqualTo(1);
    assertThat(again.repeated()).isTrue();
    client.resolved = 2;
    rig.mute(LOCAL, client.addFrame(3, 8, 1).flags(Frame.QUIET));
    rig.poll();
    assertThat(rig.last().number()).as("the client has resolved the hole").isEqualTo(4);
  }

  @Test
  void aQuietCopyIsAcknowledgedAgain() {
    rig.mute(LOCAL, quietWrite(0, 0, (byte) 1));
    rig.poll();
    rig.mute(LOCAL, quietWrite(0, 0, (byte) 2));
    int before = rig.sent.size();
    rig.poll();
    assertThat(rig.sent).hasSize(before + 1);
    assertThat(rig.last().number()).isEqualTo(1);
    assertThat(rig.word(0)).isEqualTo(1);
  }

  @Test
  void aLongBurstIsAcknowledgedOnTheWay() {
    int before = rig.sent.size();
    for (int i = 0; i < 600; i++) {
      client.resolved = i;
      rig.send(client.addFrame(i, 0, 1).flags(Frame.QUIET));
    }
    assertThat(rig.sent.size() - before).isBetween(2, 3);
  }

  @Test
  void instructionsRunInOrderAndStopAtTheFirstRefusal() {
    Frame frame =
        Frame.request(client.session, 1, 192)
            .operation(0, 0)
            .core(0x30, Frame.OPERANDS, 0, 0)
            .operands(5, 0)
            .core(0x31, Frame.OPERANDS, 0, 4)
            .operands(6, 0)
            .core(0x30, Frame.OPERANDS, 0, 0)
            .operands(7, 0);
    Frame reply = rig.ask(frame);
    assertThat(reply.count()).isEqualTo(2);
    assertThat(reply.status(0)).isZero();
    assertThat(reply.status(1)).isEqualTo(2);
    assertThat(reply.opcode(1)).isEqualTo(0x31);
    assertThat(rig.word(0)).isEqualTo(5);
    Frame again = rig.ask(frame.packet(2));
    assertThat(again.repeated()).isTrue();
    assertThat(again.slice(40, 128)).as("but for the echo").endsWith(reply.slice(48, 128));
    assertThat(again.count()).isEqualTo(2);
    assertThat(rig.word(0)).isEqualTo(5);
  }

  @Test
  void continueGoesOnAfterARefusal() {
    Frame frame =
        Frame.request(client.session, 1, 192)
            .flags(Frame.CONTINUE)
            .operation(0, 0)
            .core(0x30, Frame.OPERANDS, 0, 3)
            .operands(5, 0)
            .core(0x30, Frame.OPERANDS, 0, 8)
            .operands(7, 0);
    Frame reply = rig.ask(frame);
    assertThat(reply.count()).isEqualTo(2);
    assertThat(reply.status(0)).isEqualTo(2);
    assertThat(reply.status(1)).isZero();
    assertThat(rig.word(8)).isEqualTo(7);
    assertThat(rig.ask(frame).slice(48, 80)).isEqualTo(reply.slice(48, 80));
    assertThat(rig.word(8)).isEqualTo(7);
  }

  @Test
  void dataOfAChangingRequestIsRepeatedAsItWas() {
    rig.word(0, 11);
    Frame frame =
        Frame.request(client.session, 1, 128)
            .operation(0, 0)
            .core(0x20, 0, 16, 0)
            .core(0x30, Frame.OPERANDS, 0, 0)
            .operands(1, 0)
            .core(0x20, 0, 8, 0);
    Frame reply = rig.ask(frame);
    assertThat(reply.count()).isEqualTo(3);
    assertThat(reply.bytes).hasSize(192);
    assertThat(reply.get8(128)).isEqualTo(11);
    assertThat(reply.get8(144)).isEqualTo(12);
    rig.word(0, 99);
    Frame again = rig.ask(frame.packet(2));
    assertThat(again.repeated()).isTrue();
    assertThat(again.slice(48, 192)).isEqualTo(reply.slice(48, 192));
    assertThat(rig.counters.count(DeviceCounter.RESULTS_KEPT)).isEqualTo(1);
    assertThat(rig.engine.resultsKept()).isEqualTo(1);
    client.resolved = 1;
    rig.ask(client.addFrame(1, 8, 1));
    assertThat(rig.engine.resultsKept()).as("resolved, so forgotten").isZero();
  }

  @Test
  void dataMovesUpWhenFewerResultsComeThanCould() {
    rig.word(0, 11);
    Frame frame =
        Frame.request(client.session, 1, 192)
            .operation(0, 0)
            .core(0x20, 0, 16, 0)
            .core(0x30, Frame.OPERANDS, 0, 3)
            .operands(1, 0)
            .core(0x20, 0, 8, 0)
            .core(0x20, 0, 8, 0)
            .core(0x20, 0, 8, 0);
    Frame reply = rig.ask(frame);
    assertThat(reply.count()).isEqualTo(2);
    assertThat(reply.bytes).hasSize(192);
    assertThat(reply.get8(128)).isEqualTo(11);
    assertThat(rig.ask(frame).slice(48, 192)).isEqualTo(reply.slice(48, 192));
  }

  @Test
  void aWideValueIsKeptToo() {
    rig.word(16, 5);
    rig.word(24, 6);
    Frame frame =
        Frame.request(client.session, 1, 64)
            .operation(0, 0)
            .core(0x31, Frame.OPERANDS | Frame.WIDTH_16, 0, 16)
            .operands(7, 8);
    Frame reply = rig.ask(frame);
    assertThat(reply.bytes).hasSize(128);
    assertThat(reply.get8(50)).as("WIDE").isEqualTo(1);
    Frame again = rig.ask(frame);
    assertThat(again.slice(48, 80)).isEqualTo(reply.slice(48, 80));
  }

  @Test
  void quietPackedChangesNeedNoRoomForResults() {
    Frame frame =
        Frame.request(client.session, 1, 128)
            .flags(Frame.QUIET)
            .operation(0, 0)
            .core(0x30, 0, 1, 0)
            .core(0x30, 0, 2, 8)
            .core(0x30, 0, 3, 16);
    rig.mute(LOCAL, frame);
    assertThat(rig.engine.resultsKept()).isZero();
    assertThat(rig.word(16)).isEqualTo(3);
    rig.mute(LOCAL, frame);
    rig.poll();
    assertThat(rig.last().kind()).isEqualTo(Frame.ACK);
    assertThat(rig.last().number()).isEqualTo(1);
    assertThat(rig.word(16)).isEqualTo(3);
  }

  @Test
  void outcomeTellsHowAnOperationEnded() {
    rig.ask(client.addFrame(0, 0, 1));
    rig.ask(client.addFrame(1, 3, 1));
    assertThat(outcome(0).value(0)).as("DONE").isZero();
    assertThat(outcome(0).status(0)).isZero();
    assertThat(outcome(1).value(0)).as("MISALIGNED").isEqualTo(2);
    assertThat(outcome(2).status(0)).as("NOT_RECORDED").isEqualTo(24);
    client.resolved = 70;
    rig.ask(client.addFrame(70, 0, 1));
    assertThat(outcome(0).value(0)).as("below the window, still there").isZero();
    assertThat(outcome(0).status(0)).isZero();
    assertThat(outcome(6).value(0)).as("its place was taken: BELOW_WINDOW").isEqualTo(6);
    assertThat(outcome(5).status(0)).as("never ran").isEqualTo(24);
    assertThat(outcome(134).value(0)).as("beyond: ABOVE_WINDOW").isEqualTo(7);
  }

  @Test
  void outcomeClosesTheNumberThatItCallsNotRecorded() {
    assertThat(outcome(3).status(0)).isEqualTo(24);
    Frame late = rig.ask(client.addFrame(3, 0, 1));
    assertThat(late.status(0)).as("a late copy does not run").isEqualTo(24);
    assertThat(late.repeated()).isTrue();
    assertThat(rig.word(0)).isZero();
    assertThat(outcome(3).status(0)).isEqualTo(24);
    assertThat(rig.ask(client.addFrame(4, 0, 1)).status(0)).isZero();
  }

  @Test
  void outcomeOfTheRequestThatAsksIsNotReady() {
    Frame frame =
        Frame.request(client.session, 1, 128)
            .operation(5, 5)
            .core(0x24, Frame.OPERANDS, 0, 0)
            .operands(5, 0)
            .core(0x30, 0, 1, 0);
    Frame reply = rig.ask(frame);
    assertThat(reply.value(0)).isEqualTo(18);
    assertThat(reply.status(1)).isZero();
    assertThat(rig.word(0)).isEqualTo(1);
    assertThat(outcome(5).value(0)).isZero();
  }

  private Frame outcome(long number) {
    return rig.ask(
        Frame.request(client.session, 9, 64)
            .core(0x24, Frame.OPERANDS, 0, CONTROL)
            .operands(number, 0));
  }

  @Test
  void withoutRoomToAnswerNothingRuns() {
    rig.room = 0;
    rig.mute(LOCAL, client.addFrame(0, 0, 1));
    assertThat(rig.word(0)).isZero();
    assertThat(rig.counters.dropped(DropReason.OUTBOX_FULL)).isEqualTo(1);
    rig.room = 100;
    assertThat(rig.ask(client.addFrame(0, 0, 1)).repeated()).isFalse();
    assertThat(rig.word(0)).isEqualTo(1);
  }

  @Test
  void anAcknowledgementThatFindsNoRoomIsSentLater() {
    rig.mute(LOCAL, quietWrite(0, 0, (byte) 1));
    rig.room = 0;
    long due = rig.poll();
    assertThat(due - rig.now).isBetween(1L, 1_000_000L);
    int before = rig.sent.size();
    rig.room = 100;
    rig.now = due;
    rig.poll();
    assertThat(rig.sent).hasSize(before + 1);
  }

  @Test
  void aRefusedQuietChangeWithoutRoomIsToldToTheNextCopy() {
    rig.room = 0;
    rig.mute(LOCAL, quietWrite(0, DeviceRig.MEMORY, (byte) 1));
    rig.room = 100;
    Frame again = rig.ask(quietWrite(0, 0, (byte) 1));
    assertThat(again.status(0)).isEqualTo(1);
    assertThat(rig.word(0)).isZero();
  }

  @Test
  void occupancyIsTold() {
    rig.engine.occupancy(200);
    assertThat(rig.ask(client.addFrame(0, 0, 1)).occupancy()).isEqualTo(200);
    rig.engine.occupancy(1_000);
    assertThat(rig.ask(client.addFrame(1, 0, 1)).occupancy()).isEqualTo(255);
    rig.engine.occupancy(-1);
    assertThat(rig.ask(client.addFrame(2, 0, 1)).occupancy()).isZero();
  }

  @Test
  void resultsOfOneClientDoNotTakeAllRoom() {
    DeviceRig small = new DeviceRig(settings -> settings.resultBytes(64 * 1_024));
    DeviceRig.Client greedy = small.connected();
    DeviceRig.Client modest = small.connected();
    int kept = 0;
    Frame refused = small.ask(keptRequest(greedy, 0));
    while (refused.status(0) == 0) {
      kept++;
      refused = small.ask(keptRequest(greedy, kept));
    }
    assertThat(kept).isBetween(5, 40);
    assertThat(refused.status(0)).as("BUSY").isEqualTo(10);
    assertThat(refused.value(0)).isPositive();
    assertThat(small.ask(keptRequest(greedy, kept)).repeated()).as("recorded").isTrue();
    assertThat(small.ask(keptRequest(modest, 0)).status(0)).isZero();
    assertThat(small.last().occupancy()).isPositive();
    assertThat(small.word(0)).isEqualTo(kept + 1);
    greedy.resolved = kept + 1L;
    assertThat(small.ask(keptRequest(greedy, kept + 1L)).status(0)).isZero();
  }

  private static Frame keptRequest(DeviceRig.Client client, long number) {
    return Frame.request(client.session, number, 64)
        .operation(number, (int) (number - client.resolved))
        .core(0x30, 0, 1, 0)
        .core(0x20, 0, 1_024, 64);
  }

  @Test
  void capsAreToldByteForByte() {
    Frame reply = rig.ask(Frame.of(Frame.CAPS, 128).set64(40, 0x77));
    assertThat(reply.bytes).hasSize(128);
    assertThat(reply.kind()).isEqualTo(Frame.CAPS_REPLY);
    assertThat(reply.get8(32)).isEqualTo(1);
    assertThat(reply.get8(33)).isEqualTo(1);
    assertThat(reply.get32(36)).isEqualTo(1_472);
    assertThat(reply.get64(40)).isEqualTo(0x77);
    assertThat(reply.get64(48)).isEqualTo(DeviceRig.EPOCH);
    assertThat(reply.get32(56)).isEqualTo(30_000);
    assertThat(reply.get16(60)).isEqualTo(4_096);
    assertThat(reply.get16(62)).isEqualTo(1);
    assertThat(reply.get64(64)).isEqualTo(0x1111);
    assertThat(reply.get64(72)).isEqualTo(0x2222);
    assertThat(reply.get64(80)).isEqualTo(DeviceRig.MEMORY);
    assertThat(reply.get64(88)).isZero();
    assertThat(reply.get32(96)).isZero();
  }

  @Test
  void probesAreAnsweredSmall() {
    Frame reply = rig.ask(Frame.of(Frame.PROBE, 1_472).set32(32, 1_472).set64(40, 0x55));
    assertThat(reply.bytes).hasSize(64);
    assertThat(reply.kind()).isEqualTo(Frame.PROBE_REPLY);
    assertThat(reply.get32(32)).isEqualTo(1_472);
    assertThat(reply.get64(40)).isEqualTo(0x55);
  }
}
