package io.netdam.wire;

/**
 * What the first byte of a frame says about the rest of it. Every byte value belongs to exactly one
 * form, so that reading it cannot fail.
 *
 * <pre>
 *   0x00, 0xF0-0xFF   ROUTED    an SRoU header, a full or sealed frame follows it
 *   0x01-0x0F         FULL      the byte is the version
 *   0x10-0x1F         SEALED    the byte is 0x10 + version
 *   0x20-0xEF         COMPACT   the byte is the opcode
 * </pre>
 */
public enum Form {
  /** An SRoU header stands before the frame. */
  ROUTED,
  /** The full form, checked by CRC32C. */
  FULL,
  /** The full form, encrypted from byte 24 on, with a tag at its end. */
  SEALED,
  /** The stateless short form; first byte = opcode. */
  COMPACT;

  /** The protocol version of this page and of this code. */
  public static final int VERSION = 1;

  /** First byte of a frame in full form, version 1. */
  public static final int FULL_BYTE = 0x01;

  /** First byte of a frame in sealed form, version 1. */
  public static final int SEALED_BYTE = 0x11;

  /**
   * The form that a first byte announces.
   *
   * @param first the first byte of the frame, any value
   * @return the form, never null
   */
  public static Form of(byte first) {
    int value = Byte.toUnsignedInt(first);
    if (value == 0 || value >= 0xF0) {
      return ROUTED;
    }
    if (value < 0x10) {
      return FULL;
    }
    return value < 0x20 ? SEALED : COMPACT;
  }

  /**
   * The protocol version in the first byte of a full or sealed frame.
   *
   * @param first the first byte of the frame
   * @return 0 to 15; without meaning for the other forms
   */
  public static int version(byte first) {
    return first & 0x0F;
  }
}
