package io.netdam.wire;

import static io.netdam.wire.DropReason.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: each structural reason is provoked by a frame one step beside a sound one. */
class FrameCheckTest {
  private static final String REQUEST = "01 01 00 01 | 00*28 | ";
  private static final String REPLY = "01 02 00 01 | 00*28 | 00*16 | ";
  private static final String READ = "20 00 00 00 00 00 00 08 | 00*8 | ";

  private final FrameCheck check = new FrameCheck();
  private final Checksum checksum = new Checksum();

  private @Nullable DropReason toDevice(String... hex) {
    return both(true, hex);
  }

  private @Nullable DropReason toClient(String... hex) {
    return both(false, hex);
  }

  /** With and without checksum the same answer, or the checksum's. */
  private @Nullable DropReason both(boolean fromClient, String... hex) {
    Frame frame = Frame.of(hex);
    @Nullable DropReason structure =
        FrameCheck.structure(frame.segment, frame.offset, frame.length, fromClient);
    if (frame.length >= 64 && frame.length <= 8_320) {
      checksum.seal(frame.segment, frame.offset, frame.length);
    }
    assertThat(check.check(frame.segment, frame.offset, frame.length, fromClient))
        .isEqualTo(structure);
    return structure;
  }

  @Test
  void eachStructuralReasonHasAMinimalFrame() {
    Map<DropReason, @Nullable DropReason> provoked = new EnumMap<>(DropReason.class);
    provoked.put(TOO_SHORT, toDevice("01"));
    provoked.put(TOO_LONG, toDevice("01 01 00*8382"));
    provoked.put(LENGTH_NOT_ALIGNED, toDevice(REQUEST, READ, "00*17"));
    provoked.put(VERSION_UNKNOWN, toDevice("02 01 00 01 | 00*28 |", READ, "00*16"));
    provoked.put(KIND_UNKNOWN, toDevice("01 0D 00 00 | 00*60"));
    provoked.put(KIND_DIRECTION, toDevice("01 03 00 00 | 00*60"));
    provoked.put(FLAG_RESERVED, toDevice("01 01 20 01 | 00*28 |", READ, "00*16"));
    provoked.put(COUNT_WRONG, toDevice("01 01 00 00 | 00*60"));
    provoked.put(STREAM_OVERRUN, toDevice("01 01 00 03 | 00*60"));
    provoked.put(DATA_OVERRUN, toDevice(REQUEST, "21 04 00 00 00 00 00 01 | 00*8 | 00*16"));
    provoked.put(TRAILER_OVERRUN, toDevice("01 01 01 01 | 00*28 |", READ, "00*16"));
    Frame damaged = Frame.of(REQUEST, READ, "00*16");
    provoked.put(CHECKSUM_WRONG, check.check(damaged.segment, damaged.offset, 64, true));
    provoked.put(SEAL_UNAVAILABLE, toDevice("11"));
    provoked.put(ROUTE_UNAVAILABLE, toDevice("00"));
    provoked.forEach((reason, found) -> assertThat(found).isEqualTo(reason));
    assertThat(provoked.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(DropReason.values())
                .filter(DropReason::structural)
                .collect(Collectors.toSet()));
    assertThat(COMPACT_UNTRUSTED.structural()).isFalse();
  }

  @Test
  void lengthsOfFullFrames() {
    String sound = REQUEST + READ;
    assertThat(toDevice(sound, "00*16")).isNull();
    assertThat(toDevice(sound, "00*15")).isEqualTo(TOO_SHORT);
    assertThat(toDevice(sound, "00*80")).isNull();
    assertThat(toDevice(sound, "00*79")).isEqualTo(LENGTH_NOT_ALIGNED);
    assertThat(toDevice(sound, "00*8272")).isNull();
    assertThat(toDevice(sound, "00*8273")).isEqualTo(TOO_LONG);
    assertThat(toDevice(sound, "00*8336")).isEqualTo(TOO_LONG);
    Frame empty = Frame.of("00");
    assertThat(check.check(empty.segment, empty.offset, 0, true)).isEqualTo(TOO_SHORT);
    assertThat(FrameCheck.structure(empty.segment, empty.offset, 0, true)).isEqualTo(TOO_SHORT);
    assertThat(TransportHeader.check(empty.segment, empty.offset, 0, true)).isEqualTo(TOO_SHORT);
  }

  @Test
  void versionComesBeforeLength() {
    for (int version = 2; version <= 15; version++) {
      assertThat(toDevice("%02X".formatted(version))).isEqualTo(VERSION_UNKNOWN);
      assertThat(toDevice("%02X".formatted(0x10 + version))).isEqualTo(VERSION_UNKNOWN);
    }
    assertThat(toDevice("10")).isEqualTo(VERSION_UNKNOWN);
    assertThat(toDevice("F0")).isEqualTo(ROUTE_UNAVAILABLE);
    assertThat(toClient("FF 00*63")).isEqualTo(ROUTE_UNAVAILABLE);
    assertThat(toClient("11 00*63")).isEqualTo(SEAL_UNAVAILABLE);
  }

  @Test
  void checksumComesBeforeKind() {
    Frame frame = Frame.of("01 63 FF 09 | 00*60");
    assertThat(check.check(frame.segment, frame.offset, 64, true)).isEqualTo(CHECKSUM_WRONG);
    assertThat(FrameCheck.structure(frame.segment, frame.offset, 64, true)).isEqualTo(KIND_UNKNOWN);
  }

  @Test
  void directionsAndSizesOfKinds() {
    int[] client = {4, 7, 9, 11, 12};
    int[] device = {3, 5, 6, 8, 10, 11, 12};
    for (int kind = 3; kind <= 12; kind++) {
      int number = kind;
      String frame = "01 %02X 00*126".formatted(kind);
      boolean up = Arrays.stream(client).anyMatch(k -> k == number);
      boolean down = Arrays.stream(device).anyMatch(k -> k == number);
      assertThat(toDevice(frame)).as("kind %s", kind).isEqualTo(up ? null : KIND_DIRECTION);
      assertThat(toClient(frame)).as("kind %s", kind).isEqualTo(down ? null : KIND_DIRECTION);
      String half = "01 %02X 00*62".formatted(kind);
      boolean needs128 = kind == 4 || kind == 5 || kind == 7 || kind == 8;
      assertThat(up ? toDevice(half) : toClient(half))
          .as("kind %s", kind)
          .isEqualTo(needs128 ? TOO_SHORT : null);
    }
    assertThat(toDevice("01 00 00*62")).isEqualTo(KIND_UNKNOWN);
    assertThat(toClient(REQUEST, READ, "00*16")).isEqualTo(KIND_DIRECTION);
    assertThat(toDevice(REPLY, "00*16")).isEqualTo(KIND_DIRECTION);
    assertThat(toClient(REPLY, "00*16")).isNull();
  }

  @Test
  void flagsAndCountsOfKinds() {
    assertThat(toDevice("01 04 01 00 | 00*124")).isNull();
    assertThat(toDevice("01 04 02 00 | 00*124")).isEqualTo(FLAG_RESERVED);
    assertThat(toDevice("01 09 01 00 | 00*60")).isEqualTo(FLAG_RESERVED);
    assertThat(toDevice("01 09 00 01 | 00*60")).isEqualTo(COUNT_WRONG);
    assertThat(toClient("01 02 01 01 | 00*60")).isEqualTo(FLAG_RESERVED);
    assertThat(toClient("01 02 00 00 | 00*60")).isEqualTo(COUNT_WRONG);
    for (int flag = 0x20; flag <= 0x80; flag <<= 1) {
      assertThat(toDevice("01 01 %02X 01 | 00*28 |".formatted(flag), READ, "00*16"))
          .isEqualTo(FLAG_RESERVED);
    }
    assertThat(toDevice("01 01 0E 01 | 00*28 |", READ, "00*16")).isNull();
    Frame none = Frame.of("01 01 00 00 | 00*60");
    assertThat(Request.check(none.segment, none.offset, 64)).isEqualTo(COUNT_WRONG);
    assertThat(Reply.check(none.segment, none.offset, 64)).isEqualTo(COUNT_WRONG);
  }

  @Test
  void instructionFlags() {
    for (int flags = 0; flags < 256; flags++) {
      boolean reserved = (flags & 0x08) != 0 || flags >= 0x40 || (flags & 0x30) == 0x30;
      assertThat(toDevice(REQUEST, "20 %02X 00*14 | 00*80".formatted(flags)))
          .as("%x", flags)
          .isEqualTo(reserved ? FLAG_RESERVED : null);
    }
  }

  @Test
  void streamEndsInsideTheFrame() {
    assertThat(toDevice("01 01 00 02 | 00*28 |", READ, READ)).isNull();
    assertThat(toDevice("01 01 00 03 | 00*28 |", READ, READ)).isEqualTo(STREAM_OVERRUN);
    // A core that fits, its operands do not.
    assertThat(toDevice("01 01 00 02 | 00*28 |", READ, "30 01 00*14")).isEqualTo(STREAM_OVERRUN);
    assertThat(toDevice(REQUEST, "30 01 00*30")).isNull();
    assertThat(toDevice(REQUEST, "30 03 00*30")).isEqualTo(STREAM_OVERRUN);
    assertThat(toDevice(REQUEST, "30 03 00*94")).isNull();
    assertThat(toDevice("01 01 00 FF | 00*28 |", "20 00*15 |".repeat(255), "00*48")).isNull();
  }

  @Test
  void streamEndsBeforeTheTrailers() {
    assertThat(toDevice("01 01 01 02 | 00*28 |", READ, READ, "DD*64")).isNull();
    assertThat(toDevice("01 01 01 03 | 00*28 |", READ, READ, READ, "00*48"))
        .isEqualTo(STREAM_OVERRUN);
    assertThat(toDevice("01 01 11 02 | 00*28 |", READ, READ, "00*192")).isNull();
    assertThat(toDevice("01 01 11 01 | 00*28 |", READ, "00*144")).isEqualTo(TRAILER_OVERRUN);
    assertThat(toDevice("01 01 10 01 | 00*28 |", READ, "00*80")).isEqualTo(TRAILER_OVERRUN);
    // Data may touch the ticket, not enter it.
    String write = "21 04 00 00 00 00 00 %s | 00*8 | 00*16 | ";
    assertThat(toDevice("01 01 01 01 | 00*28 |", write.formatted("40"), "00*64 DD*64")).isNull();
    assertThat(toDevice("01 01 01 01 | 00*28 |", write.formatted("41"), "00*64 DD*64"))
        .isEqualTo(DATA_OVERRUN);
  }

  @Test
  void dataEndsInsideTheFrame() {
    String write = "21 04 00 00 %s | 00*8 | ";
    assertThat(toDevice(REQUEST, write.formatted("00 00 00 40"), "00*16 | 00*64")).isNull();
    assertThat(toDevice(REQUEST, write.formatted("00 00 00 41"), "00*16 | 00*64"))
        .isEqualTo(DATA_OVERRUN);
    assertThat(toDevice(REQUEST, write.formatted("FF FF FF FF"), "00*16 | 00*64"))
        .isEqualTo(DATA_OVERRUN);
    assertThat(toDevice(REQUEST, write.formatted("00 00 00 00"), "00*16")).isNull();
    // The second piece starts at a multiple of 16: 17 + 15 bytes of gap + 32 = 64.
    String two = "01 01 00 02 | 00*28 |";
    assertThat(
            toDevice(two, write.formatted("00 00 00 11"), write.formatted("00 00 00 20"), "00*64"))
        .isNull();
    assertThat(
            toDevice(two, write.formatted("00 00 00 11"), write.formatted("00 00 00 21"), "00*64"))
        .isEqualTo(DATA_OVERRUN);
    // Sums beyond 32 bits must not come round to a small number.
    assertThat(
            toDevice(two, write.formatted("FF FF FF F0"), write.formatted("00 00 00 10"), "00*64"))
        .isEqualTo(DATA_OVERRUN);
    // Without DATA the length is only a number.
    assertThat(toDevice(REQUEST, "20 00 00 00 FF FF FF FF | 00*8 | 00*16")).isNull();
  }

  @Test
  void repliesAreCheckedTheSameWay() {
    String two = "01 02 00 02 | 00*28 | 00*16 |";
    assertThat(toClient(REPLY, "20 00 02 00 00 00 00 40 | 00*8 | 00*64")).isNull();
    assertThat(toClient(REPLY, "20 00 02 00 00 00 00 41 | 00*8 | 00*64")).isEqualTo(DATA_OVERRUN);
    assertThat(toClient(REPLY, "20 00 00 00 FF FF FF FF | 00*8")).isNull();
    assertThat(toClient(two, "00*16")).isEqualTo(STREAM_OVERRUN);
    assertThat(toClient(two, "00*80")).isNull();
    assertThat(toClient(REPLY, "30 00 01 00*13")).isEqualTo(STREAM_OVERRUN);
    assertThat(toClient(REPLY, "30 00 01 00*77")).isNull();
    assertThat(
            toClient(
                two, "20 00 02 00 00 00 00 11 | 00*8 | 20 00 02 00 00 00 00 20 | 00*8 | 00*112"))
        .isNull();
    assertThat(
            toClient(
                two, "20 00 02 00 00 00 00 11 | 00*8 | 20 00 02 00 00 00 00 21 | 00*8 | 00*48"))
        .isEqualTo(DATA_OVERRUN);
    for (int bit = 0; bit < 8; bit++) {
      String flag = "%02X".formatted(1 << bit);
      assertThat(toClient("01 02 00 01 | 00*28 | 00", flag, "00*14 | 00*16"))
          .isEqualTo(bit < 2 ? null : FLAG_RESERVED);
      assertThat(toClient(REPLY, "20 00", flag, "00*13 | 00*64"))
          .isEqualTo(bit < 2 ? null : FLAG_RESERVED);
    }
  }

  @Test
  void acknowledgementsHoldTheirWords() {
    String ack = "01 03 00 00 | 00*28 | 00 %s | 00*12 | ";
    assertThat(toClient(ack.formatted("00 00 02"), "00*16")).isNull();
    assertThat(toClient(ack.formatted("00 00 03"), "00*16")).isEqualTo(COUNT_WRONG);
    assertThat(toClient(ack.formatted("00 00 0A"), "00*80")).isNull();
    assertThat(toClient(ack.formatted("00 00 0B"), "00*80")).isEqualTo(COUNT_WRONG);
    assertThat(toClient(ack.formatted("00 00 0B"), "00*144")).isEqualTo(COUNT_WRONG);
    assertThat(toClient(ack.formatted("00 FF FF"), "00*16")).isEqualTo(COUNT_WRONG);
    assertThat(toClient(ack.formatted("03 00 00"), "00*16")).isNull();
    assertThat(toClient(ack.formatted("04 00 00"), "00*16")).isEqualTo(FLAG_RESERVED);
  }

  @Test
  void compactFrames() {
    assertThat(toDevice("20 00*9")).isEqualTo(TOO_SHORT);
    assertThat(toDevice("20 00*10")).isNull();
    assertThat(toDevice("20 00*17")).isNull();
    assertThat(toDevice("20 00*18")).isEqualTo(TOO_LONG);
    assertThat(toDevice("EE 00*17")).isNull();
    assertThat(toDevice("EF 00*12")).isEqualTo(KIND_DIRECTION);
    assertThat(toClient("EF 00*12")).isNull();
    assertThat(toClient("EF 00*11")).isEqualTo(TOO_SHORT);
    assertThat(toClient("EF 00*13")).isEqualTo(TOO_LONG);
    assertThat(toClient("20 00*12")).isEqualTo(KIND_DIRECTION);
  }
}
