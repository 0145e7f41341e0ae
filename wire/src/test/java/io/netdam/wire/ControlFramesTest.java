package io.netdam.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: OPEN, OPENED, RETRY, CAPS, CAPS_REPLY, CLOSE, GOAWAY, PROBE and tickets byte by byte. */
class ControlFramesTest {
  private static final String SESSION = " 85 00 00 00 00 00 00 2A |";
  private static final long SESSION_ID = 0x850000000000002AL;
  private static final String PACKET = " F1 02 03 04 05 06 07 08 |";
  private static final long PACKET_NUMBER = 0xF102030405060708L;
  private static final String NONCE = " 91 22 33 44 55 66 77 88 |";
  private static final long NONCE_VALUE = 0x9122334455667788L;
  private static final String EPOCH = " A0 00 00 00 00 00 00 0B |";
  private static final long EPOCH_VALUE = 0xA00000000000000BL;
  private static final String COMMON = "session 133:2a packet 17366446428893087496 ";

  @Test
  void open() {
    String bytes =
        "01 04 01 00 | 00*4 |"
            + SESSION
            + PACKET
            + " 00*6 F0 40 | 81 92 A3 04 | F0 00 05 C0 |"
            + NONCE
            + " 00*80";
    Open.Fields fields =
        new Open.Fields(
            1, SESSION_ID, PACKET_NUMBER, 0xF040, 0x81, 0x92, 0xA304, 0xF00005C0L, NONCE_VALUE);
    Frame frame = Frame.of(bytes);
    assertThat(Open.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new Open().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            "flags RESUME "
                + COMMON
                + "window wanted 61504 version minimum 129 version maximum 146 features 0xa304"
                + " frame bytes wanted 4026533312 nonce 0x9122334455667788");
    Frame written = Frame.dirty(136);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(128)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void opened() {
    String bytes =
        "01 05 00 00 | 00*4 |"
            + SESSION
            + PACKET
            + " 00*6 F0 40 | 81 92 A3 04 | F0 00 05 C0 |"
            + NONCE
            + EPOCH
            + " F0 00 75 30 | E0 00 20 00 | 00*64";
    Opened.Fields fields =
        new Opened.Fields(
            SESSION_ID,
            PACKET_NUMBER,
            0xF040,
            0x81,
            0x92,
            0xA304,
            0xF00005C0L,
            NONCE_VALUE,
            EPOCH_VALUE,
            0xF0007530L,
            0xE0002000L);
    Frame frame = Frame.of(bytes);
    assertThat(Opened.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new Opened().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            COMMON
                + "window granted 61504 version minimum 129 version maximum 146 features 0xa304"
                + " frame bytes granted 4026533312 nonce 0x9122334455667788"
                + " epoch 11529215046068469771 lease ms 4026561840 unscheduled bytes 3758104576");
    Frame written = Frame.dirty(136);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(128)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void retry() {
    String bytes =
        "01 06 00 00 | 00*4 |"
            + SESSION
            + PACKET
            + " 80 00 00 00 00 05 00 00 | 02 00*7 |"
            + " C0 00 00 00 00 00 00 09 |"
            + EPOCH
            + " 00*6 01 02";
    Retry.Fields fields =
        new Retry.Fields(
            SESSION_ID, PACKET_NUMBER, 0x800000000005L, 2, 0xC000000000000009L, EPOCH_VALUE, 258);
    Frame frame = Frame.of(bytes);
    assertThat(Retry.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new Retry().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            COMMON
                + "operation 140737488355333 reason MOVED echo 13835058055282163721"
                + " epoch 11529215046068469771 age 258");
    Frame written = Frame.dirty(72);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(64)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void retryReasonsHaveNames() {
    assertThat(Retry.reasonName(0)).isEqualTo("REASON_0");
    assertThat(Retry.reasonName(Retry.REASON_UNKNOWN)).isEqualTo("UNKNOWN");
    assertThat(Retry.reasonName(Retry.REASON_MOVED)).isEqualTo("MOVED");
    assertThat(Retry.reasonName(Retry.REASON_TICKET_STALE)).isEqualTo("TICKET_STALE");
    assertThat(Retry.reasonName(4)).isEqualTo("REASON_4");
  }

  @Test
  void caps() {
    String bytes = "01 07 00 00 | 00*4 |" + SESSION + PACKET + " 00*8 | 00*8 |" + NONCE + " 00*80";
    Caps.Fields fields = new Caps.Fields(SESSION_ID, PACKET_NUMBER, NONCE_VALUE);
    Frame frame = Frame.of(bytes);
    assertThat(Caps.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new Caps().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(COMMON + "nonce 0x9122334455667788");
    Frame written = Frame.dirty(136);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(128)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void capsReply() {
    String bytes =
        "01 08 00 00 | 00*4 |"
            + SESSION
            + PACKET
            + " 00*8 | 81 92 A3 04 | F0 00 05 C0 |"
            + NONCE
            + EPOCH
            + " F0 00 75 30 | F0 40 | 80 04 | D1 00*6 01 | D2 00*6 02 | C0 00*6 00"
            + " | B0 00*6 10 | 00 00 00 07 | 00*28";
    CapsReply.Fields fields =
        new CapsReply.Fields(
            SESSION_ID,
            PACKET_NUMBER,
            0x81,
            0x92,
            0xA304,
            0xF00005C0L,
            NONCE_VALUE,
            EPOCH_VALUE,
            0xF0007530L,
            0xF040,
            0x8004,
            0xD100000000000001L,
            0xD200000000000002L,
            0xC000000000000000L,
            0xB000000000000010L,
            7);
    Frame frame = Frame.of(bytes);
    assertThat(CapsReply.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new CapsReply().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            COMMON
                + "version minimum 129 version maximum 146 features 0xa304 frame bytes 4026533312"
                + " nonce 0x9122334455667788 epoch 11529215046068469771 lease ms 4026561840"
                + " window 61504 shards 32772 device 0xd100000000000001 low 0xd200000000000002"
                + " memory bytes 13835058055282163712 memory base 0xb000000000000010"
                + " flags DURABLE|READ_ONLY|DRAINING");
    Frame written = Frame.dirty(136);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(128)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void close() {
    String bytes = "01 09 00 00 | 00*4 |" + SESSION + PACKET + " 00*40";
    Close.Fields fields = new Close.Fields(SESSION_ID, PACKET_NUMBER);
    Frame frame = Frame.of(bytes);
    assertThat(Close.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new Close().wrap(frame.segment, frame.offset).describe() + " ").isEqualTo(COMMON);
    Frame written = Frame.dirty(72);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(64)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void goAway() {
    String bytes = "01 0A 00 00 | 00*4 |" + SESSION + PACKET + " 00*8 | F0 00 03 E8 | 00*28";
    GoAway.Fields fields = new GoAway.Fields(SESSION_ID, PACKET_NUMBER, 0xF00003E8L);
    Frame frame = Frame.of(bytes);
    assertThat(GoAway.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new GoAway().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(COMMON + "grace ms 4026532840");
    Frame written = Frame.dirty(72);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(64)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void probeSaysItsLength() {
    String bytes =
        "01 0B 00 00 | 00*4 | 00*8 |" + PACKET + " 00*8 | 00 00 00 C0 | 00*4 |" + NONCE + " 00*144";
    Frame frame = Frame.dirty(200);
    Probe view = new Probe();
    assertThat(view.begin(frame.segment, frame.offset, PacketKind.PROBE, 192)).isSameAs(view);
    view.packetNumber(PACKET_NUMBER).nonce(NONCE_VALUE);
    assertThat(frame.content(192)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void probeReply() {
    String bytes =
        "01 0C 00 00 | 00*4 |"
            + SESSION
            + PACKET
            + " 00*6 F0 40 | F0 00 00 C0 | 00*4 |"
            + NONCE
            + " 00*16";
    Probe.Fields fields =
        new Probe.Fields(SESSION_ID, PACKET_NUMBER, 0xF040, 0xF00000C0L, NONCE_VALUE);
    Frame frame = Frame.of(bytes);
    assertThat(Probe.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new Probe().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(COMMON + "residence 61504 frame bytes 4026532032 nonce 0x9122334455667788");
    Frame written = Frame.dirty(72);
    fields.emit(written.segment, written.offset, PacketKind.PROBE_REPLY, 64);
    assertThat(written.content(64)).isEqualTo(Frame.bytes(bytes));
  }

  @Test
  void ticket() {
    String bytes =
        "01 00 F0 40 | F0 00 05 C0 |"
            + SESSION
            + EPOCH
            + " C0 00 00 00 00 00 00 0C |"
            + NONCE
            + " 00*8 | E1 00*6 01 | E2 00*6 02";
    Ticket.Fields fields =
        new Ticket.Fields(
            1,
            0xF040,
            0xF00005C0L,
            SESSION_ID,
            EPOCH_VALUE,
            0xC00000000000000CL,
            NONCE_VALUE,
            0xE100000000000001L,
            0xE200000000000002L);
    Frame frame = Frame.of(bytes);
    assertThat(Ticket.Fields.parse(frame.segment, frame.offset)).isEqualTo(fields);
    assertThat(new Ticket().wrap(frame.segment, frame.offset).describe())
        .isEqualTo(
            "version 1 window 61504 frame bytes 4026533312 session 133:2a"
                + " epoch 11529215046068469771 expiry ns -4611686018427387892"
                + " nonce 0x9122334455667788");
    Frame written = Frame.dirty(72);
    fields.emit(written.segment, written.offset);
    assertThat(written.content(64)).isEqualTo(Frame.bytes(bytes));
    assertThat(Ticket.BODY_BYTES + Ticket.MAC_BYTES).isEqualTo(Ticket.BYTES);
  }

  @Test
  void newTicketHasTheVersion() {
    Frame frame = Frame.dirty(72);
    new Ticket().begin(frame.segment, frame.offset);
    assertThat(frame.content(64)).isEqualTo(Frame.bytes("01 00*63"));
  }
}
