package io.netdam.seal;

import io.netdam.wire.FrameLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/** Opens sealed frames in place. Not thread-safe: one for each thread. */
public final class FrameOpener {
  private final FrameCipher cipher = new FrameCipher();

  /** Opens with whatever key each call names. */
  public FrameOpener() {}

  /**
   * The SPI of a sealed frame, which nobody has vouched for yet.
   *
   * @param segment holds the frame
   * @param offset of its first byte
   * @return 32 bits
   */
  public static int spi(MemorySegment segment, long offset) {
    return segment.get(FrameCipher.INT, offset + FrameCipher.SPI_AT);
  }

  /**
   * Checks the tag and decrypts. Form, SPI and tag stay as they came.
   *
   * @param key of the frame's SPI, direction and shard
   * @param segment holds the frame
   * @param offset of its first byte
   * @param length of the frame in bytes
   * @return false if it is no frame that the holder of the key has sealed; then it is as it came
   */
  public boolean open(SealKey key, MemorySegment segment, long offset, int length) {
    if (length < FrameCipher.BYTES_MINIMUM
        || length > FrameLayout.BYTES_MAXIMUM
        || length % FrameLayout.BLOCK_BYTES != 0
        || spi(segment, offset) != key.spi()) {
      return false;
    }
    int sealed = length - FrameCipher.CLEAR_BYTES;
    long from = offset + FrameCipher.CLEAR_BYTES;
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, from, cipher.in, 0, sealed);
    int open;
    try {
      open = cipher.run(Cipher.DECRYPT_MODE, key, segment, offset, sealed);
    } catch (GeneralSecurityException e) {
      return false;
    }
    MemorySegment.copy(cipher.out, 0, segment, ValueLayout.JAVA_BYTE, from, open);
    return true;
  }
}
