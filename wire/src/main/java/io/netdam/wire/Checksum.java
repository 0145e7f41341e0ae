package io.netdam.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32C;

/**
 * CRC32C (Castagnoli, RFC 3720 appendix B.4) over a frame with its check field taken as zero.
 *
 * <p>The frame is copied into an array made at start, because the processor's CRC instruction is
 * reached from Java without allocation only through an array. One instance per engine; not
 * thread-safe.
 */
public final class Checksum {
  private final CRC32C crc = new CRC32C();
  private final byte[] copy = new byte[FrameLayout.BYTES_MAXIMUM];

  /** Makes its array of 8,320 bytes. */
  public Checksum() {}

  /**
   * The checksum of a frame, whatever its check field says.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame, 32 to 8,320
   * @return CRC32C
   */
  public int compute(MemorySegment segment, long offset, int length) {
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, copy, 0, length);
    for (int i = 0; i < Integer.BYTES; i++) {
      copy[TransportHeader.CHECK + i] = 0;
    }
    return ofCopy(length);
  }

  /**
   * Writes the checksum into a frame.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame, 32 to 8,320
   */
  public void seal(MemorySegment segment, long offset, int length) {
    NetworkOrder.write32(segment, offset + TransportHeader.CHECK, compute(segment, offset, length));
  }

  /**
   * Whether a frame carries its own checksum.
   *
   * @param segment holds the frame
   * @param offset start of the frame in the segment
   * @param length bytes of the frame, 32 to 8,320
   * @return false if it was damaged
   */
  public boolean matches(MemorySegment segment, long offset, int length) {
    return NetworkOrder.read32(segment, offset + TransportHeader.CHECK)
        == compute(segment, offset, length);
  }

  /** CRC32C of plain bytes, no field left out. */
  int plain(MemorySegment segment, long offset, int length) {
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, copy, 0, length);
    return ofCopy(length);
  }

  private int ofCopy(int length) {
    crc.reset();
    crc.update(copy, 0, length);
    return (int) crc.getValue();
  }
}
