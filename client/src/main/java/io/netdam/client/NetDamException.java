package io.netdam.client;

import io.netdam.wire.Status;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not end as done. It says what was tried and what came of it ({@link
 * #getMessage()}), what happened to the memory ({@link #effect()}), and what to do about it ({@link
 * #remedy()}). Faults of the caller are not among these: they are {@link IllegalArgumentException}
 * and its kin, thrown before anything is sent.
 */
public abstract sealed class NetDamException extends RuntimeException
    permits NetDamException.Refused,
        NetDamException.UnknownOutcome,
        NetDamException.Unreachable,
        NetDamException.Closed,
        NetDamException.Interrupted {

  private static final long serialVersionUID = 1L;

  /** What a failed call did to the memory. */
  public enum Effect {
    /** Nothing was changed, and nothing will be. */
    NONE,
    /** A part of a longer transfer was changed; the message says which. */
    PARTIAL,
    /** It may have been changed, or may be yet, but at most once. */
    UNKNOWN
  }

  private final String code;
  private final Effect effect;
  private final String remedy;

  NetDamException(
      String code, Effect effect, String what, String remedy, @Nullable Throwable cause) {
    super(what + ". " + sentence(effect) + " Remedy: " + remedy + ".", cause);
    this.code = code;
    this.effect = effect;
    this.remedy = remedy;
  }

  private static String sentence(Effect effect) {
    return switch (effect) {
      case NONE -> "Nothing was changed.";
      case PARTIAL -> "A part was changed.";
      case UNKNOWN -> "It may have been executed, or may be yet, but at most once.";
    };
  }

  /** A short stable name of the cause, such as {@code OUT_OF_RANGE} or {@code TIMED_OUT}. */
  public final String code() {
    return code;
  }

  /** What happened to the memory. */
  public final Effect effect() {
    return effect;
  }

  /** What to do about it, as the end of the sentence "Remedy: …". */
  public final String remedy() {
    return remedy;
  }

  /** The device refused the operation and gave a reason. */
  public static final class Refused extends NetDamException {
    private static final long serialVersionUID = 1L;
    private final Status status;
    private final long detail;

    Refused(Status status, long detail, Effect effect, String what, String remedy) {
      super(status.name(), effect, what, remedy, null);
      this.status = status;
      this.detail = detail;
    }

    /** The reason. */
    public Status status() {
      return status;
    }

    /** The detail that the reason names, such as the first address that is not in the region. */
    public long detail() {
      return detail;
    }
  }

  /** A change was sent and its end is not known: it ran once or not at all. */
  public static final class UnknownOutcome extends NetDamException {
    private static final long serialVersionUID = 1L;

    UnknownOutcome(String what, String remedy) {
      super("UNKNOWN_OUTCOME", Effect.UNKNOWN, what, remedy, null);
    }
  }

  /** The device did not answer in time, and nothing was changed. */
  public static final class Unreachable extends NetDamException {
    private static final long serialVersionUID = 1L;

    Unreachable(String code, Effect effect, String what, String remedy) {
      super(code, effect, what, remedy, null);
    }
  }

  /** The client was closed, before or during the call. */
  public static final class Closed extends NetDamException {
    private static final long serialVersionUID = 1L;

    Closed(Effect effect, String what, String remedy, @Nullable Throwable cause) {
      super("CLOSED", effect, what, remedy, cause);
    }
  }

  /** The waiting thread was interrupted; its interrupt flag is set again. */
  public static final class Interrupted extends NetDamException {
    private static final long serialVersionUID = 1L;

    Interrupted(Effect effect, String what, String remedy) {
      super("INTERRUPTED", effect, what, remedy, null);
    }
  }
}
