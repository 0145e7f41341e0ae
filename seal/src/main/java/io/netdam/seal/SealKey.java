package io.netdam.seal;

import io.netdam.wire.FrameLayout;
import java.nio.ByteBuffer;
import javax.crypto.spec.SecretKeySpec;

/**
 * What seals and opens the frames of one client, in one direction, for one shard in one epoch of a
 * device. Immutable.
 */
public final class SealKey {
  /** Bytes of a secret and of a key. */
  public static final int BYTES = 16;

  private final int spi;
  private final int shard;
  private final Direction direction;
  private final DeviceLife device;
  private final SecretKeySpec key;
  private final byte[] bound;

  private SealKey(byte[] secret, int spi, Direction direction, DeviceLife device, int shard) {
    this.spi = spi;
    this.shard = shard;
    this.direction = direction;
    this.device = device;
    this.key =
        new SecretKeySpec(KeyDerivation.directionKey(secret, direction, device, shard), "AES");
    this.bound =
        ByteBuffer.allocate(24)
            .putLong(device.idHigh())
            .putLong(device.idLow())
            .putLong(device.epoch())
            .array();
  }

  /**
   * Derives it.
   *
   * @param secret the client's, {@value #BYTES} bytes; it is not kept
   * @param spi names the client's process
   * @param direction which way
   * @param device whose memory it is, and since when
   * @param shard 0 to 255
   * @return the key
   * @throws IllegalArgumentException if the secret has another length, or the shard is none
   */
  public static SealKey derive(
      byte[] secret, int spi, Direction direction, DeviceLife device, int shard) {
    if (secret.length != BYTES) {
      throw new IllegalArgumentException("a secret has 16 bytes, not " + secret.length);
    }
    if (shard < 0 || shard > 255) {
      throw new IllegalArgumentException("shard " + shard + " is not in 0 to 255");
    }
    return new SealKey(secret, spi, direction, device, shard);
  }

  /** Names the client's process; stands in clear in each of its frames. */
  public int spi() {
    return spi;
  }

  /** The shard whose frames it seals. */
  public int shard() {
    return shard;
  }

  /** Which way. */
  public Direction direction() {
    return direction;
  }

  /** Whose memory it is, and since when. */
  public DeviceLife device() {
    return device;
  }

  /**
   * How much longer a frame is for being sealed.
   *
   * @return bytes of the tag
   */
  public static int overheadBytes() {
    return FrameLayout.TAG_BYTES;
  }

  SecretKeySpec key() {
    return key;
  }

  /** What is authenticated before the frame's own clear bytes: device id and epoch, 24 bytes. */
  byte[] bound() {
    return bound;
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "seal key of SPI " + Integer.toUnsignedString(spi) + ", " + direction;
  }
}
