package io.netdam.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The fill of receive buffers from {@code /proc/net/udp}, without any foreign call. For a look the
 * kernel walks its whole table of UDP sockets (16,384 slots here: 28 µs at best, 100 µs on a busy
 * machine), so it is taken at most once a millisecond and for at most a twentieth of the time, and
 * given up where the text is longer than 256 KiB.
 */
final class ProcUdpGauge implements FillGauge {

  private static final long PAUSE_MIN_NS = 1_000_000;
  private static final long PAUSE_MAX_NS = 20_000_000;
  private static final long PAUSE_PER_LOOK = 20;
  private static final int BLOCK_BYTES = 16 << 10;
  private static final int TABLE_BYTES_MAX = 256 << 10;

  private final LongSupplier nowNs;
  private final FileChannel[] tables;
  private final int[] tableOf;
  private final byte[][] addressFields;
  private final long[] fill;
  private final long[] overflows;
  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
  private boolean sampled;
  private long nextLookNs;

  private ProcUdpGauge(
      LongSupplier nowNs, FileChannel[] tables, int[] tableOf, byte[][] addressFields) {
    this.nowNs = nowNs;
    this.tables = tables;
    this.tableOf = tableOf;
    this.addressFields = addressFields;
    fill = new long[tableOf.length];
    overflows = new long[tableOf.length];
    Arrays.fill(fill, UNKNOWN);
    Arrays.fill(overflows, UNKNOWN);
  }

  /**
   * A gauge of the sockets bound to these addresses; {@link FillGauge#none()} where it cannot be.
   */
  static FillGauge open(List<InetSocketAddress> local, LongSupplier nowNs) {
    int[] tableOf = new int[local.size()];
    byte[][] addressFields = new byte[local.size()][];
    String[] names = local.stream().map(ProcUdp::table).distinct().toArray(String[]::new);
    for (int i = 0; i < tableOf.length; i++) {
      tableOf[i] = Arrays.asList(names).indexOf(ProcUdp.table(local.get(i)));
      addressFields[i] = ProcUdp.addressField(local.get(i));
    }
    FileChannel[] tables = new FileChannel[names.length];
    try {
      for (int i = 0; i < names.length; i++) {
        tables[i] = FileChannel.open(Path.of(names[i]));
      }
    } catch (IOException e) {
      closeAll(tables); // no Linux, or /proc is not mounted
      return FillGauge.none();
    }
    return new ProcUdpGauge(nowNs, tables, tableOf, addressFields);
  }

  @Override
  public long fillBytes(int source) {
    long now = nowNs.getAsLong();
    if (!sampled || now - nextLookNs >= 0) {
      sampled = true;
      Arrays.fill(fill, UNKNOWN);
      for (int i = 0; i < tables.length; i++) {
        sample(i);
      }
      long lookNs = nowNs.getAsLong() - now;
      nextLookNs = now + Math.clamp(PAUSE_PER_LOOK * lookNs, PAUSE_MIN_NS, PAUSE_MAX_NS);
    }
    return fill[source];
  }

  @Override
  public long overflows(int source) {
    return overflows[source];
  }

  private void sample(int table) {
    long position = 0;
    block.clear();
    try {
      while (position < TABLE_BYTES_MAX) {
        int read = tables[table].read(block, position);
        if (read <= 0) {
          return;
        }
        position += read;
        block.flip();
        lines(table);
      }
    } catch (IOException e) {
      return; // what was not found stays unknown
    }
  }

  /** Takes the whole lines of the block and leaves a started one for the next read. */
  private void lines(int table) {
    int start = 0;
    int end = ProcUdp.lineEnd(block, start);
    while (end >= 0) {
      line(table, start, end);
      start = end + 1;
      end = ProcUdp.lineEnd(block, start);
    }
    block.position(start);
    block.compact();
  }

  private void line(int table, int start, int end) {
    for (int i = 0; i < addressFields.length; i++) {
      if (tableOf[i] == table && ProcUdp.matches(block, start, end, addressFields[i])) {
        fill[i] = ProcUdp.receiveQueueBytes(block, start, end);
        overflows[i] = ProcUdp.drops(block, start, end);
      }
    }
  }

  @Override
  public void close() {
    closeAll(tables);
  }

  private static void closeAll(@Nullable FileChannel[] channels) {
    for (FileChannel channel : channels) {
      try {
        if (channel != null) {
          channel.close();
        }
      } catch (IOException e) {
        System.getLogger(ProcUdpGauge.class.getName())
            .log(System.Logger.Level.DEBUG, "closing a table of /proc", e);
      }
    }
  }
}
