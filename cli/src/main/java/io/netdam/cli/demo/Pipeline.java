package io.netdam.cli.demo;

import io.netdam.client.NetDam;
import io.netdam.client.Operations;
import io.netdam.client.Outcome;
import io.netdam.client.Submission;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Runs many operations with at most {@link Layout#OUTSTANDING} in flight. New ones are submitted
 * only after what has ended was reported, so that a process that is killed leaves at most so many
 * unreported.
 */
final class Pipeline {

  private static final long WAIT_NS = 50_000_000;

  /** Submits one operation. */
  interface Submitter {
    Submission submit(Operations operations, int index, long tag);
  }

  /** Is told the end of one operation. */
  interface Ends {
    void ended(int index, Outcome outcome, long value, long elapsedNs);
  }

  /** Reports what has ended in one burst. */
  interface Report {
    void burst() throws IOException;
  }

  private final NetDam net;
  private final Latencies latencies = new Latencies();
  private final int[] indexes = new int[Layout.OUTSTANDING];
  private final long[] startsNs = new long[Layout.OUTSTANDING];
  private final int[] free = new int[Layout.OUTSTANDING];
  private int freeCount;
  private int ended;
  private @Nullable DemoException wrong;

  Pipeline(NetDam net) {
    this.net = net;
    for (int slot = 0; slot < Layout.OUTSTANDING; slot++) {
      free[freeCount++] = slot;
    }
  }

  /** Runs operations 0 to count − 1. */
  void run(int count, Submitter submitter, Ends ends, Report report, Role.Progress progress)
      throws IOException {
    try (Operations operations = net.operations(Layout.OUTSTANDING)) {
      int submitted = 0;
      while (ended < count) {
        submitted = submit(operations, submitted, count, submitter);
        int handed =
            operations.poll(
                (tag, outcome, value) -> end(operations, (int) tag, outcome, value, ends),
                Layout.OUTSTANDING);
        if (wrong != null) {
          throw wrong;
        }
        if (handed == 0) {
          operations.await(WAIT_NS);
        } else {
          report.burst();
        }
        progress.done(ended);
      }
    }
  }

  private int submit(Operations operations, int from, int count, Submitter submitter) {
    int submitted = from;
    while (submitted < count && freeCount > 0) {
      int slot = free[freeCount - 1];
      indexes[slot] = submitted;
      startsNs[slot] = System.nanoTime();
      Submission submission = submitter.submit(operations, submitted, slot);
      if (submission != Submission.ACCEPTED) {
        throw new DemoException("operation " + submitted + " was not accepted: " + submission);
      }
      freeCount--;
      submitted++;
    }
    return submitted;
  }

  private void end(Operations operations, int slot, Outcome outcome, long value, Ends ends) {
    long elapsedNs = System.nanoTime() - startsNs[slot];
    latencies.record(elapsedNs);
    free[freeCount++] = slot;
    ended++;
    try {
      if (outcome == Outcome.REFUSED || outcome == Outcome.NOT_SENT) {
        throw new DemoException(
            "operation " + indexes[slot] + " ended " + outcome + " (" + operations.status() + ")");
      }
      ends.ended(indexes[slot], outcome, value, elapsedNs);
    } catch (DemoException e) {
      wrong = e;
    }
  }

  Latencies latencies() {
    return latencies;
  }
}
