package io.netdam.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netdam.client.NetDam;
import io.netdam.client.Operations;
import io.netdam.client.RemoteMemory;
import io.netdam.client.Submission;
import io.netdam.wire.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Goal: every accepted operation ends exactly once under its tag, and nothing ever blocks. */
final class OperationsTest {

  private Device device;
  private NetDam net;
  private RemoteMemory memory;
  private Operations operations;
  private final List<String> ends = new ArrayList<>();

  @BeforeEach
  void start() {
    device = Device.start(Fixture.device());
    net = NetDam.open(Fixture.client());
    memory = net.memory(Fixture.address(device));
    operations = net.operations(8);
  }

  @AfterEach
  void stop() {
    net.close();
    device.close();
  }

  private void finish() {
    Fixture.await(() -> {
      poll(operations);
      return operations.outstanding() == 0;
    });
  }

  private void poll(Operations of) {
    of.poll(
        (tag, outcome, value) -> ends.add(tag + " " + outcome + " " + of.status() + " " + value),
        64);
  }

  private void does(Submission submission) {
    assertThat(submission).isEqualTo(Submission.ACCEPTED);
    finish();
  }

  @Test
  void doesWhatItsVerbsSay() {
    does(operations.setLong(memory, 8, 0b1100, 1));
    does(operations.getLong(memory, 8, 2));
    does(operations.getAndAdd(memory, 8, 1, 3));
    does(operations.getAndSet(memory, 8, 0b0110, 4));
    does(operations.compareAndExchange(memory, 8, 1, 2, 5));
    does(operations.compareAndExchange(memory, 8, 0b0110, 0b0011, 6));
    does(operations.getAndBitwiseAnd(memory, 8, 0b0101, 7));
    does(operations.getAndBitwiseOr(memory, 8, 0b1000, 8));
    does(operations.getAndBitwiseXor(memory, 8, 0b1111, 9));
    does(operations.getAndMin(memory, 8, -3, 10));
    does(operations.getAndMax(memory, 8, 70, 11));
    does(operations.getLong(memory, 8, 12));
    assertThat(ends)
        .containsExactly(
            "1 DONE DONE 8",
            "2 DONE DONE 12",
            "3 DONE DONE 12",
            "4 DONE DONE 13",
            "5 DONE DONE 6",
            "6 DONE DONE 6",
            "7 DONE DONE 3",
            "8 DONE DONE 1",
            "9 DONE DONE 9",
            "10 DONE DONE 6",
            "11 DONE DONE -3",
            "12 DONE DONE 70");
  }

  @Test
  void movesUpToAFrame() {
    int most = operations.frameDataBytes(memory);
    assertThat(most).isBetween(64, 8_192);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(most + 8);
      source.fill((byte) 9);
      MemorySegment target = arena.allocate(most + 8);
      does(operations.write(memory, 100, source, 8, most, 1));
      does(operations.read(memory, 100, target, 8, most, 2));
      assertThat(target.asSlice(8).mismatch(source.asSlice(8))).isEqualTo(-1);
      assertThat(target.get(ValueLayout.JAVA_LONG, 0)).isZero();
      assertThat(ends.getFirst()).isEqualTo("1 DONE DONE " + most);
      assertThatThrownBy(() -> operations.write(memory, 0, source, 0, most + 1, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("one operation moves 1 to " + most + " bytes, not " + (most + 1));
      assertThatThrownBy(() -> operations.read(memory, 0, target, 9, most, 3))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> operations.read(memory, 0, target.asReadOnly(), 0, 8, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the target of a read is read-only");
    }
    assertThat(operations.outstanding()).isZero();
  }

  @Test
  void isFullAtItsCapacityAndGoesOn() {
    for (int tag = 0; tag < 8; tag++) {
      assertThat(operations.getAndAdd(memory, 0, 1, tag)).isEqualTo(Submission.ACCEPTED);
    }
    assertThat(operations.getAndAdd(memory, 0, 1, 8)).isEqualTo(Submission.FULL);
    assertThat(operations.outstanding()).isEqualTo(operations.capacity());
    finish();
    assertThat(ends).hasSize(8);
    does(operations.getAndAdd(memory, 0, 1, 8));
    assertThat(ends.getLast()).isEqualTo("8 DONE DONE 8");
  }

  @Test
  void startsOperationsFromWithinTheHandler() {
    int[] left = {100};
    assertThat(operations.getAndAdd(memory, 0, 1, 0)).isEqualTo(Submission.ACCEPTED);
    Fixture.await(() -> {
      operations.poll(
          (tag, outcome, value) -> {
            assertThat(value).isEqualTo(tag);
            if (--left[0] > 0) {
              assertThat(operations.getAndAdd(memory, 0, 1, tag + 1))
                  .isEqualTo(Submission.ACCEPTED);
            }
          },
          1);
      return left[0] == 0;
    });
    assertThat(operations.outstanding()).isZero();
  }

  @Test
  void tellsRefusals() {
    does(operations.getLong(memory, Fixture.MEMORY_BYTES, 5));
    assertThat(ends).containsExactly("5 REFUSED " + Status.OUT_OF_RANGE + " 4194304");
    assertThatThrownBy(() -> operations.getAndAdd(memory, 4, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("address 4 is not a multiple of 8, as an atomic of this width needs");
    assertThatThrownBy(() -> operations.getLong(memory, -4, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void endsOnTimeWhenNobodyAnswers() {
    RemoteMemory nobody = net.memory("127.0.0.1:9", Duration.ofMillis(30));
    does(operations.getAndAdd(nobody, 0, 1, 1));
    assertThat(ends).containsExactly("1 NOT_SENT DONE 0");
  }

  @Test
  void waitsForWhatCanBePolled() {
    assertThat(operations.getAndAdd(memory, 0, 1, 1)).isEqualTo(Submission.ACCEPTED);
    while (operations.outstanding() > 0) {
      operations.await(1_000_000_000L);
      poll(operations);
    }
    assertThat(ends).containsExactly("1 DONE DONE 0");
  }

  @Test
  void belongsToOneThread() throws InterruptedException {
    operations.poll((tag, outcome, value) -> {}, 1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread other =
        new Thread(() -> {
          try {
            operations.getAndAdd(memory, 0, 1, 1);
          } catch (IllegalStateException e) {
            thrown.set(e);
          }
        });
    other.start();
    other.join();
    assertThat(thrown.get()).hasMessageContaining("every thread takes its own");
    try (NetDam another = NetDam.open(Fixture.client())) {
      RemoteMemory foreign = another.memory(Fixture.address(device));
      assertThatThrownBy(() -> operations.getAndAdd(foreign, 0, 1, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("belongs to another NetDam");
    }
  }

  @Test
  void endsEverythingWhenItIsClosed() {
    RemoteMemory nobody = net.memory("127.0.0.1:9");
    assertThat(operations.getAndAdd(nobody, 0, 1, 7)).isEqualTo(Submission.ACCEPTED);
    operations.close();
    assertThat(operations.getAndAdd(memory, 0, 1, 8)).isEqualTo(Submission.CLOSED);
    poll(operations);
    assertThat(ends).containsExactly("7 NOT_SENT DONE 0");
    operations.close();
  }

  @Test
  void endsEverythingWhenTheNetIsClosed() {
    RemoteMemory nobody = net.memory("127.0.0.1:9");
    assertThat(operations.getAndAdd(nobody, 0, 1, 7)).isEqualTo(Submission.ACCEPTED);
    operations.poll((tag, outcome, value) -> ends.add("early"), 1);
    net.close();
    assertThat(operations.getAndAdd(memory, 0, 1, 8)).isEqualTo(Submission.CLOSED);
    poll(operations);
    assertThat(ends).containsExactly("7 NOT_SENT DONE 0");
  }

  @Test
  void takesOnlySensibleCapacities() {
    for (int bad : new int[] {0, -1, 65_537}) {
      assertThatThrownBy(() -> net.operations(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("capacity must be 1 to 65536, not " + bad);
    }
    assertThatThrownBy(() -> operations.poll((tag, outcome, value) -> {}, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
