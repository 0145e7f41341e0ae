package io.netdam.seal;

import io.netdam.wire.Form;
import io.netdam.wire.FrameLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/** Seals frames in place. Not thread-safe: one for each thread. */
public final class FrameSealer {
  private final FrameCipher cipher = new FrameCipher();

  /** Seals with whatever key each call names. */
  public FrameSealer() {}

  /**
   * Turns a full frame into a sealed one: sets form and SPI, encrypts from byte 24, writes the tag
   * into the last 16 bytes. The caller must never use a packet number twice under one key, not even
   * for the same bytes.
   *
   * @param key of the frame's direction and shard
   * @param segment holds the frame
   * @param offset of its first byte
   * @param length of the frame in bytes, a multiple of 64, up to 8,320; its last 16 are free
   * @throws IllegalArgumentException if there is no frame of that length
   * @throws IllegalStateException if the packet number was used just before
   */
  public void seal(SealKey key, MemorySegment segment, long offset, int length) {
    if (length < FrameCipher.BYTES_MINIMUM
        || length > FrameLayout.BYTES_MAXIMUM
        || length % FrameLayout.BLOCK_BYTES != 0) {
      throw new IllegalArgumentException(length + " bytes are no frame");
    }
    int open = length - FrameCipher.CLEAR_BYTES - FrameLayout.TAG_BYTES;
    segment.set(ValueLayout.JAVA_BYTE, offset, (byte) Form.SEALED_BYTE);
    segment.set(FrameCipher.INT, offset + FrameCipher.SPI_AT, key.spi());
    long from = offset + FrameCipher.CLEAR_BYTES;
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, from, cipher.in, 0, open);
    int sealed;
    try {
      sealed = cipher.run(Cipher.ENCRYPT_MODE, key, segment, offset, open);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM refused a frame", e);
    }
    MemorySegment.copy(cipher.out, 0, segment, ValueLayout.JAVA_BYTE, from, sealed);
  }
}
