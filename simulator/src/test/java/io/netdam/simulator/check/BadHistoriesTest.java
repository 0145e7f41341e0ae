package io.netdam.simulator.check;

import static io.netdam.simulator.check.Histories.add;
import static io.netdam.simulator.check.Histories.read;
import static io.netdam.simulator.check.Histories.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.netdam.engine.Outcome;
import io.netdam.simulator.history.Call;
import io.netdam.simulator.history.Call.Phase;
import io.netdam.simulator.history.Chronicle;
import io.netdam.simulator.history.Step;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import org.junit.jupiter.api.Test;

/** Goal: each check notices a breach that was made by hand, and lets the same pass without it. */
final class BadHistoriesTest {
  private final Histories h = new Histories();

  @Test
  void aChangeThatRanTwice() {
    Step step = add(0, 5);
    h.done(1, 10, 30, step, 0);
    h.ran(20, step, 0, 5);
    assertThat(h.examinedBy(new AtMostOnceCheck())).isEmpty();
    h.ran(40, step, 5, 10);
    assertThat(h.examinedBy(new AtMostOnceCheck())).hasSize(1);
  }

  @Test
  void doneButNeverRan() {
    Step step = add(0, 5);
    h.done(1, 10, 30, step, 0);
    assertThat(h.examinedBy(new DoneCheck())).hasSize(1);
    h.ran(20, step, 0, 5);
    assertThat(h.examinedBy(new DoneCheck())).isEmpty();
  }

  @Test
  void acknowledgedBeforeTheEffect() {
    Step step = add(0, 5);
    h.done(1, 10, 30, step, 0);
    h.ran(31, step, 0, 5);
    assertThat(h.examinedBy(new DoneCheck())).hasSize(1);
  }

  @Test
  void toldAnotherValueThanWasFound() {
    Step step = add(0, 5);
    h.done(1, 10, 30, step, 7);
    h.ran(20, step, 0, 5);
    assertThat(h.examinedBy(new DoneCheck())).hasSize(1);
  }

  @Test
  void refusedAndThenRan() {
    Step refused = add(0, 5);
    Step unsent = add(8, 6);
    h.ended(1, 10, 30, Outcome.REFUSED, Status.BUSY, refused);
    h.ended(1, 10, 30, Outcome.NOT_SENT, Status.DONE, unsent);
    assertThat(h.examinedBy(new NotExecutedCheck())).isEmpty();
    h.ran(40, refused, 0, 5);
    h.ran(41, unsent, 0, 6);
    assertThat(h.examinedBy(new NotExecutedCheck())).hasSize(2);
  }

  @Test
  void anOldWriteOverANewerOne() {
    Step old = write(0, 1);
    Step newer = write(0, 2);
    h.ended(1, 10, 30, Outcome.UNKNOWN, Status.DONE, old);
    h.done(1, 35, 50, newer, 8);
    h.ran(40, newer, 0, 2);
    assertThat(h.examinedBy(new OrderCheck())).isEmpty();
    h.ran(60, old, 2, 1);
    assertThat(h.examinedBy(new OrderCheck())).hasSize(1);
  }

  @Test
  void anOldWriteOfAnotherLifeMayComeLate() {
    Step old = write(0, 1);
    Step newer = write(0, 2);
    h.ended(1, 10, 30, Outcome.UNKNOWN, Status.DONE, old);
    h.done(2, 35, 50, newer, 8);
    h.ran(40, newer, 0, 2);
    h.ran(60, old, 2, 1);
    assertThat(h.examinedBy(new OrderCheck())).isEmpty();
  }

  @Test
  void aReadOfWhatNeverStoodThere() {
    Step written = write(1_024, 1);
    h.done(1, 10, 30, written, 8);
    h.ran(20, written, 0, 1);
    h.done(2, 15, 25, read(1_024, 0), 0);
    h.done(2, 15, 25, read(1_024, 1), 0);
    assertThat(h.examinedBy(new ReadCheck())).isEmpty();
    h.done(2, 21, 25, read(1_024, 0), 0);
    h.done(2, 15, 25, read(1_024, 9), 0);
    assertThat(h.examinedBy(new ReadCheck())).hasSize(2);
  }

  @Test
  void aNodeThatDoesNotComeToRest() {
    assertThat(h.examinedBy(new RestCheck())).isEmpty();
    h.chronicle.spins().add(new Chronicle.Spin(40, 2, 101));
    assertThat(h.examinedBy(new RestCheck())).hasSize(1);
  }

  @Test
  void outcomesThatLie() {
    Step step = add(0, 5);
    Call about = h.open(1, 10, step);
    about.session = 77;
    h.chronicle.operations().put(new Chronicle.Operation(77, 3), about);
    Call asked = h.done(1, 20, 30, new Step(Opcode.OUTCOME, 8, 1, 0, 3, 0), 0);
    asked.session = 77;
    assertThat(h.examinedBy(new OutcomeCheck())).hasSize(1); // DONE, and it never ran
    h.ran(15, step, 0, 5);
    assertThat(h.examinedBy(new OutcomeCheck())).isEmpty();
    asked.steps.get(0).status = Status.NOT_RECORDED;
    assertThat(h.examinedBy(new OutcomeCheck())).hasSize(1); // not recorded, and it ran
  }

  @Test
  void callsThatDoNotEndAsTheyShould() {
    EndCheck check = new EndCheck(10);
    Step step = add(0, 5);
    Call call = h.open(1, 10, step);
    assertThat(h.examinedBy(check)).as("never ended").hasSize(1);
    Histories.end(call, 1_011, Outcome.UNKNOWN, Status.DONE);
    assertThat(h.examinedBy(check)).as("late").hasSize(1);
    call.endedNs = 1_010;
    assertThat(h.examinedBy(check)).isEmpty();
    call.endedNs = 500;
    assertThat(h.examinedBy(check)).as("without reason").hasSize(1);
    call.cancelled = true;
    assertThat(h.examinedBy(check)).isEmpty();
    call.endings = 2;
    assertThat(h.examinedBy(check)).as("twice").hasSize(1);
  }

  @Test
  void refusalsThatAreNoneOfTheCallersBusiness() {
    h.ended(1, 10, 30, Outcome.REFUSED, Status.OUT_OF_RANGE, add(1 << 20, 5));
    assertThat(h.examinedBy(new StatusCheck())).isEmpty();
    h.ended(1, 10, 30, Outcome.REFUSED, Status.ABOVE_WINDOW, add(0, 6));
    h.ended(1, 10, 30, Outcome.UNKNOWN, Status.BELOW_WINDOW, add(0, 7));
    h.ended(1, 10, 30, Outcome.REFUSED, Status.SESSIONS_FULL, read(0, 0));
    assertThat(h.examinedBy(new StatusCheck())).hasSize(3);
  }

  @Test
  void aWorldThatDoesNotRecover() {
    Call call = h.open(1, 10, Phase.CALM, add(0, 5));
    Histories.end(call, 20, Outcome.DONE, Status.DONE);
    assertThat(h.examinedBy(new LivenessCheck(false))).isEmpty();
    call.outcome = Outcome.UNKNOWN;
    call.sessionsLostAfter = 1;
    assertThat(h.examinedBy(new LivenessCheck(false))).hasSize(1);
  }

  @Test
  void rightAfterMendingASessionMayBeLost() {
    Call call = h.open(1, 10, Phase.MENDED, add(0, 5));
    Histories.end(call, 20, Outcome.UNKNOWN, Status.DONE);
    assertThat(h.examinedBy(new LivenessCheck(false))).hasSize(1);
    call.sessionsLostAfter = 1;
    assertThat(h.examinedBy(new LivenessCheck(false))).isEmpty();
  }

  @Test
  void whatIsNotedIsReported() {
    h.chronicle.leftovers().add(new Chronicle.Leftover("sessions", 0));
    h.chronicle.sums().add(new Chronicle.Sum("frames", 3, 3));
    assertThat(h.examinedBy(new LeakCheck())).isEmpty();
    assertThat(h.examinedBy(new CounterCheck())).isEmpty();
    h.chronicle.leftovers().add(new Chronicle.Leftover("sessions", 1));
    h.chronicle.sums().add(new Chronicle.Sum("frames", 3, 4));
    h.chronicle.debts().add(new Chronicle.Debt(5, 0, "10.0.0.9:1", 64, 128));
    h.chronicle.oddities().add(new Chronicle.Oddity(5, "thrown"));
    assertThat(h.examinedBy(new LeakCheck())).hasSize(1);
    assertThat(h.examinedBy(new CounterCheck())).hasSize(1);
    assertThat(h.examinedBy(new AmplificationCheck())).hasSize(1);
    assertThat(h.examinedBy(new IntegrityCheck())).hasSize(1);
  }
}
