package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.transport.TicketOffice.Verdict;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Goal: an office knows its own tickets, for whom and until when; every other is worth nothing. */
class TicketOfficeTest {
  private static final byte[] KEY = key(1);
  private static final Path PATH = Path.of(0x2001_0DB8_0000_0000L, 0x5, 4_000, 0);
  private static final long SESSION = 0x0300_0000_0000_0009L;

  private final TicketOffice office = new TicketOffice(7, 3, 9, KEY, Rules.ALL);
  private final MemorySegment segment = MemorySegment.ofArray(new byte[96]);

  private static byte[] key(int first) {
    byte[] key = new byte[32];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (first + i);
    }
    return key;
  }

  private Verdict check(long nowNs, long session, Path path) {
    return office.check(nowNs, segment, 16, session, path);
  }

  private void mint() {
    office.mint(segment, 16, SESSION, 64, 1_472, 5_000, PATH);
  }

  @Test
  void issuesEachNumberOnceInItsShard() {
    assertThat(office.issueSessionId()).isEqualTo(SESSION);
    assertThat(office.issueSessionId()).isEqualTo(SESSION + 1);
    assertThat(office.nextNumber()).isEqualTo(11);
  }

  @Test
  void aTicketByteForByte() throws GeneralSecurityException {
    mint();
    ByteBuffer expected = ByteBuffer.allocate(64);
    expected.put((byte) 1).put((byte) 0).putShort((short) 64).putInt(1_472);
    expected.putLong(SESSION).putLong(7).putLong(5_000);
    byte[] proof =
        ByteBuffer.allocate(40)
            .put("netdam".getBytes(StandardCharsets.US_ASCII))
            .putShort((short) 4_000)
            .putLong(SESSION)
            .putLong(5_000)
            .putLong(PATH.addressHigh())
            .putLong(PATH.addressLow())
            .array();
    expected.put(hmac(proof), 0, 8);
    expected.putLong(0);
    expected.put(hmac(Arrays.copyOf(expected.array(), 48)), 0, 16);
    byte[] made = segment.asSlice(16, 64).toArray(ValueLayout.JAVA_BYTE);
    assertThat(made).isEqualTo(expected.array());
    assertThat(segment.asSlice(0, 16).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    assertThat(segment.asSlice(80, 16).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
  }

  private static byte[] hmac(byte[] bytes) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    return mac.doFinal(bytes);
  }

  @Test
  void knowsItsOwn() {
    mint();
    assertThat(check(0, SESSION, PATH)).isEqualTo(Verdict.VALID);
    assertThat(check(4_999, SESSION, PATH)).isEqualTo(Verdict.VALID);
    assertThat(check(5_000, SESSION, PATH)).isEqualTo(Verdict.EXPIRED);
    Path otherSocket = Path.of(PATH.addressHigh(), PATH.addressLow(), 4_000, 8);
    assertThat(check(0, SESSION, otherSocket)).isEqualTo(Verdict.VALID);
  }

  @Test
  void tellsWhoseItIs() {
    mint();
    assertThat(check(0, SESSION + 1, PATH)).isEqualTo(Verdict.FORGED);
    Path[] others = {
      Path.of(PATH.addressHigh(), PATH.addressLow(), 4_001, 0),
      Path.of(PATH.addressHigh(), 6, 4_000, 0),
      Path.of(1, PATH.addressLow(), 4_000, 0)
    };
    for (Path other : others) {
      assertThat(check(0, SESSION, other)).isEqualTo(Verdict.ADDRESS);
    }
  }

  @Test
  void noBitMayChange() {
    for (int bit = 0; bit < 512; bit++) {
      mint();
      long at = 16L + bit / 8;
      byte old = segment.get(ValueLayout.JAVA_BYTE, at);
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1 << bit % 8));
      assertThat(check(0, SESSION, PATH)).as("bit %d", bit).isNotIn(Verdict.VALID, Verdict.EXPIRED);
    }
  }

  @Test
  void anotherEpochsTicketIsNamedSo() {
    TicketOffice later = new TicketOffice(8, 3, 9, KEY, Rules.ALL);
    mint();
    assertThat(later.check(0, segment, 16, SESSION, PATH)).isEqualTo(Verdict.EPOCH);
    assertThat(later.checkAnywhere(0, segment, 16, SESSION)).isEqualTo(Verdict.EPOCH);
    TicketOffice broken = new TicketOffice(8, 3, 9, KEY, Rules.without(Rule.EPOCH));
    assertThat(broken.check(0, segment, 16, SESSION, PATH)).isEqualTo(Verdict.VALID);
  }

  @Test
  void anotherKeysTicketIsForged() {
    TicketOffice other = new TicketOffice(7, 3, 9, key(2), Rules.ALL);
    mint();
    assertThat(other.check(0, segment, 16, SESSION, PATH)).isEqualTo(Verdict.FORGED);
    other.restore(50, KEY);
    assertThat(other.check(0, segment, 16, SESSION, PATH)).isEqualTo(Verdict.VALID);
    assertThat(other.nextNumber()).isEqualTo(50);
    assertThat(other.key()).isEqualTo(KEY);
    other.restore(40, KEY);
    assertThat(other.nextNumber()).as("never back").isEqualTo(50);
  }

  @Test
  void aTicketShownAnywhereIsGenuineOrNot() {
    mint();
    assertThat(office.checkAnywhere(0, segment, 16, SESSION)).isEqualTo(Verdict.VALID);
    assertThat(office.checkAnywhere(5_000, segment, 16, SESSION)).isEqualTo(Verdict.EXPIRED);
    assertThat(office.checkAnywhere(0, segment, 16, SESSION + 1)).isEqualTo(Verdict.FORGED);
    for (int bit = 0; bit < 512; bit++) {
      mint();
      long at = 16L + bit / 8;
      byte old = segment.get(ValueLayout.JAVA_BYTE, at);
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1 << bit % 8));
      assertThat(office.checkAnywhere(0, segment, 16, SESSION))
          .as("bit %d", bit)
          .isIn(Verdict.FORGED, Verdict.EPOCH);
    }
  }

  @Test
  void anExpiredTicketOfAnotherAddressIsExpired() {
    mint();
    Path other = Path.of(PATH.addressHigh(), PATH.addressLow(), 4_001, 0);
    assertThat(check(5_000, SESSION, other)).isEqualTo(Verdict.EXPIRED);
  }

  @Test
  void withoutTheRuleAnExpiredTicketIsValid() {
    TicketOffice broken = new TicketOffice(7, 3, 9, KEY, Rules.without(Rule.TICKET_EXPIRY));
    mint();
    assertThat(broken.check(6_000, segment, 16, SESSION, PATH)).isEqualTo(Verdict.VALID);
  }

  @Test
  void withoutTheRuleANumberIsIssuedTwice() {
    TicketOffice broken = new TicketOffice(7, 3, 9, KEY, Rules.without(Rule.SESSION_ID_ONCE));
    assertThat(broken.issueSessionId()).isEqualTo(broken.issueSessionId());
  }

  @Test
  void aKeyHas32Bytes() {
    assertThatThrownBy(() -> new TicketOffice(7, 3, 9, new byte[31], Rules.ALL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("31");
  }
}
