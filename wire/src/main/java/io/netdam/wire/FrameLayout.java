package io.netdam.wire;

/** Sizes and alignments of full frames, and the arithmetic of where data lies in them. */
public final class FrameLayout {
  /** A frame is a multiple of this many bytes. */
  public static final int BLOCK_BYTES = 64;

  /** The shortest full frame, in bytes. */
  public static final int BYTES_MINIMUM = 64;

  /** The longest full frame, in bytes. */
  public static final int BYTES_MAXIMUM = 8_320;

  /** Frame size to start with on the Internet, in bytes. */
  public static final int BYTES_INTERNET = 1_216;

  /** Frame size for IPv6 at an MTU of 1,500, in bytes. */
  public static final int BYTES_ETHERNET_IPV6 = 1_408;

  /** Frame size for IPv4 at an MTU of 1,500, in bytes. */
  public static final int BYTES_ETHERNET_IPV4 = 1_472;

  /** Frame size for jumbo paths: 2,048 floats and one header, in bytes. */
  public static final int BYTES_JUMBO = 8_256;

  /** The data area starts at a multiple of this many bytes from the start of the frame. */
  public static final int DATA_AREA_ALIGNMENT = 64;

  /** Each piece of data starts at a multiple of this many bytes from the start of the frame. */
  public static final int DATA_ALIGNMENT = 16;

  /** Size of the tag at the end of a sealed frame, in bytes. */
  public static final int TAG_BYTES = 16;

  /** Size of the capability trailer, in bytes. */
  public static final int CAPABILITY_BYTES = 128;

  private FrameLayout() {}

  /**
   * Where the data area starts.
   *
   * @param streamEnd end of the instructions or results, in bytes from the start of the frame
   * @return the first multiple of 64 at or after it
   */
  public static long dataArea(long streamEnd) {
    return align(streamEnd, DATA_AREA_ALIGNMENT);
  }

  /**
   * Where the next piece of data starts.
   *
   * @param position end of the piece before, or the start of the data area, in bytes from the start
   *     of the frame
   * @return the first multiple of 16 at or after it
   */
  public static long dataStart(long position) {
    return align(position, DATA_ALIGNMENT);
  }

  /**
   * The length of a frame whose content ends at a position.
   *
   * @param end bytes from the start of the frame
   * @return the first multiple of 64 at or after it
   */
  public static long frameBytes(long end) {
    return align(end, BLOCK_BYTES);
  }

  /**
   * How much data fits a request or reply of one instruction with a core of at most 32 bytes.
   *
   * @param frameBytes the largest frame of the path
   * @param trailerBytes bytes of ticket, capability and tag
   * @return bytes, 0 or more
   */
  public static int loneDataBytes(int frameBytes, int trailerBytes) {
    return Math.max(0, frameBytes / BLOCK_BYTES * BLOCK_BYTES - DATA_AREA_ALIGNMENT - trailerBytes);
  }

  private static long align(long position, int alignment) {
    return position + alignment - 1 & -alignment;
  }
}
