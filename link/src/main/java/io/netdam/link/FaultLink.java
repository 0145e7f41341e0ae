package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * A bad network around a good link: loses, doubles, corrupts, reorders and delays datagrams, each
 * direction by its own settings and its own dice, repeatable by seed as far as traffic and clock
 * are. Every fault is counted.
 *
 * <p>Delayed datagrams are copied into a bounded store and move on with {@code receive} or {@code
 * flush} when their time has come; {@code await} ends for them. {@link #counters()} are those of
 * the inner link.
 */
public final class FaultLink extends WrappedLink {

  /** Datagrams that each direction can hold back at a time, unless told otherwise. */
  public static final int HELD_FRAMES = 1_024;

  private final LongSupplier nowNs;
  private final FaultDirection outbound;
  private final FaultDirection inbound;

  /**
   * Wraps a link.
   *
   * @param inner carries what survives; closed with this one
   * @param outbound what happens to datagrams that are sent
   * @param inbound what happens to datagrams that arrive
   * @param seed of both directions' dice
   * @param heldFrames datagrams that each direction can hold back at a time; 0 for none
   * @param nowNs a monotonic clock in ns, any start
   */
  public FaultLink(
      Link inner,
      FaultSettings outbound,
      FaultSettings inbound,
      long seed,
      int heldFrames,
      LongSupplier nowNs) {
    super("fault", inner);
    int bytes = inner.capabilities().frameBytesMax();
    SplittableRandom dice = new SplittableRandom(seed);
    this.nowNs = nowNs;
    this.outbound =
        new FaultDirection(outbound, dice.split(), nowNs, new HeldFrames(heldFrames, bytes));
    this.inbound =
        new FaultDirection(inbound, dice.split(), nowNs, new HeldFrames(heldFrames, bytes));
  }

  /** How often a fault struck a datagram that was sent. */
  public long sent(Fault fault) {
    return outbound.count(fault);
  }

  /** How often a fault struck a datagram that arrived. */
  public long received(Fault fault) {
    return inbound.count(fault);
  }

  /** Datagrams now held back, both directions. */
  public int held() {
    return outbound.held().size() + inbound.held().size();
  }

  @Override
  public int receive(Receiver receiver, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit " + limit + " is below 1");
    }
    if (closed()) {
      return 0;
    }
    int late = late(receiver, limit);
    return late == limit ? late : late + super.receive(receiver, limit - late);
  }

  private int late(Receiver receiver, int limit) {
    HeldFrames held = inbound.held();
    int delivered = 0;
    while (delivered < limit && held.due(nowNs.getAsLong())) {
      delivered++;
      try {
        receiver.onDatagram(held.path(), held.segment(), held.offset(), held.length());
      } finally {
        held.release();
      }
    }
    return delivered;
  }

  @Override
  boolean incoming(Path path, MemorySegment segment, long offset, int length) {
    return inbound.passes(path, segment, offset, length);
  }

  @Override
  boolean outgoing(Path to, MemorySegment frame, int length) {
    return outbound.passes(to, frame, 0, length);
  }

  @Override
  public int flush() {
    HeldFrames held = outbound.held();
    while (!closed() && held.due(nowNs.getAsLong())) {
      int length = held.length();
      MemorySegment frame = inner().claim(length);
      if (frame == null) {
        break;
      }
      MemorySegment.copy(held.segment(), held.offset(), frame, 0, length);
      inner().commit(held.path(), length);
      held.release();
    }
    return super.flush();
  }

  @Override
  public void await(long timeoutNs) {
    long now = nowNs.getAsLong();
    long untilDueNs = Math.min(outbound.held().untilDueNs(now), inbound.held().untilDueNs(now));
    inner().await(Math.min(timeoutNs, untilDueNs));
  }
}
