package io.netdam.client;

import io.netdam.client.NetDamException.Effect;
import io.netdam.engine.Completions;
import io.netdam.engine.Outcome;
import io.netdam.wire.Opcode;
import io.netdam.wire.Status;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Turns the end of a call into a value or into the exception that tells about it. */
final class Failures {

  static final String CALL_AGAIN = "call again, if it is still wanted";

  private Failures() {}

  static NetDamException.Closed closed(Effect effect, String what, @Nullable Throwable cause) {
    return new NetDamException.Closed(
        effect,
        what,
        cause == null ? "open another NetDam" : "report the cause; open another NetDam",
        cause);
  }

  /** Whether the call ended as done. */
  static boolean done(Call call) {
    return !call.stopped;
  }

  /** The exception for a call that did not end as done. */
  static NetDamException of(Call call, @Nullable Throwable failure) {
    String what = what(call);
    Effect effect = effect(call);
    if (call.closed) {
      return closed(effect, what + " was cut off: the client was closed" + progress(call), failure);
    }
    if (call.interrupted) {
      return new NetDamException.Interrupted(
          effect,
          what + " was given up: the thread was interrupted" + progress(call),
          effect == Effect.NONE ? CALL_AGAIN : "read the memory to see what happened");
    }
    if (effect == Effect.UNKNOWN) {
      return new NetDamException.UnknownOutcome(
          what + " was sent, and " + whyUnknown(call) + lastAnswer(call) + progress(call),
          "read the memory to see whether it happened before doing it again");
    }
    if (call.outcome == Outcome.REFUSED) {
      return new NetDamException.Refused(
          call.status,
          call.value,
          effect,
          what
              + " was refused: "
              + call.status
              + StatusTable.detail(call.status, call.value)
              + progress(call),
          StatusTable.remedy(call.status));
    }
    if (call.outcome == Outcome.NOT_SENT && call.status == Status.REPLY_TOO_LARGE) {
      return new NetDamException.Unreachable(
          "TOO_LARGE",
          effect,
          what + " was not sent: the device grants shorter frames than it needs" + progress(call),
          CALL_AGAIN + ", for what the device grants is known now");
    }
    return new NetDamException.Unreachable(
        "TIMED_OUT",
        effect,
        what + " ended without an answer within " + limit(call) + lastAnswer(call) + progress(call),
        "see whether a device listens at "
            + call.device().text()
            + " and packets pass both ways, or allow more time by withTimeout");
  }

  static Effect effect(Call call) {
    if (call.pure()) {
      return Effect.NONE;
    }
    if (call.anyUnknown) {
      return Effect.UNKNOWN;
    }
    return call.partsDone > 0 ? Effect.PARTIAL : Effect.NONE;
  }

  private static String whyUnknown(Call call) {
    if (call.whyUnknown == Completions.LEASE_OVER) {
      return "no answer told its end before the device let the session's lease run out";
    }
    if (call.whyUnknown == Completions.DEVICE_RESTARTED) {
      return "no answer told its end before the device began anew and lost the session";
    }
    return "no answer told its end within " + limit(call);
  }

  private static String limit(Call call) {
    return call.timeoutNs % 1_000_000 == 0
        ? call.timeoutNs / 1_000_000 + " ms"
        : call.timeoutNs + " ns";
  }

  private static String lastAnswer(Call call) {
    return call.status == Status.DONE ? "" : " (the last answer was " + call.status + ")";
  }

  private static String what(Call call) {
    if (call.kind == Call.Kind.INFO) {
      return "the question what " + call.device().text() + " is";
    }
    String range =
        Opcode.atomic(call.opcode)
            ? ""
            : " of " + call.length + (call.length == 1 ? " byte" : " bytes");
    return Opcode.name(call.opcode)
        + range
        + " at address "
        + Long.toUnsignedString(call.address)
        + " of "
        + call.device().text();
  }

  /** What is known of a transfer of several frames. */
  private static String progress(Call call) {
    if (call.parts == 1) {
      return "";
    }
    if (call.ordered && call.backward) {
      return "; of " + call.parts + " pieces the last " + call.partsDone + " were done";
    }
    long whole = Math.min(call.failedPart, call.nextPart);
    long wholeBytes = Math.min(call.length, whole * call.partBytes);
    long startedBytes = Math.min(call.length, call.nextPart * call.partBytes);
    StringBuilder text = new StringBuilder("; ");
    text.append(whole == 0 ? "no byte" : "bytes 0 to " + (wholeBytes - 1));
    text.append(" done for certain");
    if (startedBytes > wholeBytes) {
      text.append(", bytes ").append(wholeBytes).append(" to ").append(startedBytes - 1);
      text.append(" in part (").append(call.partsDone - whole).append(" of ");
      text.append(call.nextPart - whole).append(" pieces)");
    }
    if (startedBytes < call.length) {
      text.append(", bytes ").append(startedBytes).append(" to ").append(call.length - 1);
      text.append(" not begun");
    }
    return text.toString();
  }

  /**
   * Completes the future of a call that has ended, on the common pool: no caller's code runs here.
   */
  static void complete(Call call, CompletableFuture<?> future, @Nullable Throwable failure) {
    if (!done(call)) {
      NetDamException exception = of(call, failure);
      var _ = CompletableFuture.runAsync(() -> future.completeExceptionally(exception));
    } else {
      Object value = Opcode.atomic(call.opcode) ? Long.valueOf(call.value) : null;
      var _ = CompletableFuture.runAsync(() -> completeUnchecked(future, value));
    }
  }

  @SuppressWarnings("unchecked") // the futures are made by Calls, with the type of the instruction
  private static void completeUnchecked(CompletableFuture<?> future, @Nullable Object value) {
    ((CompletableFuture<@Nullable Object>) future).complete(value);
  }
}
