package io.netdam.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.client.NetDamException.Effect;
import io.netdam.engine.Completions;
import io.netdam.engine.Outcome;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever the order in which parts end, a call ends exactly once, covers each byte once, and
 * tells the truth about what was done.
 */
final class CallTest {

  private static Call call(long length, int partBytes) {
    Call call = new Call(3);
    call.clear();
    call.peer = new Peer(0, "127.0.0.1:7300", InetSocketAddress.createUnresolved("x", 1));
    call.opcode = Opcode.WRITE;
    call.address = 4_096;
    call.length = length;
    call.partBytes = partBytes;
    call.parts = Math.ceilDiv(length, partBytes);
    call.timeoutNs = 5_000_000_000L;
    return call;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void endsOnceWhateverTheOrder(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      int partBytes = 1 + random.nextInt(64);
      Call call = call(1 + random.nextInt(100_000), partBytes);
      call.ordered = random.nextInt(4) == 0;
      call.backward = call.ordered && random.nextBoolean();
      byte[] covered = new byte[(int) call.length];
      List<Long> running = new ArrayList<>();
      while (!call.complete()) {
        if (call.wantsPart() && (running.isEmpty() || random.nextInt(3) > 0)) {
          long part = call.nextPart;
          for (int i = 0; i < call.partLength(part); i++) {
            covered[(int) call.partOffset(part) + i]++;
          }
          call.partStarted();
          running.add(part);
        } else {
          long part = running.remove(random.nextInt(running.size()));
          assertThat(call.runs(part)).isTrue();
          call.partEnded(part, Outcome.DONE, Status.DONE, 0);
        }
        assertThat(running.size()).isEqualTo(call.running);
        assertThat(call.nextPart - call.lowestRunning()).isBetween(0L, 1_024L);
        assertThat(call.ordered ? call.running : 0).isLessThan(2);
      }
      assertThat(covered).containsOnly(1);
      assertThat(call.partsDone).isEqualTo(call.parts);
      assertThat(Failures.done(call)).isTrue();
    }
  }

  private static Call threeOfFour(Outcome first, Outcome second, Outcome third) {
    Call call = call(400, 100);
    Outcome[] outcomes = {first, second, third};
    for (int part = 0; part < 3; part++) {
      call.partStarted();
    }
    for (int part = 2; part >= 0; part--) {
      Status status = outcomes[part] == Outcome.REFUSED ? Status.OUT_OF_RANGE : Status.DONE;
      call.partEnded(part, outcomes[part], status, 7);
    }
    return call;
  }

  @Test
  void tellsThatAPartWasDone() {
    Call call = threeOfFour(Outcome.DONE, Outcome.REFUSED, Outcome.DONE);
    assertThat(call.complete()).isTrue();
    assertThat(Failures.of(call, null))
        .isInstanceOf(NetDamException.Refused.class)
        .hasMessage(
            "WRITE of 400 bytes at address 4096 of 127.0.0.1:7300 was refused: OUT_OF_RANGE, the"
                + " first address outside is 7; bytes 0 to 99 done for certain, bytes 100 to 299 in"
                + " part (1 of 2 pieces), bytes 300 to 399 not begun. A part was changed. Remedy:"
                + " stay below the length that info() tells.");
    assertThat(Failures.effect(call)).isEqualTo(Effect.PARTIAL);
  }

  @Test
  void tellsThatAPartMayHaveBeenDone() {
    Call call = threeOfFour(Outcome.REFUSED, Outcome.UNKNOWN, Outcome.REFUSED);
    assertThat(Failures.of(call, null))
        .isInstanceOf(NetDamException.UnknownOutcome.class)
        .hasMessageContaining("; no byte done for certain, bytes 0 to 299 in part (0 of 3 pieces)");
    assertThat(Failures.effect(call)).isEqualTo(Effect.UNKNOWN);
  }

  private static String unknown(long why) {
    Call call = call(8, 8);
    call.timeoutNs = 30_000_000_000L;
    call.partStarted();
    call.partEnded(0, Outcome.UNKNOWN, Status.DONE, why);
    return String.valueOf(Failures.of(call, null).getMessage());
  }

  @Test
  void tellsWhyNobodyKnowsTheEnd() {
    assertThat(unknown(Completions.GIVEN_UP)).contains("no answer told its end within 30000 ms");
    assertThat(unknown(Completions.LEASE_OVER))
        .contains("let the session's lease run out")
        .doesNotContain("30000 ms");
    assertThat(unknown(Completions.DEVICE_RESTARTED))
        .contains("the device began anew")
        .doesNotContain("30000 ms");
  }

  @Test
  void tellsThatItWasTooLongForTheDevice() {
    Call call = call(8, 8);
    call.partStarted();
    call.partEnded(0, Outcome.NOT_SENT, Status.REPLY_TOO_LARGE, 0);
    assertThat(Failures.of(call, null))
        .isInstanceOfSatisfying(
            NetDamException.Unreachable.class, e -> assertThat(e.code()).isEqualTo("TOO_LARGE"))
        .hasMessageContaining("grants shorter frames");
  }

  @Test
  void tellsThatNothingWasDone() {
    Call call = threeOfFour(Outcome.NOT_SENT, Outcome.REFUSED, Outcome.REFUSED);
    assertThat(Failures.of(call, null))
        .isInstanceOf(NetDamException.Unreachable.class)
        .hasMessageContaining("Nothing was changed.");
  }

  @Test
  void neverClaimsThatAReadChangedAnything() {
    Call call = threeOfFour(Outcome.DONE, Outcome.UNKNOWN, Outcome.DONE);
    call.opcode = Opcode.READ;
    assertThat(Failures.of(call, null)).isInstanceOf(NetDamException.Unreachable.class);
    assertThat(Failures.effect(call)).isEqualTo(Effect.NONE);
  }

  @Test
  void tellsWhoCutItOff() {
    Call closed = threeOfFour(Outcome.UNKNOWN, Outcome.UNKNOWN, Outcome.UNKNOWN);
    closed.closed = true;
    IllegalStateException cause = new IllegalStateException("broken");
    assertThat(Failures.of(closed, cause))
        .isInstanceOf(NetDamException.Closed.class)
        .hasCause(cause)
        .hasMessageContaining("report the cause");
    Call interrupted = threeOfFour(Outcome.UNKNOWN, Outcome.UNKNOWN, Outcome.UNKNOWN);
    interrupted.interrupted = true;
    assertThat(Failures.of(interrupted, null))
        .isInstanceOfSatisfying(
            NetDamException.Interrupted.class,
            exception -> {
              assertThat(exception.code()).isEqualTo("INTERRUPTED");
              assertThat(exception.effect()).isEqualTo(Effect.UNKNOWN);
              assertThat(exception.remedy()).isEqualTo("read the memory to see what happened");
            });
  }

  @ParameterizedTest
  @EnumSource(Status.class)
  void knowsARemedyForEachRefusal(Status status) {
    Call call = call(8, 8);
    call.partStarted();
    call.partEnded(0, Outcome.REFUSED, status, 42);
    assertThat(Failures.of(call, null))
        .isInstanceOfSatisfying(
            NetDamException.Refused.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(status);
              assertThat(refused.code()).isEqualTo(status.name());
              assertThat(refused.detail()).isEqualTo(42);
              assertThat(refused.remedy()).hasSizeGreaterThan(10);
            })
        .hasMessageContaining("was refused: " + status);
  }
}
