package io.netdam.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Names the process that holds a UDP port, on Linux, from {@code /proc}: the tables of sockets give
 * an inode, the descriptors of processes lead to it. Only used to explain a refused bind, so it may
 * be slow, but it looks at a bounded number of processes and never throws.
 */
final class PortOwner {

  private static final int PROCESSES_MAX = 10_000;
  private static final int DESCRIPTORS_MAX = 10_000;

  private PortOwner() {}

  /** Such as {@code process 4711 (java)}; null when nobody is known to hold the port. */
  static @Nullable String describe(InetSocketAddress local) {
    long inode = inode(ProcUdp.IPV4_TABLE, local);
    if (inode < 0) {
      inode = inode(ProcUdp.IPV6_TABLE, local);
    }
    if (inode < 0) {
      return null;
    }
    String process = process("socket:[" + inode + "]");
    return process != null ? process : "a process of another user";
  }

  private static long inode(String tableFile, InetSocketAddress local) {
    boolean all = local.getAddress().isAnyLocalAddress();
    byte[] addressField = ProcUdp.addressField(local);
    try {
      ByteBuffer table = ByteBuffer.wrap(Files.readAllBytes(Path.of(tableFile)));
      int start = 0;
      for (int end = ProcUdp.lineEnd(table, 0); end >= 0; end = ProcUdp.lineEnd(table, start)) {
        if (ProcUdp.localPort(table, start, end) == local.getPort()
            && (all
                || ProcUdp.wildcard(table, start, end)
                || ProcUdp.matches(table, start, end, addressField))) {
          return ProcUdp.inode(table, start, end);
        }
        start = end + 1;
      }
    } catch (IOException e) {
      return FillGauge.UNKNOWN; // no Linux: nobody can be named
    }
    return FillGauge.UNKNOWN;
  }

  private static @Nullable String process(String socket) {
    int seen = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (++seen > PROCESSES_MAX) {
          return null;
        }
        if (holds(process, socket)) {
          return "process " + process.getFileName() + name(process);
        }
      }
    } catch (IOException e) {
      return null;
    }
    return null;
  }

  private static boolean holds(Path process, String socket) {
    int seen = 0;
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        if (++seen > DESCRIPTORS_MAX) {
          return false;
        }
        if (leadsTo(descriptor, socket)) {
          return true;
        }
      }
    } catch (IOException e) {
      return false; // gone, or another user's
    }
    return false;
  }

  private static boolean leadsTo(Path descriptor, String socket) {
    try {
      return Files.readSymbolicLink(descriptor).toString().equals(socket);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  private static String name(Path process) {
    try {
      return " (" + Files.readString(process.resolve("comm")).strip() + ")";
    } catch (IOException e) {
      return "";
    }
  }
}
