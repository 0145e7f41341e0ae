package io.netdam.wire;

/**
 * How one instruction ended (docs/protocol.md section 6). All but {@link #DONE} are refusals: the
 * instruction changed nothing. The value of a refusal is the detail named here.
 */
public enum Status {
  /** Executed; the value is the instruction's. */
  DONE(0),
  /** Value: the first address that is not in the region. */
  OUT_OF_RANGE(1),
  /** Value: the alignment needed, in bytes. */
  MISALIGNED(2),
  /** No such instruction. */
  UNKNOWN_OPCODE(3),
  /** An operand, length or flag that the instruction does not take. */
  BAD_OPERAND(4),
  /** A change needs a session. */
  SESSION_REQUIRED(5),
  /** Value: the lowest operation number still accepted. */
  BELOW_WINDOW(6),
  /** Value: the first operation number not accepted. */
  ABOVE_WINDOW(7),
  /** Value: when to try again, in nanoseconds from now. */
  SESSIONS_FULL(8),
  /** Value: bytes that fit. */
  REPLY_TOO_LARGE(9),
  /** Value: when to try again, in nanoseconds from now. */
  BUSY(10),
  /** The region takes no changes. */
  READ_ONLY(11),
  /** The handle names no capability. */
  HANDLE_UNKNOWN(12),
  /** The capability behind the handle has expired. */
  HANDLE_EXPIRED(13),
  /** The capability does not give this right. */
  NO_RIGHT(14),
  /** Value: the latest token of the lock. */
  FENCED(15),
  /** Value: what was found (ALL: a compare failed). */
  MISMATCH(16),
  /** Value: what was found (WAIT). */
  TIMED_OUT(17),
  /** Value: when to try again, in nanoseconds from now. */
  NOT_READY(18),
  /** A program stopped. */
  TRAPPED(19),
  /** Known, but not here. */
  UNSUPPORTED(20),
  /** The device drains and starts nothing. */
  DRAINING(21),
  /** The memory is not durable. */
  NOT_DURABLE(22),
  /** The tenant's quota is used up. */
  QUOTA(23),
  /** OUTCOME: the operation has not run and, below the window, never will. */
  NOT_RECORDED(24),
  /** ALL with an instruction that cannot take part. */
  INTERRUPTED(25);

  private static final Status[] BY_CODE = values();

  private final int code;

  Status(int code) {
    this.code = code;
  }

  /**
   * The number on the wire.
   *
   * @return 0 to 25
   */
  public int code() {
    return code;
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
