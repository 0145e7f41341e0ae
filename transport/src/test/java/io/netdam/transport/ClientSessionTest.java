package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.transport.ClientSession.Address;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Goal: what a client believes of its session, step by step as the picture in the class shows. */
class ClientSessionTest {
  private static final long MS = 1_000_000L;
  private static final MemorySegment OPENED = opened((byte) 7);

  private final ClientSession session = new ClientSession(3);

  private static MemorySegment opened(byte fill) {
    MemorySegment segment = MemorySegment.ofArray(new byte[128]);
    segment.fill(fill);
    return segment;
  }

  private void open(int path, long id) {
    session.onAsked(0, path, 11 + path, MS, MS);
    assertThat(session.expects(path, 11 + path, id)).isTrue();
    session.onOpened(10, path, id, OPENED, 64);
  }

  @Test
  void asksAgainWithTheSameNonceEverLater() {
    assertThat(session.onAsked(0, 0, 5, MS, 3 * MS)).isEqualTo(5);
    assertThat(session.askNs(0)).isEqualTo(MS);
    assertThat(session.onAsked(MS, 0, 6, MS, 3 * MS)).as("a late answer counts").isEqualTo(5);
    assertThat(session.askNs(0)).isEqualTo(3 * MS);
    session.onAsked(3 * MS, 0, 6, MS, 3 * MS);
    assertThat(session.askNs(0)).as("no longer than the limit").isEqualTo(6 * MS);
    assertThat(session.attempts(0)).isEqualTo(3);
    assertThat(session.askedNs(0)).isZero();
  }

  @Test
  void believesOnlyTheAnswerToItsQuestion() {
    assertThat(session.expects(0, 0, 9)).as("nothing was asked").isFalse();
    session.onAsked(0, 0, 5, MS, MS);
    assertThat(session.expects(0, 6, 9)).isFalse();
    assertThat(session.expects(1, 5, 9)).isFalse();
    assertThat(session.expects(0, 5, ClientSession.NONE)).isFalse();
    assertThat(session.expects(0, 5, 9)).isTrue();
  }

  @Test
  void secondPathAddsItselfToTheSessionAndToNoOther() {
    open(0, 9);
    assertThat(session.exists()).isTrue();
    session.onAsked(0, 1, 12, MS, MS);
    assertThat(session.expects(1, 12, 10)).isFalse();
    assertThat(session.expects(1, 12, 9)).isTrue();
    assertThat(session.onOpened(1, 1, 9, OPENED, 64)).as("made the session").isFalse();
    assertThat(session.usable(1)).isTrue();
  }

  @Test
  void ticketIsProvenByAnAnswerOnItsPath() {
    open(0, 9);
    assertThat(session.address(0)).isEqualTo(Address.TICKETED);
    assertThat(session.proven()).isFalse();
    assertThat(session.onAnswered(1)).isFalse();
    assertThat(session.onAnswered(0)).isTrue();
    assertThat(session.address(0)).isEqualTo(Address.PROVEN);
    assertThat(session.proven()).isTrue();
    assertThat(session.onAnswered(0)).as("only once").isFalse();
  }

  @Test
  void movedPathAsksAgainUnlessItsTicketIsNewer() {
    open(0, 9);
    assertThat(session.onMoved(0, 9)).as("the packet left before the ticket came").isFalse();
    assertThat(session.onMoved(0, 10)).isTrue();
    assertThat(session.needsTicket(0)).isTrue();
    assertThat(session.onMoved(0, 11)).as("it asks already").isFalse();
    assertThat(session.id()).isEqualTo(9);
  }

  @Test
  void ticketsAreKeptByPathAndTheLatestOneForResume() {
    open(0, 9);
    session.onAsked(0, 2, 13, MS, MS);
    session.onOpened(1, 2, 9, opened((byte) 8), 64);
    assertThat(ticketByte(session.ticketOffset(0))).isEqualTo((byte) 7);
    assertThat(ticketByte(session.ticketOffset(2))).isEqualTo((byte) 8);
    assertThat(ticketByte(session.latestTicketOffset())).isEqualTo((byte) 8);
  }

  @Test
  void remapKeepsWhatStaysAndForgetsWhatIsNew() {
    open(0, 9);
    session.onAnswered(0);
    session.onAsked(0, 1, 12, MS, MS);
    session.remap(new int[] {1, -1, 0});
    assertThat(session.address(0)).isEqualTo(Address.ASKED);
    assertThat(session.expects(0, 12, 9)).isTrue();
    assertThat(session.address(1)).isEqualTo(Address.UNKNOWN);
    assertThat(session.address(2)).isEqualTo(Address.PROVEN);
    assertThat(ticketByte(session.ticketOffset(2))).isEqualTo((byte) 7);
  }

  @Test
  void forgetEndsEverything() {
    open(0, 9);
    session.grant(3, 64, 1_472, 5 * MS, 8_192);
    session.onAnswered(0);
    assertThat(session.windowGranted()).isEqualTo(64);
    assertThat(session.epoch()).isEqualTo(3);
    assertThat(session.unscheduledBytes()).isEqualTo(8_192);
    assertThat(session.leaseNs()).isEqualTo(5 * MS);
    session.forget();
    assertThat(session.exists()).isFalse();
    assertThat(session.proven()).isFalse();
    assertThat(session.usable(0)).isFalse();
    assertThat(session.frameBytes()).isZero();
  }

  private byte ticketByte(long offset) {
    return session.tickets().get(java.lang.foreign.ValueLayout.JAVA_BYTE, offset + 63);
  }
}
