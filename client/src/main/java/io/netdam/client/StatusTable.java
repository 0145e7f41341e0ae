package io.netdam.client;

import io.netdam.wire.Status;

/** What people read about each status: the meaning of its detail, and the remedy. */
final class StatusTable {

  private StatusTable() {}

  /** The detail of a refusal in words; empty if it has none. */
  static String detail(Status status, long detail) {
    return switch (status) {
      case OUT_OF_RANGE -> ", the first address outside is " + Long.toUnsignedString(detail);
      case MISALIGNED -> ", the address must be a multiple of " + detail;
      case BELOW_WINDOW -> ", the lowest operation number accepted is " + detail;
      case ABOVE_WINDOW -> ", the first operation number not accepted is " + detail;
      case SESSIONS_FULL, BUSY, NOT_READY -> ", try again after " + detail + " ns";
      case REPLY_TOO_LARGE -> ", " + detail + " bytes fit";
      case FENCED -> ", the latest token is " + detail;
      case MISMATCH, TIMED_OUT -> ", the value found is " + detail;
      default -> "";
    };
  }

  /** What to do about a refusal. */
  static String remedy(Status status) {
    return switch (status) {
      case DONE -> "none is needed";
      case OUT_OF_RANGE -> "stay below the length that info() tells";
      case MISALIGNED -> "use an address that is a multiple of the width";
      case UNKNOWN_OPCODE, UNSUPPORTED -> "use a device that knows this instruction";
      case BAD_OPERAND -> "check operands and length against docs/instructions.md";
      case SESSION_REQUIRED, BELOW_WINDOW, ABOVE_WINDOW, NOT_RECORDED ->
          "report this: the client should have avoided it";
      case SESSIONS_FULL -> "try later, or give the device room for more sessions";
      case REPLY_TOO_LARGE -> "ask for fewer bytes at once";
      case BUSY, NOT_READY -> "try again after the time told";
      case READ_ONLY -> "write to another device";
      case HANDLE_UNKNOWN, HANDLE_EXPIRED -> "present the capability again";
      case NO_RIGHT -> "ask the owner for a capability with this right";
      case FENCED -> "stop: somebody else holds the lock now";
      case MISMATCH -> "look at the value found and decide again";
      case TIMED_OUT -> "wait longer, or look at the value found";
      case TRAPPED -> "see what the program changed, and mend it";
      case DRAINING -> "use another device, or wait until this one is back";
      case NOT_DURABLE -> "use a device whose memory is a file";
      case QUOTA -> "free some, or ask for a larger quota";
      case INTERRUPTED -> "leave out the instruction that cannot take part in ALL";
    };
  }
}
