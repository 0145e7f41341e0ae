package io.netdam.seal;

import org.jspecify.annotations.Nullable;

/**
 * The one or two keys of a device, from which the secret of every client follows. The top bit of an
 * SPI says which of the two it belongs to, so a new key can be in use before the last client of the
 * old one is gone; a secret is never looked up. Immutable: who rotates makes another.
 */
public final class DeviceKeys {
  private final byte[] @Nullable [] keys;
  private final int current;

  private DeviceKeys(byte[] @Nullable [] keys, int current) {
    this.keys = keys;
    this.current = current;
  }

  /**
   * Begins with one key.
   *
   * @param key 16 or 32 bytes from a good source of randomness
   * @return keys whose SPIs have the top bit clear
   * @throws IllegalArgumentException if the key has another length
   */
  public static DeviceKeys of(byte[] key) {
    return new DeviceKeys(new byte[] @Nullable [] {checked(key), null}, 0);
  }

  /**
   * Puts a new key in use. The one before stays valid until {@link #withoutPrevious}; the one
   * before that is forgotten.
   *
   * @param key 16 or 32 bytes from a good source of randomness
   * @return the keys from now on
   * @throws IllegalArgumentException if the key has another length
   */
  public DeviceKeys rotated(byte[] key) {
    byte[] @Nullable [] next = keys.clone();
    next[1 - current] = checked(key);
    return new DeviceKeys(next, 1 - current);
  }

  /** Forgets the key before the current one: what its clients send is dropped from now on. */
  public DeviceKeys withoutPrevious() {
    byte[] @Nullable [] next = keys.clone();
    next[1 - current] = null;
    return new DeviceKeys(next, current);
  }

  /**
   * An SPI under the current key.
   *
   * @param number of a client's process, below 2^31, never given twice under one key
   * @return the SPI
   * @throws IllegalArgumentException if the number is negative
   */
  public int spi(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("SPI number " + number + " is not below 2^31");
    }
    return current << 31 | number;
  }

  /**
   * The secret of a client.
   *
   * @param spi names the client's process
   * @return {@value SealKey#BYTES} bytes, or null where the key of that SPI is gone or never was
   */
  public byte @Nullable [] secret(int spi) {
    byte[] key = keys[spi >>> 31];
    return key == null ? null : KeyDerivation.secret(key, spi);
  }

  private static byte[] checked(byte[] key) {
    if (key.length != 16 && key.length != 32) {
      throw new IllegalArgumentException("a device key has 16 or 32 bytes, not " + key.length);
    }
    return key.clone();
  }
}
