package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells each datagram as one line: seconds since the link was wrapped, direction, source, the
 * remote end, length, and what a describer makes of the bytes.
 *
 * <pre>
 *     0.000123456 out 0 127.0.0.1:7300 64 B  REQUEST ...
 *     0.000201789 in  0 127.0.0.1:7300 64 B  REPLY ...
 * </pre>
 *
 * It allocates for each line, so it is for looking, not for running. After a given number of lines
 * it falls silent and only counts.
 */
public final class TraceLink extends WrappedLink {

  private static final double NS_PER_S = 1e9;

  /** Says in one line what a datagram means; must take any bytes. */
  @FunctionalInterface
  public interface Describer {
    /**
     * Describes a datagram.
     *
     * @param segment memory that holds it
     * @param offset where it starts
     * @param length its bytes
     * @return one line
     */
    String describe(MemorySegment segment, long offset, int length);
  }

  private final Describer describer;
  private final Consumer<String> sink;
  private final LongSupplier nowNs;
  private final long startNs;
  private final long linesMax;
  private long lines;
  private long untold;

  /**
   * Wraps a link.
   *
   * @param inner carries the datagrams; closed with this one
   * @param describer such as {@code FrameDescription::describe} of the wire room
   * @param sink takes the lines, on the link's thread
   * @param linesMax the number of lines after which it falls silent
   * @param nowNs a monotonic clock in ns, any start
   */
  public TraceLink(
      Link inner, Describer describer, Consumer<String> sink, long linesMax, LongSupplier nowNs) {
    super("trace", inner);
    this.describer = describer;
    this.sink = sink;
    this.nowNs = nowNs;
    this.startNs = nowNs.getAsLong();
    this.linesMax = linesMax;
  }

  /** Datagrams that passed after it fell silent. */
  public long untold() {
    return untold;
  }

  @Override
  boolean incoming(Path path, MemorySegment segment, long offset, int length) {
    tell("in ", path, segment, offset, length);
    return true;
  }

  @Override
  boolean outgoing(Path to, MemorySegment frame, int length) {
    tell("out", to, frame, 0, length);
    return true;
  }

  private void tell(String way, Path path, MemorySegment segment, long offset, int length) {
    if (lines == linesMax) {
      untold++;
      return;
    }
    lines++;
    sink.accept(
        String.format(
            Locale.ROOT,
            "%15.9f %s %d %s %d B  %s",
            (nowNs.getAsLong() - startNs) / NS_PER_S,
            way,
            path.source(),
            path,
            length,
            describer.describe(segment, offset, length)));
  }
}
