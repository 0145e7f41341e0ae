package io.netdam.memif;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: a program that nobody here wrote agrees with us. DPDK's testpmd, as server and as client,
 * with 1 and 4 queues, sends back 100,000 frames of mixed sizes, each byte as it was sent; killed
 * and started again, three times, it is found again.
 *
 * <p>Frames have up to 2048 bytes, and go in one buffer: released versions of DPDK (22.11 and
 * others before 2026-03) leave the mark of a chain in descriptors that they use again, join parts
 * of a chain wrongly when they receive, and write a whole buffer of theirs whatever room was
 * offered. Ours are right in this: a client clears each descriptor that it offers, every part is
 * bounded by its own buffer, and the default buffer has the 2048 bytes that DPDK takes for granted.
 *
 * <p>Run by {@code ./netdam test memif-dpdk}: it needs DPDK and both processors.
 */
@Tag("dpdk")
@EnabledIfSystemProperty(named = "netdam.dpdk", matches = "true")
class DpdkTest {
  private static final int FRAMES = 100_000;
  private static final int KILLS = 3;
  private static final int BURST = 32;
  private static final int FRAME_BYTES_MAX = 2048;

  /** Frames of one queue on their way; half of a ring, so that testpmd never has to drop. */
  private static final int ON_THEIR_WAY_MAX = 128;

  private static final long PATIENCE_NS = 30_000_000_000L;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"SERVER, 1", "SERVER, 4", "CLIENT, 1", "CLIENT, 4"})
  void everyFrameComesBackAsItWas(MemifRole theirs, int queues) throws IOException {
    String socket = directory.resolve("memif.sock").toString();
    String device =
        "role=%s,id=3,socket=%s,rsize=8,secret=testpmd"
            .formatted(theirs == MemifRole.SERVER ? "server" : "client", socket);
    MemifOptions options =
        (theirs == MemifRole.SERVER ? MemifOptions.client(socket) : MemifOptions.server(socket))
            .id(3)
            .secret("testpmd")
            .ringSizeLog2(8)
            .queues(queues, queues);
    try (Arena arena = Arena.ofConfined();
        MemifPort port = MemifPort.open(options)) {
      for (int life = 0; life <= KILLS; life++) {
        if (theirs == MemifRole.SERVER) {
          // Another fault of theirs: a server does not take over the file that its crash left.
          boolean _ = Files.deleteIfExists(Path.of(socket));
        }
        try (Testpmd testpmd = Testpmd.start(directory, device, queues)) {
          awaitUp(port, testpmd);
          assertThat(port.receiveQueues()).isEqualTo(queues);
          assertThat(port.transmitQueues()).isEqualTo(queues);
          new Exchange(port, arena, queues, life).run(life == 0 ? FRAMES : FRAMES / 10, testpmd);
          testpmd.kill();
          awaitDown(port);
          assertThat(port.reason()).isEqualTo(PortReason.PEER_CLOSED);
        }
      }
      assertThat(port.counters().connections()).isEqualTo(KILLS + 1);
    }
  }

  private static void awaitUp(MemifPort port, Testpmd testpmd) throws IOException {
    long end = System.nanoTime() + PATIENCE_NS;
    while (port.poll(System.nanoTime()) != PortPhase.UP) {
      boolean _ = port.await(0, 5);
      if (!testpmd.isAlive() || System.nanoTime() > end) {
        throw new AssertionError(port + " " + port.detail() + "\n" + testpmd.log());
      }
    }
  }

  private static void awaitDown(MemifPort port) {
    long end = System.nanoTime() + PATIENCE_NS;
    while (port.poll(System.nanoTime()) == PortPhase.UP) {
      assertThat(System.nanoTime()).isLessThan(end);
      boolean _ = port.await(0, 5);
    }
  }

  /** One run of frames there and back; each queue has its own frames, and their order is kept. */
  private static final class Exchange {
    private final MemifPort port;
    private final int queues;
    private final FrameBurst[] out;
    private final int[] started;
    private final FrameBurst in;
    private final SplittableRandom lengths;
    private final long[] sent;
    private final long[] received;
    private final int[][] expectedLengths;
    private final long seed;
    private long equal;
    private long bytes;

    Exchange(MemifPort port, Arena arena, int queues, long seed) {
      this.port = port;
      this.queues = queues;
      this.seed = seed;
      this.out = new FrameBurst[queues];
      for (int queue = 0; queue < queues; queue++) {
        out[queue] = new FrameBurst(BURST, FRAME_BYTES_MAX, arena);
      }
      this.started = new int[queues];
      this.in = new FrameBurst(BURST, FRAME_BYTES_MAX, arena);
      this.lengths = new SplittableRandom(seed);
      this.sent = new long[queues];
      this.received = new long[queues];
      this.expectedLengths = new int[queues][1024];
    }

    void run(int frames, Testpmd testpmd) throws IOException {
      long end = System.nanoTime() + PATIENCE_NS;
      int perQueue = frames / queues;
      boolean all = false;
      while (!all) {
        all = true;
        for (int queue = 0; queue < queues; queue++) {
          send(queue, perQueue);
          receive(queue);
          all &= received[queue] == perQueue;
        }
        if (port.poll(System.nanoTime()) != PortPhase.UP || System.nanoTime() > end) {
          throw new AssertionError(
              "%s %s: %d equal of %d\n%s"
                  .formatted(port, port.detail(), equal, frames, testpmd.log()));
        }
        Thread.yield();
      }
      System.out.printf(
          "memif-dpdk %s, %d queues: sent %d, received %d, equal %d, %d bytes%n",
          port.options().role() == MemifRole.SERVER ? "testpmd client" : "testpmd server",
          queues,
          sum(sent),
          sum(received),
          equal,
          bytes);
      assertThat(equal).isEqualTo((long) perQueue * queues);
    }

    private static long sum(long[] counts) {
      long sum = 0;
      for (long count : counts) {
        sum += count;
      }
      return sum;
    }

    private void send(int queue, int perQueue) {
      FrameBurst burst = out[queue];
      if (started[queue] == burst.count()) {
        burst.clear();
        started[queue] = 0;
        while (!burst.isFull()
            && sent[queue] + burst.count() < perQueue
            && sent[queue] + burst.count() - received[queue] < ON_THEIR_WAY_MAX) {
          int length = lengths.nextInt(60, FRAME_BYTES_MAX + 1);
          long number = sent[queue] + burst.count();
          expectedLengths[queue][(int) number & 1023] = length;
          write(burst, word(queue, number), length);
        }
      }
      int done = port.transmit(queue, burst, started[queue]);
      started[queue] += done;
      if (started[queue] == burst.count()) {
        sent[queue] += burst.count();
        burst.clear();
        started[queue] = 0;
      }
    }

    private long word(int queue, long number) {
      return (seed << 56 | (long) queue << 48 | number) * 0x9E3779B97F4A7C15L;
    }

    private static byte content(long word, int index) {
      return (byte) (word >>> (index & 7) * 8 ^ index * 31L);
    }

    private static void write(FrameBurst burst, long word, int length) {
      MemorySegment memory = burst.memory();
      long at = burst.offset(burst.count());
      for (int index = 0; index < length; index++) {
        memory.set(ValueLayout.JAVA_BYTE, at + index, content(word, index));
      }
      burst.add(length);
    }

    private void receive(int queue) {
      int count = port.receive(queue, in);
      for (int frame = 0; frame < count; frame++) {
        long number = received[queue]++;
        int length = expectedLengths[queue][(int) number & 1023];
        if (in.length(frame) == length && same(frame, word(queue, number), length)) {
          equal++;
        }
        bytes += length;
      }
    }

    private boolean same(int frame, long word, int length) {
      long at = in.offset(frame);
      for (int index = 0; index < length; index++) {
        if (in.memory().get(ValueLayout.JAVA_BYTE, at + index) != content(word, index)) {
          return false;
        }
      }
      return true;
    }
  }
}
