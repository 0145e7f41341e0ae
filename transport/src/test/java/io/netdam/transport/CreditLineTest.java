package io.netdam.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: unscheduled bytes until the first answer, then operations below the highest credit. */
class CreditLineTest {
  @Test
  void unscheduledBytesAndOneFrameInAnyCase() {
    CreditLine credit = new CreditLine();
    credit.open(1_000);
    assertThat(credit.allows(0, 1_472)).as("one in any case").isTrue();
    credit.onSent(1_472);
    assertThat(credit.allows(1, 64)).isFalse();
    credit.open(1_000);
    credit.onSent(600);
    assertThat(credit.allows(1, 400)).isTrue();
    assertThat(credit.allows(1, 401)).isFalse();
  }

  @Test
  void highestCreditCountsWhateverTheOrder() {
    CreditLine credit = new CreditLine();
    credit.open(0);
    assertThat(credit.answered()).isFalse();
    credit.onAnswer(20, 3);
    credit.onAnswer(10, 4);
    assertThat(credit.answered()).isTrue();
    assertThat(credit.limit()).isEqualTo(20);
    assertThat(credit.allows(19, 64)).isTrue();
    assertThat(credit.allows(20, 64)).isFalse();
  }

  @Test
  void creditIsTheNumberNearestToTheNextOne() {
    CreditLine credit = new CreditLine();
    credit.open(0);
    long next = (7L << 32) - 2;
    credit.onAnswer(5, next);
    assertThat(credit.limit()).isEqualTo((7L << 32) + 5);
    credit.onAnswer(-10, next);
    assertThat(credit.limit()).as("an old one changes nothing").isEqualTo((7L << 32) + 5);
  }

  @Test
  void newSessionBeginsAfresh() {
    CreditLine credit = new CreditLine();
    credit.open(100);
    credit.onAnswer(50, 0);
    credit.open(100);
    assertThat(credit.limit()).isZero();
    assertThat(credit.answered()).isFalse();
  }
}
