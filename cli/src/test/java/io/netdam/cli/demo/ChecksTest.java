package io.netdam.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: the judges of the demo find what is wrong, so that its "ok" means something. */
final class ChecksTest {

  @TempDir private Path directory;

  @Test
  void goodTicketsPass() throws IOException {
    TicketCheck check = new TicketCheck(4);
    Path file = directory.resolve("tickets");
    ByteBuffer tickets = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(file, tickets.putLong(3).putLong(0).putLong(2).array());
    assertThat(check.takeFile(file, "a")).isEqualTo(3);
    assertThat(check.missing()).isEqualTo(1);
    check.requireMissing(1);
    check.take(1, "b");
    check.requireMissing(0);
  }

  @Test
  void aTicketGivenOutTwiceIsFound() {
    TicketCheck check = new TicketCheck(4);
    check.take(2, "a");
    wrong(() -> check.take(2, "b"), "ticket 2 was given out twice, the second time to b");
  }

  @Test
  void aTicketInDoubtMayBeMissingAndNoOther() throws IOException {
    Path file = directory.resolve("tickets");
    ByteBuffer tickets = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(file, tickets.putLong(0).putLong(TicketCheck.IN_DOUBT).putLong(1).array());
    TicketCheck notDrawn = new TicketCheck(2);
    assertThat(notDrawn.takeFile(file, "a")).isEqualTo(3);
    assertThat(notDrawn.inDoubt()).isEqualTo(1);
    notDrawn.requireMissing(notDrawn.inDoubt());
    TicketCheck drawn = new TicketCheck(3);
    drawn.takeFile(file, "a");
    drawn.requireMissing(drawn.inDoubt());
    TicketCheck twice = new TicketCheck(4);
    twice.takeFile(file, "a");
    wrong(() -> twice.requireMissing(twice.inDoubt()), "2 of 4 tickets are missing");
  }

  @Test
  void aGapIsFound() {
    TicketCheck check = new TicketCheck(3);
    check.take(0, "a");
    check.take(2, "a");
    wrong(() -> check.requireMissing(0), "1 of 3 tickets are missing, the first is 1");
  }

  @Test
  void anInventedTicketIsFound() {
    TicketCheck check = new TicketCheck(3);
    wrong(() -> check.take(3, "a"), "only 0 to 2 were given out");
    wrong(() -> check.take(-1, "a"), "only 0 to 2 were given out");
  }

  @Test
  void anotherHashIsFound() throws IOException {
    Path written = Files.write(directory.resolve("written"), new byte[] {'a', 'b', 'c'});
    Path good = Files.write(directory.resolve("good"), new byte[] {'a', 'b', 'c', 'd'});
    Path bad = Files.write(directory.resolve("bad"), new byte[] {'a', 'b', 'd'});
    Path shorter = Files.write(directory.resolve("short"), new byte[] {'a'});
    // The value for "abc" of FIPS 180-2, appendix B.1.
    assertThat(FileCheck.requireSame(written, good, 3))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    wrong(() -> FileCheck.requireSame(written, bad, 3), "the file read back differs");
    wrong(() -> FileCheck.requireSame(written, shorter, 3), "too early");
  }

  @Test
  void aWrongCellIsFound() {
    int cells = 8;
    CellCheck check = new CellCheck(cells);
    check.expect(1, 100, new BitSet());
    ByteBuffer[] memory = memory(1, 100, cells);
    assertThat(check.check(memory)).isEqualTo(100);
    add(memory, 5, 1);
    wrong(() -> check.check(memory), "cell 5 (device 1, address 4104) holds");
    add(memory, 5, -2);
    wrong(() -> check.check(memory), "cell 5");
  }

  @Test
  void anIncrementInDoubtMayBeThereOrNot() {
    int cells = 8;
    BitSet unknown = new BitSet();
    unknown.set(0);
    CellCheck check = new CellCheck(cells);
    check.expect(1, 1, unknown);
    assertThat(check.check(memory(1, 0, cells))).isZero();
    assertThat(check.check(memory(1, 1, cells))).isEqualTo(1);
    ByteBuffer[] twice = memory(1, 1, cells);
    add(twice, new RandomCells(1, cells).next(), 1);
    wrong(() -> check.check(twice), "it must hold 0 to 1");
  }

  private static ByteBuffer[] memory(long seed, int count, int cells) {
    ByteBuffer[] memory = new ByteBuffer[Layout.DEVICES];
    for (int device = 0; device < memory.length; device++) {
      memory[device] = ByteBuffer.allocate(Layout.cellBytes(cells)).order(ByteOrder.LITTLE_ENDIAN);
    }
    RandomCells random = new RandomCells(seed, cells);
    for (int i = 0; i < count; i++) {
      add(memory, random.next(), 1);
    }
    return memory;
  }

  private static void add(ByteBuffer[] memory, int cell, long delta) {
    ByteBuffer device = memory[cell % 4];
    device.putLong(cell / 4 * 8, device.getLong(cell / 4 * 8) + delta);
  }

  @Test
  void aWordInDoubtIsBetweenExactBounds() {
    CellCheck.requireWord("w", 5, 5, 0);
    CellCheck.requireWord("w", 5, 5, 1);
    CellCheck.requireWord("w", 6, 5, 1);
    wrong(() -> CellCheck.requireWord("w", 7, 5, 1), "w holds 7 after 5 increments");
    wrong(() -> CellCheck.requireWord("w", 4, 5, 1), "w holds 4 after 5 increments");
    wrong(() -> CellCheck.requireWord("w", 6, 5, 0), "0 of unknown outcome");
  }

  private static BitSet bits(int... indexes) {
    BitSet bits = new BitSet();
    for (int index : indexes) {
      bits.set(index);
    }
    return bits;
  }

  @Test
  void doubtsNeedALostSessionAndALease() {
    BitSet none = bits();
    new Doubts(none, none, 0).require("a", false, 32, none);
    new Doubts(bits(1, 5), none, 1).require("a", true, 32, none);
    new Doubts(bits(1, 5), bits(5), 1).require("a", true, 32, bits(5, 6));
    wrong(
        () -> new Doubts(bits(1), none, 1).require("a", false, 32, none),
        "a does not know the end of 1 operations, and nothing was lost");
    wrong(() -> new Doubts(bits(1), none, 0).require("a", true, 32, none), "but lost 0 sessions");
    wrong(() -> new Doubts(bits(1, 2), none, 1).require("a", true, 1, none), "at most 1 in flight");
    wrong(
        () -> new Doubts(bits(1, 5), bits(5), 1).require("a", true, 32, bits(1)),
        "a gave up operation 5 within a lease");
    BitSet many = new BitSet();
    many.set(0, Doubts.MOST);
    new Doubts(many, none, 9).require("a", true, 32, none);
    many.set(Doubts.MOST);
    wrong(() -> new Doubts(many, none, 9).require("a", true, 32, none), "at most 64 can be");
  }

  @Test
  void doubtsSurviveTheirMessage() {
    Message answer = Message.of("done").with("unknown", "3,17").with("early", "17").with("lost", 2);
    assertThat(Doubts.in(Message.parse(answer.line())))
        .isEqualTo(new Doubts(bits(3, 17), bits(17), 2));
  }

  @Test
  void knowsTheIncrementsOfADevice() {
    RandomCells cells = new RandomCells(3, 8);
    BitSet third = RandomCells.ofDevice(3, 8, 50, 2);
    for (int i = 0; i < 50; i++) {
      assertThat(third.get(i)).isEqualTo(cells.next() % 4 == 2);
    }
    assertThat(RandomCells.ofDevice(3, 8, 50, Mishaps.NONE).isEmpty()).isTrue();
  }

  @Test
  void aGoodNetworkAndMissingDatagramsAreFound() {
    Evidence.requireSome("clients", Map.of("FAULT_LOST", 1L), "FAULT_LOST");
    wrong(
        () -> Evidence.requireSome("clients", Map.of("FAULT_LOST", 0L), "FAULT_LOST"),
        "FAULT_LOST of the clients is 0");
    Evidence.requireKernel(5, 5);
    wrong(() -> Evidence.requireKernel(4, 5), "the kernel has handed over 4");
  }

  @Test
  void readsTheKernelsTables() {
    assertThat(
            KernelDatagrams.ipv4(
                List.of(
                    "Ip: Forwarding InDatagrams",
                    "Ip: 1 9",
                    "Udp: NoPorts InDatagrams InErrors",
                    "Udp: 1 42 3")))
        .isEqualTo(42);
    assertThat(KernelDatagrams.ipv6(List.of("Ip6InDelivers  7", "Udp6InDatagrams    \t 11")))
        .isEqualTo(11);
  }

  @Test
  void messagesSurviveTheirLine() {
    Message message = Message.of("a").with("path", "/tmp/x y=z%\n").with("n", -5);
    assertThat(Message.parse(message.line())).isEqualTo(message);
    assertThatThrownBy(() -> Message.parse("a b")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void stripesAndCellsDoNotOverlap() {
    assertThat(Layout.addressOfCell(0) + Layout.cellBytes(1_000_000))
        .isLessThanOrEqualTo(Layout.addressOfStripe(0));
    assertThat(Layout.lengthOfStripe(1, Layout.STRIPE_BYTES + 5)).isEqualTo(5);
    assertThat(Layout.memoryBytes(1) % 64).isZero();
    assertThat(Layout.memoryBytes(10L * Layout.STRIPE_BYTES))
        .isGreaterThanOrEqualTo(Layout.addressOfStripe(9) + Layout.STRIPE_BYTES);
  }

  @Test
  void latenciesSurviveTheirText() {
    Latencies latencies = new Latencies();
    latencies.record(1_000);
    latencies.record(2_000_000);
    Latencies decoded = Latencies.decoded(latencies.encoded());
    decoded.add(latencies);
    assertThat(decoded.count()).isEqualTo(4);
    assertThat(decoded.mostNs()).isBetween(2_000_000L, 2_002_000L);
  }

  private static void wrong(Runnable check, String message) {
    assertThatExceptionOfType(DemoException.class)
        .isThrownBy(check::run)
        .withMessageContaining(message);
  }
}
