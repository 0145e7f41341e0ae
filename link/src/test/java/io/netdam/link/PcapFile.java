package io.netdam.link;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads pcap files from the published format, with every length and checksum checked. */
final class PcapFile {

  /** One UDP datagram, its bytes in hexadecimal. */
  record Datagram(long timeNs, String from, String to, String bytes) {}

  private PcapFile() {}

  static List<Datagram> read(Path file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
    int magic = in.getInt();
    in.order(magic == 0xA1B23C4D ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    require(in.getInt(0) == 0xA1B23C4D, "magic");
    require(in.getShort() == 2 && in.getShort() == 4, "version");
    require(in.getLong() == 0, "zone and accuracy");
    int longest = in.getInt();
    require(in.getInt() == 1, "Ethernet");
    List<Datagram> datagrams = new ArrayList<>();
    while (in.hasRemaining()) {
      long seconds = in.getInt() & 0xFFFF_FFFFL;
      int nanoseconds = in.getInt();
      require(nanoseconds >= 0 && nanoseconds < 1_000_000_000, "nanoseconds");
      int here = in.getInt();
      require(in.getInt() == here && here <= longest, "whole records");
      ByteBuffer frame = in.slice(in.position(), here).order(ByteOrder.BIG_ENDIAN);
      in.position(in.position() + here);
      datagrams.add(frame(seconds * 1_000_000_000 + nanoseconds, frame));
    }
    return datagrams;
  }

  private static Datagram frame(long timeNs, ByteBuffer frame) throws IOException {
    int type = frame.getShort(12) & 0xFFFF;
    require(type == 0x0800 || type == 0x86DD, "type");
    boolean ipv4 = type == 0x0800;
    int header = ipv4 ? 20 : 40;
    ByteBuffer ip = frame.slice(14, frame.limit() - 14);
    int addressBytes = ipv4 ? 4 : 16;
    int addressAt = ipv4 ? 12 : 8;
    if (ipv4) {
      require(ip.get(0) == 0x45 && ip.get(9) == 17 && ip.get(8) > 0, "IPv4 and UDP");
      require(ip.getShort(2) == ip.limit(), "IPv4 length");
      require(ip.getShort(6) == 0, "no fragment");
      require(sum(ip, 0, 20) == 0xFFFF, "IPv4 checksum");
    } else {
      require(ip.get(0) == 0x60 && ip.get(6) == 17 && ip.get(7) > 0, "IPv6 and UDP");
      require(ip.getShort(4) == ip.limit() - 40, "IPv6 length");
    }
    int udp = ip.limit() - header;
    require(ip.getShort(header + 4) == udp, "UDP length");
    require(ip.getShort(header + 6) != 0, "a UDP checksum");
    ByteBuffer summed = ByteBuffer.allocate(2 * addressBytes + 4 + udp);
    summed.put(ip.slice(addressAt, 2 * addressBytes)).putShort((short) 17).putShort((short) udp);
    summed.put(ip.slice(header, udp));
    require(sum(summed, 0, summed.capacity()) == 0xFFFF, "UDP checksum");
    byte[] bytes = new byte[udp - 8];
    ip.get(header + 8, bytes);
    return new Datagram(
        timeNs,
        end(ip, addressAt, addressBytes, header),
        end(ip, addressAt + addressBytes, addressBytes, header + 2),
        HexFormat.of().formatHex(bytes));
  }

  private static String end(ByteBuffer ip, int addressAt, int addressBytes, int portAt)
      throws IOException {
    byte[] address = new byte[addressBytes];
    ip.get(addressAt, address);
    return InetAddress.getByAddress(address).getHostAddress()
        + " "
        + (ip.getShort(portAt) & 0xFFFF);
  }

  private static int sum(ByteBuffer bytes, int start, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
      int value = bytes.get(start + i) & 0xFF;
      sum += (i & 1) == 0 ? value << 8 : value;
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    return sum;
  }

  private static void require(boolean holds, String what) throws IOException {
    if (!holds) {
      throw new IOException("not as published: " + what);
    }
  }
}
