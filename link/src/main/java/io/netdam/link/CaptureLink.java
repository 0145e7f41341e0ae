package io.netdam.link;

import io.netdam.transport.Path;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.function.LongSupplier;

/**
 * Keeps a copy of every datagram in a pcap file. Around a {@link FaultLink} it shows what the
 * engine sees, inside one it shows what the wire carries.
 *
 * <p>The file is written in blocks, when idle ({@code await}) and on closing, on the link's thread.
 * It never grows beyond its limit; what came later, or what the disk refused, is counted by {@link
 * #skipped()}, and the link goes on.
 */
public final class CaptureLink extends WrappedLink {

  private final PcapWriter writer;
  private final LongSupplier epochNs;
  private final Path[] own;
  private long captured;
  private long skipped;
  private boolean writing = true;

  private CaptureLink(Link inner, PcapWriter writer, LongSupplier epochNs) {
    super("capture", inner);
    this.writer = writer;
    this.epochNs = epochNs;
    own = new Path[inner.localAddresses().size()];
    for (int i = 0; i < own.length; i++) {
      InetSocketAddress local = inner.localAddresses().get(i);
      own[i] = Addresses.path(local, i);
    }
  }

  /**
   * Wraps a link; the file is created, or emptied.
   *
   * @param inner carries the datagrams; closed with this one
   * @param file where the capture goes
   * @param bytesMax the longest the file may grow, in bytes
   * @param epochNs a clock in ns since 1970
   * @throws IOException when the file cannot be written
   */
  public static CaptureLink open(
      Link inner, java.nio.file.Path file, long bytesMax, LongSupplier epochNs) throws IOException {
    PcapWriter writer = PcapWriter.open(file, bytesMax, inner.capabilities().frameBytesMax());
    return new CaptureLink(inner, writer, epochNs);
  }

  /** Datagrams in the file, or on the way to it. */
  public long captured() {
    return captured;
  }

  /** Datagrams that are not in the file, because it was full or could not be written. */
  public long skipped() {
    return skipped;
  }

  @Override
  boolean incoming(Path path, MemorySegment segment, long offset, int length) {
    capture(path, local(path), segment, offset, length);
    return true;
  }

  @Override
  boolean outgoing(Path to, MemorySegment frame, int length) {
    capture(local(to), to, frame, 0, length);
    return true;
  }

  /** This end of a path, in the family of the other end. */
  private Path local(Path remote) {
    Path local = own[remote.source()];
    if (local.ipv4() == remote.ipv4()) {
      return local;
    }
    // A socket on all IPv6 addresses also speaks IPv4; which address it used is not known here.
    return remote.ipv4()
        ? Path.ofIpv4(0, local.port(), remote.source())
        : Path.of(0, 0, local.port(), remote.source());
  }

  private void capture(Path from, Path to, MemorySegment segment, long offset, int length) {
    synchronized (writer) { // closing may come from another thread
      try {
        if (writing && writer.write(epochNs.getAsLong(), from, to, segment, offset, length)) {
          captured++;
          return;
        }
      } catch (IOException e) {
        stop(e);
      }
      skipped++;
    }
  }

  private void stop(IOException cause) {
    writing = false;
    System.getLogger(CaptureLink.class.getName())
        .log(Level.WARNING, "the capture ends here: its file cannot be written", cause);
  }

  @Override
  public void await(long timeoutNs) {
    if (timeoutNs > 0) {
      synchronized (writer) {
        try {
          if (writing) {
            writer.flush();
          }
        } catch (IOException e) {
          stop(e);
        }
      }
    }
    inner().await(timeoutNs);
  }

  @Override
  public void close() {
    super.close();
    synchronized (writer) {
      try {
        if (writing) {
          writer.flush();
        }
        writing = false;
        writer.close();
      } catch (IOException e) {
        stop(e);
      }
    }
  }
}
