package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each fault happens as often as told, to either direction, is counted, and repeats by seed. */
final class FaultLinkTest {

  private static final int MANY = 10_000;
  private static final long MS = 1_000_000;
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final FaultSettings NONE = FaultSettings.none();

  private long nowNs = Long.MAX_VALUE - 3 * MS; // wraps on the way
  private Link plain;
  private Link inner;
  private final List<Integer> arrived = new ArrayList<>();
  private final Link.Receiver keep =
      (path, segment, offset, length) ->
          arrived.add(segment.get(ValueLayout.JAVA_INT_UNALIGNED, offset));

  @BeforeEach
  void open() throws Exception {
    InProcessHub hub = new InProcessHub(128, 2 * MANY);
    plain = hub.open(ANY_PORT);
    inner = hub.open(ANY_PORT);
  }

  private FaultLink faulty(FaultSettings outbound, FaultSettings inbound) {
    return new FaultLink(inner, outbound, inbound, 42, 2 * MANY, () -> nowNs);
  }

  private static void send(Link from, Link to, int value) {
    Path path = from.path(to.localAddresses().getFirst());
    MemorySegment frame = Objects.requireNonNull(from.claim(64));
    frame.fill((byte) 0);
    frame.set(ValueLayout.JAVA_INT_UNALIGNED, 0, value);
    from.commit(path, 64);
    from.flush();
  }

  private void sendMany(Link from, Link to) {
    for (int i = 0; i < MANY; i++) {
      send(from, to, i);
      drain(to);
    }
  }

  private void drain(Link link) {
    int taken = 1;
    while (taken > 0) {
      taken = link.receive(keep, 64);
    }
  }

  private static List<Integer> all() {
    return IntStream.range(0, MANY).boxed().toList();
  }

  @Test
  void withoutFaultsEverythingPasses() {
    FaultLink link = faulty(NONE, NONE);
    sendMany(link, plain);
    assertThat(arrived).isEqualTo(all());
    for (Fault fault : Fault.values()) {
      assertThat(link.sent(fault)).isZero();
      assertThat(link.received(fault)).isZero();
    }
  }

  @Test
  void losesWhatIsSent() {
    FaultLink link = faulty(NONE.withLoss(0.1), NONE);
    sendMany(link, plain);
    assertThat(link.sent(Fault.LOST)).isBetween(850L, 1_150L);
    assertThat(arrived).hasSize(MANY - (int) link.sent(Fault.LOST)).doesNotHaveDuplicates();
    assertThat(link.received(Fault.LOST)).isZero();
  }

  @Test
  void losesWhatArrives() {
    FaultLink link = faulty(NONE, NONE.withLoss(0.1));
    sendMany(plain, link);
    assertThat(link.received(Fault.LOST)).isBetween(850L, 1_150L);
    assertThat(arrived).hasSize(MANY - (int) link.received(Fault.LOST)).doesNotHaveDuplicates();
    assertThat(link.sent(Fault.LOST)).isZero();
  }

  @Test
  void aLostClaimIsNotCommittedByASecondCommit() {
    FaultLink link = faulty(NONE.withLoss(1), NONE);
    send(link, plain, 1);
    Path to = link.path(plain.localAddresses().getFirst());
    assertThatThrownBy(() -> link.commit(to, 64)).isInstanceOf(IllegalStateException.class);
    drain(plain);
    assertThat(arrived).isEmpty();
  }

  @Test
  void doubles() {
    FaultLink link = faulty(NONE.withDuplication(0.1), NONE.withDuplication(0.1));
    sendMany(link, plain);
    assertThat(arrived).hasSize(MANY); // the copies still wait
    nowNs += MS;
    while (link.held() > 0) {
      link.flush();
      drain(plain);
    }
    assertThat(link.sent(Fault.DUPLICATED)).isBetween(850L, 1_150L);
    assertThat(arrived).hasSize(MANY + (int) link.sent(Fault.DUPLICATED));
    assertThat(new java.util.HashSet<>(arrived)).hasSize(MANY);

    arrived.clear();
    sendMany(plain, link);
    nowNs += MS;
    drain(link);
    assertThat(link.received(Fault.DUPLICATED)).isBetween(850L, 1_150L);
    assertThat(arrived).hasSize(MANY + (int) link.received(Fault.DUPLICATED));
  }

  @Test
  void corruptsOneToEightBitsAndNothingElse() {
    FaultLink link = faulty(NONE.withCorruption(1), NONE);
    BitSet counts = new BitSet();
    Link.Receiver compare =
        (path, segment, offset, length) -> {
          int flipped = 0;
          for (int i = 0; i < length; i++) {
            flipped += Integer.bitCount(segment.get(ValueLayout.JAVA_BYTE, offset + i) & 0xFF);
          }
          counts.set(flipped);
        };
    for (int i = 0; i < 2_000; i++) {
      send(link, plain, 0);
      assertThat(plain.receive(compare, 8)).isEqualTo(1);
    }
    assertThat(link.sent(Fault.CORRUPTED)).isEqualTo(2_000);
    assertThat(counts.get(0)).isFalse();
    assertThat(counts.stream().boxed()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void corruptsWhatArrivesAndBearsTheEmptyDatagram() {
    FaultLink link = faulty(NONE, NONE.withCorruption(1));
    plain.claim(0);
    plain.commit(plain.path(link.localAddresses().getFirst()), 0);
    plain.flush();
    int[] lengths = new int[1];
    assertThat(link.receive((path, segment, offset, length) -> lengths[0] += length, 8))
        .isEqualTo(1);
    assertThat(link.received(Fault.CORRUPTED)).isZero();
    send(plain, link, 0);
    assertThat(link.receive((path, segment, offset, length) -> lengths[0] += length, 8))
        .isEqualTo(1);
    assertThat(link.received(Fault.CORRUPTED)).isEqualTo(1);
    assertThat(lengths[0]).isEqualTo(64);
  }

  @Test
  void reorders() {
    FaultLink link = faulty(NONE.withReordering(0.05, 10 * MS), NONE);
    for (int i = 0; i < MANY; i++) {
      send(link, plain, i);
      nowNs += MS;
      drain(plain);
    }
    nowNs += 10 * MS;
    link.flush();
    drain(plain);
    assertThat(link.sent(Fault.REORDERED)).isBetween(400L, 600L);
    assertThat(arrived).hasSize(MANY).isNotEqualTo(all());
    assertThat(arrived.stream().sorted()).isEqualTo(all());
    int farthest = 0;
    for (int i = 0; i < MANY; i++) {
      farthest = Math.max(farthest, Math.abs(arrived.get(i) - i));
    }
    assertThat(farthest).isBetween(2, 11);
  }

  @Test
  void delaysEvenVeryLong() {
    FaultSettings settings =
        NONE.withDelay(0.5, 10 * MS, 20 * MS).withLongDelay(0.1, 30_000 * MS, 60_000 * MS);
    FaultLink link = faulty(settings, NONE);
    sendMany(link, plain);
    long late = link.sent(Fault.DELAYED);
    long veryLate = link.sent(Fault.DELAYED_LONG);
    assertThat(veryLate).isBetween(850L, 1_150L);
    assertThat(late).isBetween(4_200L, 4_800L); // half of what is not very late
    assertThat(arrived).hasSize((int) (MANY - late - veryLate));

    nowNs += 10 * MS - 1;
    release(link);
    assertThat(arrived).hasSize((int) (MANY - late - veryLate));
    nowNs += 10 * MS + 1;
    release(link);
    assertThat(arrived).hasSize((int) (MANY - veryLate));
    nowNs += 30_000 * MS - 20 * MS - 1;
    release(link);
    assertThat(arrived).hasSize((int) (MANY - veryLate));
    nowNs += 30_000 * MS + 1;
    release(link);
    assertThat(arrived).hasSize(MANY);
    assertThat(link.held()).isZero();
  }

  private void release(Link link) {
    for (int i = 0; i < MANY; i++) {
      link.flush();
      if (plain.receive(keep, 64) == 0) {
        return;
      }
    }
  }

  @Test
  void aFullStoreLetsPassAndCounts() {
    FaultLink link = new FaultLink(inner, NONE.withDelay(1, MS, MS), NONE, 1, 3, () -> nowNs);
    for (int i = 0; i < 10; i++) {
      send(link, plain, i);
    }
    drain(plain);
    assertThat(arrived).containsExactly(3, 4, 5, 6, 7, 8, 9);
    assertThat(link.sent(Fault.DELAYED)).isEqualTo(3);
    assertThat(link.sent(Fault.NOT_HELD)).isEqualTo(7);
    nowNs += MS;
    link.flush();
    drain(plain);
    assertThat(arrived).hasSize(10).endsWith(0, 1, 2);
  }

  @Test
  void lateArrivalsCountTowardsTheLimit() {
    FaultLink link = faulty(NONE, NONE.withDelay(1, MS, MS));
    for (int i = 0; i < 10; i++) {
      send(plain, link, i);
    }
    assertThat(link.receive(keep, 64)).isZero();
    assertThat(link.held()).isEqualTo(10);
    nowNs += MS;
    assertThat(link.receive(keep, 4)).isEqualTo(4);
    assertThat(link.receive(keep, 4)).isEqualTo(4);
    assertThat(link.receive(keep, 4)).isEqualTo(2);
    assertThat(arrived).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void aWaitEndsForWhatIsHeld() {
    FaultLink link = faulty(NONE.withDelay(1, MS, MS), NONE);
    send(link, plain, 1);
    long[] start = {System.nanoTime()};
    // The clock moves with real time here: a wait of an hour must end for the held datagram.
    FaultLink real =
        new FaultLink(
            inner,
            NONE.withDelay(1, 20 * MS, 20 * MS),
            NONE,
            1,
            8,
            () -> System.nanoTime() - start[0]);
    send(real, plain, 2);
    while (plain.receive(keep, 8) == 0) {
      real.await(3_600_000 * MS);
      real.flush();
    }
    assertThat(arrived).containsExactly(2);
  }

  @Test
  void repeatsBySeed() throws Exception {
    FaultSettings settings =
        NONE.withLoss(0.1).withDuplication(0.1).withReordering(0.2, 3 * MS).withCorruption(0.1);
    List<List<Integer>> runs = new ArrayList<>();
    for (long seed : new long[] {7, 7, 8}) {
      open();
      arrived.clear();
      FaultLink link = new FaultLink(inner, settings, NONE, seed, 64, () -> nowNs);
      for (int i = 0; i < 1_000; i++) {
        send(link, plain, i);
        nowNs += MS;
        drain(plain);
      }
      runs.add(List.copyOf(arrived));
    }
    assertThat(runs.get(1)).isEqualTo(runs.get(0));
    assertThat(runs.get(2)).isNotEqualTo(runs.get(0));
  }

  @Test
  void refusesSettingsThatAreNone() {
    assertThatThrownBy(() -> NONE.withLoss(1.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NONE.withLoss(-0.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NONE.withLoss(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NONE.withDelay(0.1, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NONE.withLongDelay(0.1, -1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NONE.withReordering(0.1, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
