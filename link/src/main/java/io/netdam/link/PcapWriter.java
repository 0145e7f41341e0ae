package io.netdam.link;

import io.netdam.transport.Path;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * Writes UDP datagrams as a pcap file that any packet tool opens: times in nanoseconds, each
 * datagram in Ethernet and IPv4 or IPv6 headers made up from its path.
 *
 * <pre>
 * file:    magic a1b23c4d | major 2, minor 4 | zone 0 | accuracy 0 | longest record | link type 1
 * record:  seconds | nanoseconds | bytes here | bytes on the wire     (32 bits each)
 *          Ethernet 14: to 02:00:00:00:00:02 | from 02:00:00:00:00:01 | type 0800 or 86dd
 *          IPv4 20 (RFC 791) or IPv6 40 (RFC 8200)
 *          UDP 8 (RFC 768): from port | to port | length | checksum
 *          the datagram
 * </pre>
 *
 * File and record headers are little endian, what stands in a record is as on the wire. Source of
 * the format: draft-ietf-opsawg-pcap.
 */
final class PcapWriter {

  private static final int MAGIC_NS = 0xA1B2_3C4D;
  private static final int FILE_HEADER_BYTES = 24;
  private static final int RECORD_HEADER_BYTES = 16;
  private static final int ETHERNET_BYTES = 14;
  private static final int IPV4_BYTES = 20;
  private static final int IPV6_BYTES = 40;
  private static final int UDP_BYTES = 8;
  private static final int HEADERS_BYTES_MAX =
      RECORD_HEADER_BYTES + ETHERNET_BYTES + IPV6_BYTES + UDP_BYTES;
  private static final int RECORD_BYTES_MAX = 65_535;
  private static final int LINK_TYPE_ETHERNET = 1;
  private static final int PROTOCOL_UDP = 17;
  private static final int HOPS = 64;
  private static final long NS_PER_S = 1_000_000_000;

  private final FileChannel file;
  private final MemorySegment block;
  private final ByteBuffer buffer; // of the block
  private long roomBytes;

  private PcapWriter(FileChannel file, long bytesMax, int datagramBytesMax) {
    this.file = file;
    this.roomBytes = bytesMax;
    block = Arena.ofAuto().allocate(Math.max(64 << 10, HEADERS_BYTES_MAX + datagramBytesMax));
    buffer = block.asByteBuffer();
  }

  /**
   * Creates the file, or empties it.
   *
   * @param path where
   * @param bytesMax the longest it may grow, in bytes
   * @param datagramBytesMax the longest datagram, in bytes
   */
  static PcapWriter open(java.nio.file.Path path, long bytesMax, int datagramBytesMax)
      throws IOException {
    FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    PcapWriter writer = new PcapWriter(file, bytesMax, datagramBytesMax);
    try {
      writer.fileHeader();
      writer.flush();
      return writer;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private void fileHeader() {
    roomBytes -= FILE_HEADER_BYTES;
    buffer.order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(MAGIC_NS).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0);
    buffer.putInt(RECORD_BYTES_MAX).putInt(LINK_TYPE_ETHERNET);
  }

  /**
   * Writes a datagram.
   *
   * @param epochNs when, in ns since 1970
   * @param from sender; its family must be that of {@code to}
   * @param to receiver
   * @return false when the file would grow beyond its limit: nothing is written
   * @throws IOException when the disk does not take it
   */
  boolean write(long epochNs, Path from, Path to, MemorySegment segment, long offset, int length)
      throws IOException {
    boolean ipv4 = to.ipv4();
    int frame = ETHERNET_BYTES + (ipv4 ? IPV4_BYTES : IPV6_BYTES) + UDP_BYTES + length;
    if (frame > RECORD_BYTES_MAX || RECORD_HEADER_BYTES + frame > roomBytes) {
      return false;
    }
    if (buffer.remaining() < RECORD_HEADER_BYTES + frame) {
      flush();
    }
    roomBytes -= RECORD_HEADER_BYTES + frame;
    buffer.order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt((int) Math.floorDiv(epochNs, NS_PER_S));
    buffer.putInt((int) Math.floorMod(epochNs, NS_PER_S));
    buffer.putInt(frame).putInt(frame);
    buffer.order(ByteOrder.BIG_ENDIAN);
    ethernet(ipv4);
    int udpAt = buffer.position() + (ipv4 ? IPV4_BYTES : IPV6_BYTES);
    if (ipv4) {
      ipv4(from, to, UDP_BYTES + length);
    } else {
      ipv6(from, to, UDP_BYTES + length);
    }
    buffer.putShort((short) from.port()).putShort((short) to.port());
    buffer.putShort((short) (UDP_BYTES + length)).putShort((short) 0);
    MemorySegment.copy(segment, offset, block, buffer.position(), length);
    buffer.position(buffer.position() + length);
    checksum(to.ipv4() ? 8 : 32, udpAt, UDP_BYTES + length);
    return true;
  }

  private void ethernet(boolean ipv4) {
    buffer.putShort((short) 0x0200).putInt(2);
    buffer.putShort((short) 0x0200).putInt(1);
    buffer.putShort((short) (ipv4 ? 0x0800 : 0x86DD));
  }

  private void ipv4(Path from, Path to, int length) {
    int start = buffer.position();
    buffer.putShort((short) 0x4500).putShort((short) (IPV4_BYTES + length));
    buffer.putInt(0); // no identification, not a fragment
    buffer.put((byte) HOPS).put((byte) PROTOCOL_UDP).putShort((short) 0);
    buffer.putInt((int) from.addressLow()).putInt((int) to.addressLow());
    buffer.putShort(start + 10, (short) ~fold(sum(start, IPV4_BYTES)));
  }

  private void ipv6(Path from, Path to, int length) {
    buffer.putInt(0x6000_0000).putShort((short) length);
    buffer.put((byte) PROTOCOL_UDP).put((byte) HOPS);
    buffer.putLong(from.addressHigh()).putLong(from.addressLow());
    buffer.putLong(to.addressHigh()).putLong(to.addressLow());
  }

  /**
   * Over a pseudo header (addresses, which stand right before the UDP header; protocol; length),
   * and then the datagram; a checksum of zero is sent as all ones.
   */
  private void checksum(int addressBytes, int udpAt, int length) {
    long sum = sum(udpAt - addressBytes, addressBytes) + PROTOCOL_UDP + length;
    int checksum = ~fold(sum + sum(udpAt, length)) & 0xFFFF;
    buffer.putShort(udpAt + 6, (short) (checksum == 0 ? 0xFFFF : checksum));
  }

  private long sum(int start, int length) {
    long sum = 0;
    for (int i = 0; i + 1 < length; i += 2) {
      sum += buffer.getShort(start + i) & 0xFFFF;
    }
    return (length & 1) == 0 ? sum : sum + ((buffer.get(start + length - 1) & 0xFF) << 8);
  }

  private static int fold(long sum) {
    long folded = sum;
    while (folded >>> 16 != 0) {
      folded = (folded & 0xFFFF) + (folded >>> 16);
    }
    return (int) folded;
  }

  /** Hands what is buffered to the file. */
  void flush() throws IOException {
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
    } finally {
      buffer.clear();
    }
  }

  /** Gives up the file; what is still buffered is lost. */
  void close() throws IOException {
    file.close();
  }
}
