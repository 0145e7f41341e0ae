package io.netdam.wire;

/**
 * How one instruction ended (docs/protocol.md section 6). All but {@link #DONE} are refusals: the
 * instruction changed nothing. The value of a refusal is the detail named here.
 */
public enum Status {
  /** Executed; the value is the instruction's. */
  DONE,
  /** Value: the first address that is not in the region. */
  OUT_OF_RANGE,
  /** Value: the alignment needed, in bytes. */
  MISALIGNED,
  /** No such instruction. */
  UNKNOWN_OPCODE,
  /** An operand, length or flag that the instruction does not take. */
  BAD_OPERAND,
  /** A change needs a session. */
  SESSION_REQUIRED,
  /** Value: the lowest operation number still accepted. */
  BELOW_WINDOW,
  /** Value: the first operation number not accepted. */
  ABOVE_WINDOW,
  /** Value: when to try again, in nanoseconds from now. */
  SESSIONS_FULL,
  /** Value: bytes that fit. */
  REPLY_TOO_LARGE,
  /** Value: when to try again, in nanoseconds from now. */
  BUSY,
  /** The region takes no changes. */
  READ_ONLY,
  /** The handle names no capability. */
  HANDLE_UNKNOWN,
  /** The capability behind the handle has expired. */
  HANDLE_EXPIRED,
  /** The capability does not give this right. */
  NO_RIGHT,
  /** Value: the latest token of the lock. */
  FENCED,
  /** Value: what was found (ALL: a compare failed). */
  MISMATCH,
  /** Value: what was found (WAIT). */
  TIMED_OUT,
  /** Value: when to try again, in nanoseconds from now. */
  NOT_READY,
  /** A program stopped. */
  TRAPPED,
  /** Known, but not here. */
  UNSUPPORTED,
  /** The device drains and starts nothing. */
  DRAINING,
  /** The memory is not durable. */
  NOT_DURABLE,
  /** The tenant's quota is used up. */
  QUOTA,
  /** OUTCOME: the operation has not run and, below the window, never will. */
  NOT_RECORDED,
  /** ALL with an instruction that cannot take part. */
  INTERRUPTED;

  private static final Status[] BY_CODE = values();

  /**
   * The number on the wire.
   *
   * @return 0 to 25
   */
  public int code() {
    return ordinal();
  }

  /**
   * The status of a number.
   *
   * @param code any number
   * @return the status; {@link #UNSUPPORTED} for a number that this version does not know, because
   *     every number but 0 is a refusal
   */
  public static Status of(int code) {
    return known(code) ? BY_CODE[code] : UNSUPPORTED;
  }

  /**
   * Whether this version knows the number.
   *
   * @param code any number
   * @return true for 0 to 25
   */
  public static boolean known(int code) {
    return code >= 0 && code < BY_CODE.length;
  }
}
