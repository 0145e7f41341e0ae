package io.netdam.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.link.Link;
import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Sends, receives and waits on links for a test. Each wait has a guard that ends it. */
final class LinkTraffic {
  /** Longer than anything here takes; only a fault reaches it. */
  static final long GUARD_NS = TimeUnit.SECONDS.toNanos(20);

  static final long FOREVER_NS = Long.MAX_VALUE;

  private LinkTraffic() {}

  static InetSocketAddress address(Link link) {
    return link.localAddresses().getFirst();
  }

  static int sourceOf(Link link, Path seenByPeer) {
    for (int i = 0; i < link.localAddresses().size(); i++) {
      if (link.localAddresses().get(i).getPort() == seenByPeer.port()) {
        return i;
      }
    }
    throw new AssertionError(seenByPeer + " is no socket of " + link.localAddresses());
  }

  static byte[] pattern(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (seed * 31 + i * 7 + (i >> 8));
    }
    return bytes;
  }

  static void send(Link link, Path to, int length, int seed) {
    send(link, to, pattern(length, seed));
  }

  static void send(Link link, Path to, byte[] bytes) {
    MemorySegment frame = claim(link, bytes.length);
    MemorySegment.copy(bytes, 0, frame, ValueLayout.JAVA_BYTE, 0, bytes.length);
    link.commit(to, bytes.length);
  }

  static MemorySegment claim(Link link, int length) {
    return Objects.requireNonNull(link.claim(length), "the queue is full");
  }

  static void receiveUntil(Link link, Datagrams arrived, int count) {
    await(
        link,
        () -> {
          link.receive(arrived, 64);
          return arrived.contents.size() >= count;
        });
    assertThat(arrived.contents).hasSize(count);
  }

  static void await(Link link, Condition condition) {
    long end = System.nanoTime() + GUARD_NS;
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("hang guard").isLessThan(end);
      link.await(50_000_000);
    }
  }

  /** A thread that waits on the link until the condition holds, with nothing else to end it. */
  static Thread awaiting(Link link, Condition condition) {
    Thread thread =
        new Thread(
            () -> {
              while (!condition.holds()) {
                link.await(FOREVER_NS);
              }
            },
            "awaiting");
    thread.setDaemon(true);
    thread.start();
    long end = System.nanoTime() + GUARD_NS;
    while (thread.getState() != Thread.State.RUNNABLE
        && thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(System.nanoTime()).as("hang guard").isLessThan(end);
      Thread.onSpinWait();
    }
    return thread;
  }

  static void join(Thread thread) throws InterruptedException {
    thread.join(TimeUnit.NANOSECONDS.toMillis(GUARD_NS));
    assertThat(thread.isAlive()).as("still waiting").isFalse();
  }

  @FunctionalInterface
  interface Condition {
    boolean holds();
  }

  /** Keeps what arrives. */
  static final class Datagrams implements Link.Receiver {
    final List<Path> paths = new ArrayList<>();
    final List<byte[]> contents = new ArrayList<>();

    @Override
    public void onDatagram(Path path, MemorySegment segment, long offset, int length) {
      paths.add(path);
      contents.add(segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
    }
  }
}
