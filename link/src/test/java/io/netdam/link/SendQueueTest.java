package io.netdam.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.Path;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The send queue keeps order, content and its bound when the socket takes only part of it. */
final class SendQueueTest {

  private static final Path TO = Path.ofIpv4(0x7F000001, 7300, 0);

  private final List<String> sent = new ArrayList<>();
  private int room;

  private boolean take(Path to, MemorySegment frame, java.nio.ByteBuffer bytes) {
    if (room == 0) {
      return false;
    }
    room--;
    assertThat(bytes.position()).isZero();
    assertThat(bytes.get(0)).isEqualTo(frame.get(ValueLayout.JAVA_BYTE, 0));
    sent.add(bytes.get(0) + ":" + bytes.remaining());
    return true;
  }

  private static void put(SendQueue queue, int value, int length) {
    queue.claim(length).set(ValueLayout.JAVA_BYTE, 0, (byte) value);
    queue.commit(TO, length);
  }

  @Test
  void aFullSocketStopsTheFlushAndNothingIsLost() {
    SendQueue queue = new SendQueue(4, 100);
    for (int i = 0; i < 4; i++) {
      put(queue, i, 10 + i);
    }
    assertThat(queue.full()).isTrue();

    room = 0;
    assertThat(queue.flush(this::take)).isEqualTo(4);
    room = 3;
    assertThat(queue.flush(this::take)).isEqualTo(1);
    assertThat(sent).containsExactly("0:10", "1:11", "2:12");

    // Around the end of the ring.
    put(queue, 4, 14);
    put(queue, 5, 15);
    put(queue, 6, 16);
    assertThat(queue.full()).isTrue();
    room = 100;
    assertThat(queue.flush(this::take)).isZero();
    assertThat(sent).containsExactly("0:10", "1:11", "2:12", "3:13", "4:14", "5:15", "6:16");
  }

  @Test
  void framesAreAlignedAndApart() {
    SendQueue queue = new SendQueue(3, 100);
    long first = queue.claim(100).address();
    queue.commit(TO, 100);
    long second = queue.claim(100).address();

    assertThat(first % 64).isZero();
    assertThat(second - first).isEqualTo(128);
    assertThat(queue.capacity()).isEqualTo(3);
  }
}
