package io.netdam.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: keys and sealed frames are bit for bit those of docs/seal.md, and whatever is altered,
 * borrowed or sent back is refused and stays as it came. The expected values were computed with
 * OpenSSL's CMAC and AES-GCM from that page.
 */
class SealedFrameTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final byte[] KEY_A = HEX.parseHex("101112131415161718191a1b1c1d1e1f");
  private static final byte[] KEY_B =
      HEX.parseHex("404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f");
  private static final int SPI = 0x01020304;
  private static final DeviceLife DEVICE =
      new DeviceLife(0x0011223344556677L, 0x8899AABBCCDDEEFFL, 0x0000018F00000007L);
  private static final String PLAIN =
      "01080f16000000000340474e555c636a0001000000000005a9b0b7bec5ccd3dae1e8eff6fd040b121920272e353c"
          + "434a51585f666d747b828990979ea5acb3bac1c8cfd6dde4ebf2f900070e151c232a31383f464d545b62"
          + "6970777e858c939aa1a8afb6bdc4cbd2d9e0e7eef5fc030a11181f262d343b424950575e656c737a";
  private static final String SEALED_REQUEST =
      "11080f16010203040340474e555c636a000100000000000548c4ec8b0b2df46d4089a7dd2dee0d99e3c9fa37b502"
          + "d1edd76f97b59ce99299dc10dcc882a873e8c71aeb83597e94c6266e15dcc3494d064f3e9b1f33d03f43"
          + "34e3d53e84e4b0ef08d12381e323d73602ab1fd02de5cd7401d0050314dc32c45c0fcf9f3a0c3eef";
  private static final String SEALED_REPLY =
      "11080f16010203040340474e555c636a0001000000000005c8ba2181ea4c3a6fa29fdab392b93fffd3589186dfab"
          + "b8cb74335fc3e2f57f7e9a7a8d251c3e602fb549926eacad5003d859422c2307d60dc843b731708b0ecd"
          + "323808a3dcbb2b04494131ae96e09689886df4a7cb0d91192a7e118ee099c63b7ddb26ebb7123e16";

  private final byte[] secret =
      Objects.requireNonNull(DeviceKeys.of(KEY_A).secret(SPI), "of the current key");
  private final FrameSealer sealer = new FrameSealer();
  private final FrameOpener opener = new FrameOpener();

  private SealKey key(Direction direction) {
    return SealKey.derive(secret, SPI, direction, DEVICE, 3);
  }

  private static MemorySegment frame(String hex) {
    return MemorySegment.ofArray(HEX.parseHex(hex));
  }

  private static String hex(MemorySegment frame) {
    return HEX.formatHex(frame.toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void secretsComeFromTheDeviceKeyAndTheSpi() {
    assertThat(HEX.formatHex(secret)).isEqualTo("23b3203636d144c2fb56359a0228d08a");
    DeviceKeys rotated = DeviceKeys.of(KEY_A).rotated(KEY_B);
    assertThat(rotated.secret(0x81020304))
        .isEqualTo(HEX.parseHex("882cc229b81970649ae6738db63dff05"));
    assertThat(rotated.secret(SPI)).as("the key before still opens").isEqualTo(secret);
    assertThat(rotated.withoutPrevious().secret(SPI)).isNull();
    assertThat(rotated.withoutPrevious().secret(0x81020304)).isNotNull();
    assertThat(DeviceKeys.of(KEY_A).secret(0x81020304)).as("a key that never was").isNull();
    assertThat(rotated.spi(5)).isEqualTo(0x80000005);
    assertThat(rotated.rotated(KEY_A).spi(5)).isEqualTo(5);
  }

  @Test
  void eachDirectionHasItsKey() {
    assertThat(HEX.formatHex(key(Direction.REQUEST).key().getEncoded()))
        .isEqualTo("5bb721f394236055ac749a5f1279fb6b");
    assertThat(HEX.formatHex(key(Direction.REPLY).key().getEncoded()))
        .isEqualTo("a329d5e5b4af969471962af3901f5a87");
  }

  @Test
  void framesAreSealedAndOpenedToTheBit() {
    MemorySegment request = frame(PLAIN);
    sealer.seal(key(Direction.REQUEST), request, 0, 128);
    assertThat(hex(request)).isEqualTo(SEALED_REQUEST);
    MemorySegment reply = frame(PLAIN);
    sealer.seal(key(Direction.REPLY), reply, 0, 128);
    assertThat(hex(reply)).isEqualTo(SEALED_REPLY);

    assertThat(FrameOpener.spi(request, 0)).isEqualTo(SPI);
    assertThat(opener.open(key(Direction.REQUEST), request, 0, 128)).isTrue();
    assertThat(hex(request)).startsWith("11080f16010203040340474e555c636a");
    assertThat(hex(request).substring(48, 224)).isEqualTo(PLAIN.substring(48, 224));
  }

  /** Every bit is either authenticated or part of the tag. */
  @Test
  void oneBitAlteredIsRefused() {
    for (int bit = 0; bit < 128 * 8; bit++) {
      byte[] altered = HEX.parseHex(SEALED_REQUEST);
      altered[bit / 8] ^= (byte) (1 << bit % 8);
      byte[] before = altered.clone();
      assertThat(opener.open(key(Direction.REQUEST), MemorySegment.ofArray(altered), 0, 128))
          .as("bit %d", bit)
          .isFalse();
      assertThat(altered).isEqualTo(before);
    }
    assertThat(opener.open(key(Direction.REQUEST), frame(SEALED_REQUEST), 0, 128))
        .as("the opener still works")
        .isTrue();
  }

  @Test
  void borrowedKeysOpenNothing() {
    DeviceLife nextEpoch = new DeviceLife(DEVICE.idHigh(), DEVICE.idLow(), DEVICE.epoch() + 1);
    DeviceLife otherLow = new DeviceLife(DEVICE.idHigh(), DEVICE.idLow() ^ 1, DEVICE.epoch());
    DeviceLife otherHigh = new DeviceLife(DEVICE.idHigh() ^ 1, DEVICE.idLow(), DEVICE.epoch());
    byte[] other = secret.clone();
    other[15] ^= 1;
    SealKey[] wrong = {
      key(Direction.REPLY),
      SealKey.derive(secret, SPI, Direction.REQUEST, DEVICE, 2),
      SealKey.derive(secret, SPI, Direction.REQUEST, nextEpoch, 3),
      SealKey.derive(secret, SPI, Direction.REQUEST, otherLow, 3),
      SealKey.derive(secret, SPI, Direction.REQUEST, otherHigh, 3),
      SealKey.derive(secret, SPI + 1, Direction.REQUEST, DEVICE, 3),
      SealKey.derive(other, SPI, Direction.REQUEST, DEVICE, 3),
    };
    for (SealKey key : wrong) {
      MemorySegment frame = frame(SEALED_REQUEST);
      assertThat(opener.open(key, frame, 0, 128)).as(key.toString()).isFalse();
      assertThat(hex(frame)).isEqualTo(SEALED_REQUEST);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 63, 65, 8_384, -64, Integer.MIN_VALUE})
  void lengthsThatAreNoFrame(int length) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[9_000]);
    assertThat(opener.open(key(Direction.REQUEST), bytes, 0, length)).isFalse();
    assertThatThrownBy(() -> sealer.seal(key(Direction.REQUEST), bytes, 0, length))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anyFrameAnywhereComesBack() {
    Random random = new Random(4);
    byte[] bytes = new byte[20_000];
    MemorySegment segment = MemorySegment.ofArray(bytes);
    for (int round = 0; round < 2_000; round++) {
      int length = 64 * (1 + random.nextInt(130));
      int offset = random.nextInt(1_000);
      random.nextBytes(bytes);
      segment.set(FrameCipher.INT, offset + 16L, random.nextInt());
      segment.set(FrameCipher.INT, offset + 20L, round);
      byte[] before = bytes.clone();
      SealKey key = key(random.nextBoolean() ? Direction.REQUEST : Direction.REPLY);
      sealer.seal(key, segment, offset, length);
      assertThat(opener.open(key, segment, offset, length)).isTrue();
      // Form, SPI and tag are the seal's, all else is as it was.
      System.arraycopy(bytes, offset, before, offset, 1);
      System.arraycopy(bytes, offset + 4, before, offset + 4, 4);
      System.arraycopy(bytes, offset + length - 16, before, offset + length - 16, 16);
      assertThat(bytes).isEqualTo(before);
    }
  }

  /** The JDK's last line of defence, not ours. */
  @Test
  void theSameNumberTwiceInARowIsNoticed() {
    sealer.seal(key(Direction.REQUEST), frame(PLAIN), 0, 128);
    assertThatThrownBy(() -> sealer.seal(key(Direction.REQUEST), frame(PLAIN), 0, 128))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("twice");
  }

  @Test
  void keysOfOtherSizesAreNone() {
    assertThatThrownBy(() -> DeviceKeys.of(new byte[24]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SealKey.derive(new byte[15], SPI, Direction.REPLY, DEVICE, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SealKey.derive(secret, SPI, Direction.REPLY, DEVICE, 256))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(key(Direction.REPLY).toString()).doesNotContain("a329");
  }
}
