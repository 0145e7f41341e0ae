package io.netdam.seal;

import io.netdam.wire.FrameLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-128-GCM over the parts of one frame, for one thread.
 *
 * <pre>
 *      0        4        8                16               24              length - 16   length
 *      +--------+--------+----------------+----------------+--------------------+-----------+
 *      | header |  SPI   |   session id   | packet number  |     encrypted      |    tag    |
 *      +--------+--------+----------------+----------------+--------------------+-----------+
 *      nonce: SPI, packet number. Authenticated besides: device id, epoch, bytes 0 to 23.
 * </pre>
 *
 * <p>The JDK's cipher is fastest from heap array to heap array, so the frame is copied in and out;
 * it allocates some hundred bytes a frame, which only its own replacement could avoid.
 */
final class FrameCipher {
  static final int CLEAR_BYTES = 24;
  static final int SPI_AT = 4;
  static final int NUMBER_AT = 16;

  /** The shortest frame with a tag: header, and nothing encrypted but the rest of one block. */
  static final int BYTES_MINIMUM = FrameLayout.BYTES_MINIMUM;

  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int TAG_BITS = 8 * FrameLayout.TAG_BYTES;

  private final Cipher gcm;
  private final byte[] nonce = new byte[12];
  private final byte[] clear = new byte[CLEAR_BYTES];
  final byte[] in = new byte[FrameLayout.BYTES_MAXIMUM];
  final byte[] out = new byte[FrameLayout.BYTES_MAXIMUM];

  FrameCipher() {
    try {
      gcm = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no AES-GCM", e);
    }
  }

  /**
   * Runs it over bytes of {@link #in} to {@link #out}.
   *
   * @param mode of {@link Cipher}
   * @param length bytes of {@code in}
   * @return bytes of {@code out}
   * @throws GeneralSecurityException if the tag is wrong, or a nonce is used again
   */
  int run(int mode, SealKey key, MemorySegment frame, long offset, int length)
      throws GeneralSecurityException {
    MemorySegment.copy(frame, ValueLayout.JAVA_BYTE, offset, clear, 0, CLEAR_BYTES);
    System.arraycopy(clear, SPI_AT, nonce, 0, 4);
    System.arraycopy(clear, NUMBER_AT, nonce, 4, 8);
    try {
      gcm.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
    } catch (InvalidKeyException | InvalidAlgorithmParameterException e) {
      throw new IllegalStateException("nonce used twice under one key", e);
    }
    gcm.updateAAD(key.bound());
    gcm.updateAAD(clear);
    return gcm.doFinal(in, 0, length, out, 0);
  }
}
