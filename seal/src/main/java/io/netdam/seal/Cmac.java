package io.netdam.seal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-CMAC (RFC 4493, NIST SP 800-38B), the pseudorandom function of all derivations here. The JDK
 * has none; this one is for keys and small tokens, not for the data path.
 */
final class Cmac {
  private static final int BLOCK_BYTES = 16;

  /** What a carry out of the block's top bit adds: x^128 = x^7 + x^2 + x + 1. */
  private static final int REDUCTION = 0x87;

  private final Cipher aes;
  private final byte[] subkeyFull;
  private final byte[] subkeyPadded;

  /**
   * For one key.
   *
   * @param key 16 or 32 bytes
   */
  Cmac(byte[] key) {
    try {
      aes = Cipher.getInstance("AES/ECB/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no AES", e);
    }
    byte[] zero = encrypt(new byte[BLOCK_BYTES]);
    subkeyFull = doubled(zero);
    subkeyPadded = doubled(subkeyFull);
  }

  /**
   * The code of a message.
   *
   * @param message any length
   * @return 16 bytes
   */
  byte[] code(byte[] message) {
    byte[] state = new byte[BLOCK_BYTES];
    int lastAt = message.length == 0 ? 0 : (message.length - 1) / BLOCK_BYTES * BLOCK_BYTES;
    for (int at = 0; at < lastAt; at += BLOCK_BYTES) {
      mix(state, message, at, BLOCK_BYTES);
      state = encrypt(state);
    }
    int left = message.length - lastAt;
    mix(state, message, lastAt, left);
    if (left < BLOCK_BYTES) {
      state[left] ^= (byte) 0x80;
      mix(state, subkeyPadded, 0, BLOCK_BYTES);
    } else {
      mix(state, subkeyFull, 0, BLOCK_BYTES);
    }
    return encrypt(state);
  }

  private byte[] encrypt(byte[] block) {
    try {
      return aes.doFinal(block);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES refused a whole block", e);
    }
  }

  private static void mix(byte[] state, byte[] bytes, int at, int length) {
    for (int i = 0; i < length; i++) {
      state[i] ^= bytes[at + i];
    }
  }

  /** Doubles in the field of 128 bits. */
  private static byte[] doubled(byte[] block) {
    byte[] twice = Arrays.copyOf(block, BLOCK_BYTES);
    int carry = 0;
    for (int i = BLOCK_BYTES - 1; i >= 0; i--) {
      int shifted = (block[i] & 0xFF) << 1 | carry;
      twice[i] = (byte) shifted;
      carry = shifted >>> 8;
    }
    twice[BLOCK_BYTES - 1] ^= (byte) (carry * REDUCTION);
    return twice;
  }
}
