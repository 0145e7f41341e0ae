package io.netdam.seal;

import java.nio.ByteBuffer;

/**
 * How keys come from keys: AES-CMAC in counter mode (NIST SP 800-108), one block each.
 *
 * <pre>
 * secret of a client          = CMAC(device key, 00000001 | "Pv0" 00 | SPI | 00000080)
 * key of a direction          = CMAC(secret, 00000001 | "c2d" 00 or "d2c" 00
 *                                            | device id (16) | epoch (8) | shard (4) | 00000080)
 * </pre>
 *
 * <p>The first line is that of the PSP security protocol for AES-128-GCM (PSP Architecture
 * Specification, key derivation), so that hardware which has it can be used. All numbers in network
 * byte order.
 */
final class KeyDerivation {
  private static final int COUNTER = 1;
  private static final byte[] PSP_VERSION_0 = {'P', 'v', '0', 0};
  private static final int KEY_BITS = 128;

  private KeyDerivation() {}

  /**
   * The secret of a client.
   *
   * @param deviceKey 16 or 32 bytes
   * @param spi names the client's process
   * @return 16 bytes
   */
  static byte[] secret(byte[] deviceKey, int spi) {
    byte[] input =
        ByteBuffer.allocate(16)
            .putInt(COUNTER)
            .put(PSP_VERSION_0)
            .putInt(spi)
            .putInt(KEY_BITS)
            .array();
    return new Cmac(deviceKey).code(input);
  }

  /**
   * The key of one direction between a client and one shard in one epoch of a device.
   *
   * @param secret 16 bytes, of {@link #secret}
   * @param direction which way
   * @param device whose memory it is, and since when
   * @param shard 0 to 255
   * @return 16 bytes
   */
  static byte[] directionKey(byte[] secret, Direction direction, DeviceLife device, int shard) {
    byte[] input =
        ByteBuffer.allocate(40)
            .putInt(COUNTER)
            .put(direction.label())
            .putLong(device.idHigh())
            .putLong(device.idLow())
            .putLong(device.epoch())
            .putInt(shard)
            .putInt(KEY_BITS)
            .array();
    return new Cmac(secret).code(input);
  }
}
