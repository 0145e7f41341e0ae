package io.netdam.link;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A link around another: every datagram passes {@link #incoming} or {@link #outgoing}, which look
 * at it, change it or hold it back; all else is the inner link's.
 */
abstract class WrappedLink implements Link {

  private static final int NOTHING_CLAIMED = -1;

  private final Link inner;
  private final LinkCapabilities capabilities;
  private final Receiver tap = this::tap;
  private @Nullable Receiver receiver;
  private int passed;
  private @Nullable MemorySegment claimed;
  private int claimedBytes = NOTHING_CLAIMED;

  /** Wraps a link; it is then called {@code name(inner)}. */
  WrappedLink(String name, Link inner) {
    this.inner = inner;
    this.capabilities = named(name, inner.capabilities());
  }

  /** Sees a datagram that arrived; whether it goes on to the receiver. */
  abstract boolean incoming(Path path, MemorySegment segment, long offset, int length);

  /** Sees a datagram that is committed, at the start of its frame; whether it goes on now. */
  abstract boolean outgoing(Path to, MemorySegment frame, int length);

  final Link inner() {
    return inner;
  }

  private static LinkCapabilities named(String wrapper, LinkCapabilities inner) {
    return new LinkCapabilities(
        wrapper + "(" + inner.name() + ")",
        inner.frameBytesMax(),
        inner.sources(),
        inner.receiveBufferBytes(),
        inner.sendBufferBytes(),
        inner.batching(),
        inner.segmentation(),
        inner.sharedMemory(),
        inner.description());
  }

  @Override
  public final LinkCapabilities capabilities() {
    return capabilities;
  }

  /** What the inner link counts: what was really carried. */
  @Override
  public final LinkCounters counters() {
    return inner.counters();
  }

  @Override
  public int receive(Receiver receiver, int limit) {
    this.receiver = receiver;
    passed = 0;
    try {
      inner.receive(tap, limit);
    } finally {
      this.receiver = null;
    }
    return passed;
  }

  private void tap(Path path, MemorySegment segment, long offset, int length) {
    Receiver target = Objects.requireNonNull(receiver);
    if (incoming(path, segment, offset, length)) {
      passed++;
      target.onDatagram(path, segment, offset, length);
    }
  }

  @Override
  public final @Nullable MemorySegment claim(int length) {
    claimed = inner.claim(length);
    claimedBytes = claimed == null ? NOTHING_CLAIMED : length;
    return claimed;
  }

  @Override
  public final void commit(Path to, int length) {
    MemorySegment frame = claimed;
    if (frame
        == null) { // the inner link may still hold the claim of a datagram that went no further
      throw new IllegalStateException("commit without a claim");
    }
    boolean sound = length >= 0 && length <= claimedBytes && to.source() < capabilities.sources();
    if (!sound || outgoing(to, frame, length)) {
      inner.commit(to, length); // which refuses what is not sound
    }
    claimed = null;
    claimedBytes = NOTHING_CLAIMED;
  }

  @Override
  public int flush() {
    claimed = null;
    claimedBytes = NOTHING_CLAIMED;
    return inner.flush();
  }

  @Override
  public void await(long timeoutNs) {
    inner.await(timeoutNs);
  }

  @Override
  public final void wakeup() {
    inner.wakeup();
  }

  @Override
  public final int occupancy() {
    return inner.occupancy();
  }

  @Override
  public final Path path(InetSocketAddress remote, int source) {
    return inner.path(remote, source);
  }

  @Override
  public final List<InetSocketAddress> localAddresses() {
    return inner.localAddresses();
  }

  @Override
  public final boolean closed() {
    return inner.closed();
  }

  @Override
  public void close() {
    inner.close();
  }
}
