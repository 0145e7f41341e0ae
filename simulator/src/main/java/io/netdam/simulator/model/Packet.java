package io.netdam.simulator.model;

/**
 * A packet. Requests name their session but not their epoch, as on the wire.
 *
 * @param kind what it is
 * @param address the client's address: source of what goes to the device, else destination
 * @param session session id
 * @param number operation number; OPEN, OPENED: the client's nonce; ACK: the cumulative number
 * @param low lowest unresolved operation number; ACK: the bitmap; RETRY_UNKNOWN: age of the
 *     device's epoch
 * @param operation index in the ledger of the world: stands for the instruction bytes
 * @param status what a REPLY says
 * @param ticket trailer, or {@link Ticket#NONE}
 */
record Packet(
    Kind kind,
    int address,
    int session,
    int number,
    int low,
    int operation,
    Status status,
    Ticket ticket) {

  enum Kind {
    OPEN,
    CHANGE,
    OUTCOME,
    CLOSE,
    OPENED,
    REPLY,
    ACK,
    RETRY_UNKNOWN,
    RETRY_MOVED;

    boolean toDevice() {
      return compareTo(CLOSE) <= 0;
    }
  }

  /**
   * What a reply says. Only the first three are outcomes; the others never resolve an operation.
   */
  enum Status {
    DONE,
    REFUSED,
    NEVER,
    FORGOTTEN,
    BELOW_WINDOW,
    ABOVE_WINDOW,
    SESSIONS_FULL,
    NOTHING
  }

  /** An answer of the device to this packet. */
  Packet answer(Kind answerKind, Status answerStatus) {
    return new Packet(
        answerKind, address, session, number, 0, operation, answerStatus, Ticket.NONE);
  }

  long code() {
    long code = Mix.mix((Mix.code(kind) << 32) ^ Mix.code(status), ticket.code());
    code = Mix.mix(code, ((long) address << 32) | session);
    code = Mix.mix(code, ((long) number << 32) | low);
    return Mix.mix(code, operation);
  }

  @Override
  public String toString() {
    String text = kind + "(session " + session + ", number " + number + ", low " + low;
    text += kind == Kind.CHANGE ? ", operation " + operation : "";
    text += status == Status.NOTHING ? "" : ", " + status;
    text += ticket.isNone() ? "" : ", " + ticket;
    return text + (kind.toDevice() ? ") from " : ") to ") + address;
  }
}
